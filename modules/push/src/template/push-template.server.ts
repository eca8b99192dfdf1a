import { Refusal } from '@boyun/kernel/contract';
import { handle } from '@boyun/kernel/server';
import { PUSH_EVENTS, type PushEventKind } from '../event/push-event.contract.ts';
import { pushRefusal } from '../rule/push-rule.contract.ts';
import { getPushTemplates, resetPushTemplate, savePushTemplate } from './push-template.contract.ts';
import { ownWords, standardWords, unknownPlaces } from './push-template.service.ts';
import { pushTemplateReset, pushTemplateUpdated } from './push-template-event.contract.ts';

const WORDS = { titleZh: 'TitleZh', titleEn: 'TitleEn', bodyZh: 'BodyZh', bodyEn: 'BodyEn' } as const;

/** Reads, changes and resets the texts of events. */
export const pushTemplateOperations = [
  handle(getPushTemplates, async (tx) => {
    const own = await ownWords(tx);
    const kinds = Object.keys(PUSH_EVENTS) as PushEventKind[];
    return {
      templates: kinds.map((event) => ({ event, isOwn: own.has(event), ...(own.get(event) ?? standardWords(event)) })),
    };
  }),
  handle(savePushTemplate, async (tx, { event, ...words }, act) => {
    for (const [key, path] of Object.entries(WORDS)) {
      const [name] = unknownPlaces(event, [words[key as keyof typeof WORDS]]);
      if (name === undefined) continue;
      const known = Object.keys(PUSH_EVENTS[event].placeholders)
        .map((one) => `{${one}}`)
        .join(' ');
      const params = { name: `{${name}}`, known };
      const rule = pushRefusal['unknown-placeholder'];
      const fill = (text: string) => text.replace('{name}', params.name).replace('{known}', known);
      throw new Refusal(rule, params, [{ path, zh: fill(rule.zh), en: fill(rule.en) }]);
    }
    const before = (await ownWords(tx)).get(event) ?? standardWords(event);
    await tx.query(
      `insert into push_template (tenant_id, event, updated_at, title_zh, title_en, body_zh, body_en, sms_code)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (tenant_id, event) do update set updated_at = $3, title_zh = $4, title_en = $5, body_zh = $6,
         body_en = $7, sms_code = $8`,
      [tx.tenantId, event, tx.now, words.titleZh, words.titleEn, words.bodyZh, words.bodyEn, words.smsCode],
    );
    tx.emit(pushTemplateUpdated, { data: { event } });
    act.describe({ subjectKind: 'push-template', subject: PUSH_EVENTS[event].label.zh, before, after: words });
    return {};
  }),
  handle(resetPushTemplate, async (tx, { event }, act) => {
    const before = (await ownWords(tx)).get(event);
    await tx.query('delete from push_template where tenant_id = $1 and event = $2', [tx.tenantId, event]);
    tx.emit(pushTemplateReset, { data: { event } });
    act.describe({
      subjectKind: 'push-template',
      subject: PUSH_EVENTS[event].label.zh,
      before,
      after: standardWords(event),
    });
    return {};
  }),
];
