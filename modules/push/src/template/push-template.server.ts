import { fillLabel, Refusal } from '@boyun/kernel/contract';
import { handle } from '@boyun/kernel/server';
import { pushEventOf, pushEvents } from '../event/push-event.contract.ts';
import { pushRefusal } from '../rule/push-rule.contract.ts';
import { getPushTemplates, resetPushTemplate, savePushTemplate } from './push-template.contract.ts';
import { ownWords, standardWords, unknownPlaces } from './push-template.service.ts';
import { pushTemplateReset, pushTemplateUpdated } from './push-template-event.contract.ts';

const WORDS = { titleZh: 'TitleZh', titleEn: 'TitleEn', bodyZh: 'BodyZh', bodyEn: 'BodyEn' } as const;

/** Reads, changes and resets the texts of events. */
export const pushTemplateOperations = [
  handle(getPushTemplates, async (tx) => {
    const own = await ownWords(tx);
    const templates = [...pushEvents].map(([event, type]) => ({
      event,
      isOwn: own.has(event),
      ...(own.get(event) ?? standardWords(type)),
    }));
    return { templates };
  }),
  handle(savePushTemplate, async (tx, { event, ...words }, act) => {
    const type = pushEventOf(event);
    for (const [key, path] of Object.entries(WORDS)) {
      const [name] = unknownPlaces(type, [words[key as keyof typeof WORDS]]);
      if (name === undefined) continue;
      const known = Object.keys(type.push.placeholders)
        .map((one) => `{${one}}`)
        .join(' ');
      const params = { name: `{${name}}`, known };
      const rule = pushRefusal['unknown-placeholder'];
      throw new Refusal(rule, params, [{ path, ...fillLabel(rule, params) }]);
    }
    const before = (await ownWords(tx)).get(type.kind) ?? standardWords(type);
    await tx.query(
      `insert into push_template (tenant_id, event, updated_at, title_zh, title_en, body_zh, body_en, sms_code)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (tenant_id, event) do update set updated_at = $3, title_zh = $4, title_en = $5, body_zh = $6,
         body_en = $7, sms_code = $8`,
      [tx.tenantId, event, tx.now, words.titleZh, words.titleEn, words.bodyZh, words.bodyEn, words.smsCode],
    );
    tx.emit(pushTemplateUpdated, { data: { event: type.kind } });
    act.describe({ subjectKind: 'push-template', subject: type.label.zh, before, after: words });
    return {};
  }),
  handle(resetPushTemplate, async (tx, { event }, act) => {
    const type = pushEventOf(event);
    const before = (await ownWords(tx)).get(type.kind);
    await tx.query('delete from push_template where tenant_id = $1 and event = $2', [tx.tenantId, event]);
    tx.emit(pushTemplateReset, { data: { event: type.kind } });
    act.describe({
      subjectKind: 'push-template',
      subject: type.label.zh,
      before,
      after: standardWords(type),
    });
    return {};
  }),
];
