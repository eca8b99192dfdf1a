import { holdersOf } from '@boyun/access/server';
import { pattern } from '@boyun/domain/pattern';
import { type EventData, type Label, readEventData } from '@boyun/kernel/contract';
import { type EventRow, type Jobs, type Reaction, reminderKinds, type TenantTx } from '@boyun/kernel/server';
import { deliver } from '@boyun/system/server';
import { type PushEvent, pushEventOf, pushEvents } from '../event/push-event.contract.ts';
import { addSend } from '../outbox/push-send.service.ts';
import { endOfQuiet, quietHoursOf } from '../quiet/quiet.service.ts';
import { reminderRulesOf, standardRule } from '../reminder/reminder-rule.service.ts';
import type { LeastSeverity, PushChannel } from '../rule/push-rule.contract.ts';
import { pushSent } from '../rule/push-rule-event.contract.ts';
import { fillIn, ownWords, standardWords } from '../template/push-template.service.ts';

/** Whom an event is told through which channels: a rule of the tenant, or the settings of the reminder it belongs to. */
interface Rule {
  readonly severity: keyof typeof LeastSeverity | null;
  readonly channels: (keyof typeof PushChannel)[];
  readonly roles: string[];
  readonly accounts: string[];
  readonly mobiles: string[];
  readonly mails: string[];
  /** Accounts with this right instead of roles and names. */
  readonly permission: string | null;
  /** Also an SMS to the customer. */
  readonly isToOwner: boolean;
  /** SMS and mails wait for the end of the quiet hours. */
  readonly isQuiet: boolean;
}

const RANK = { low: 0, medium: 1, high: 2 } as const;

/** Notifies the recipients named by the tenant's rules of events. */
export const pushesFromEvents: Reaction = {
  name: 'pushes',
  // Known once the modules of the program are.
  get kinds() {
    return [...pushEvents.keys()];
  },
  async pick(query, events) {
    const tenants = [...new Set(events.map((one) => one.tenantId))];
    const rules = await query<{ tenantId: number; event: string }>(
      'select distinct tenant_id, event from push_rule where tenant_id = any($1::int[]) and is_active',
      [tenants],
    );
    const wanted = new Set(rules.map((one) => `${one.tenantId} ${one.event}`));
    return events.filter(
      ({ tenantId, kind }) => pushEventOf(kind).push.message === 'reminder' || wanted.has(`${tenantId} ${kind}`),
    );
  },
  async react(tx, event, jobs) {
    const type = pushEventOf(event.kind);
    const data = readEventData(type, event.data);
    const rules = [...(await reminderRules(tx, event.kind)), ...(await pushRules(tx, event))];
    const severity = type.push.severity?.(data) as keyof typeof RANK | undefined;
    const meant = rules.filter((one) => !severity || (RANK[severity] ?? 0) >= RANK[one.severity ?? 'low']);
    if (meant.length === 0) return;
    const quiet = await quietHoursOf(tx);
    const words = (await ownWords(tx)).get(event.kind) ?? standardWords(type);
    const values = await valuesOf(tx, event, { type, data, zone: quiet.zone });
    const title = { zh: fillIn(words.titleZh, values, 'zh'), en: fillIn(words.titleEn, values, 'en') };
    const body = { zh: fillIn(words.bodyZh, values, 'zh'), en: fillIn(words.bodyEn, values, 'en') };
    const mobile = type.push.mobile?.(data) ?? null;
    const path = typeof type.push.path === 'string' ? type.push.path : type.push.path(data);
    const quietUntil = endOfQuiet(tx.now, quiet);
    const news: News = { type, event, mobile, title, body, path, quietUntil, smsCode: words.smsCode };
    // A recipient named by several rules is notified once per channel.
    const notified = new Set<string>();
    for (const rule of meant) await follow(tx, jobs, rule, news, notified);
  },
};

/** Returns the rules of the tenant about an event. */
function pushRules(tx: TenantTx, event: EventRow): Promise<Rule[]> {
  return tx.query<Rule>(
    `select severity, channels, roles, accounts, mobiles, mails, null::text as permission, false as is_to_owner, is_quiet
     from push_rule
     where tenant_id = $1 and event = $2 and is_active and (lot_ids = '{}' or $3::uuid = any(lot_ids)) order by id`,
    [tx.tenantId, event.kind, event.lotId],
  );
}

/** Returns what the settings of a reminder say of its event; nothing for other events. */
async function reminderRules(tx: TenantTx, eventKind: string): Promise<Rule[]> {
  const kind = tx.slots.all(reminderKinds).find(({ event }) => event.kind === eventKind);
  if (!kind) return [];
  const { isToOwner, isToStaff } = (await reminderRulesOf(tx)).get(kind.name) ?? standardRule(kind);
  const channels: Rule['channels'] = [
    ...(isToStaff ? (['message'] as const) : []),
    ...(isToOwner ? (['sms'] as const) : []),
  ];
  const nobody = { roles: [], accounts: [], mobiles: [], mails: [] };
  const access = kind.staff?.access;
  const permission = typeof access === 'object' ? access.name : null;
  return channels.length > 0 ? [{ ...nobody, severity: null, channels, permission, isToOwner, isQuiet: true }] : [];
}

interface News {
  readonly type: PushEvent;
  readonly event: EventRow;
  /** Number of the customer whom the event concerns. */
  readonly mobile: string | null;
  readonly title: Label;
  readonly body: Label;
  readonly path: string;
  /** End of the quiet hours it happened in; null outside them. */
  readonly quietUntil: Date | null;
  readonly smsCode: string | null;
}

async function follow(tx: TenantTx, jobs: Jobs, rule: Rule, news: News, notified: Set<string>): Promise<void> {
  const { type, event, mobile, title, body, path, smsCode } = news;
  const notBefore = rule.isQuiet ? news.quietUntil : null;
  const isNew = (channel: string, who: string) => {
    const key = `${channel} ${who}`;
    if (notified.has(key)) return false;
    notified.add(key);
    return true;
  };
  const named = await accountsOf(tx, rule, event.lotId);
  // A rule without recipients would text everyone: SMS go only to explicitly named recipients.
  const isForAll = rule.roles.length + rule.accounts.length === 0;
  const ownMobiles = isForAll ? [] : named.flatMap((one) => one.mobile ?? []);
  const ownerMobiles = rule.isToOwner && mobile && pattern.mobile.isValid(mobile) ? [mobile] : [];
  if (rule.channels.includes('message')) {
    const accountIds = named.map((one) => one.id).filter((id) => isNew('message', id));
    await deliver(tx, {
      kind: type.push.message,
      title,
      body,
      path,
      sender: 'system',
      audience: rule.permission ?? ([...rule.roles, ...rule.accounts].join(' ').slice(0, 200) || 'everyone'),
      accountIds,
    });
  }
  const lotId = event.lotId;
  for (const channel of ['sms', 'mail'] as const) {
    if (!rule.channels.includes(channel)) continue;
    for (const recipient of channel === 'sms' ? [...rule.mobiles, ...ownMobiles, ...ownerMobiles] : rule.mails) {
      if (!isNew(channel, recipient)) continue;
      const text = channel === 'sms' ? body.zh : `${body.zh}\n\n${body.en}`;
      await addSend(tx, jobs, {
        channel,
        event: type.kind,
        recipient,
        title: title.zh,
        body: text,
        smsCode,
        lotId,
        notBefore,
      });
    }
  }
  if (rule.channels.includes('webhook') && isNew('webhook', ''))
    tx.emit(pushSent, {
      lotId,
      subjectId: event.subjectId,
      data: { event: type.kind, titleZh: title.zh, titleEn: title.en, bodyZh: body.zh, bodyEn: body.en },
    });
}

/**
 * Returns the recipients of a rule: active accounts with its right, or with one of its roles or names, that see the lot; without any of
 * these, all that see it.
 */
async function accountsOf(
  tx: TenantTx,
  rule: Rule,
  lotId: string | null,
): Promise<{ readonly id: string; readonly mobile: string | null }[]> {
  if (rule.permission) return (await holdersOf(tx, rule.permission, lotId)).map((id) => ({ id, mobile: null }));
  return tx.query<{ id: string; mobile: string | null }>(
    `select a.id, a.mobile from account_fact a
     where a.tenant_id = $1 and a.state = 'active' and not a.is_support
       and ($2::uuid is null or coalesce($2 = any(account_lots(a.tenant_id, a.id)), true))
       and (cardinality($3::text[]) + cardinality($4::text[]) = 0 or a.account = any($4)
         or exists (select from account_role_fact ar join role_fact r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
           where ar.tenant_id = a.tenant_id and ar.account_id = a.id and coalesce(r.code, r.name) = any($3)))`,
    [tx.tenantId, lotId, rule.roles, rule.accounts],
  );
}

/** Returns the values of an event's placeholders, in both languages. */
async function valuesOf(
  tx: TenantTx,
  event: EventRow,
  { type, data, zone }: { readonly type: PushEvent; readonly data: EventData; readonly zone: string },
): Promise<Record<string, Label>> {
  const [lot] = event.lotId
    ? await tx.query<{ name: string; zone: string }>(
        'select name, time_zone as zone from lot_fact where tenant_id = $1 and id = $2',
        [tx.tenantId, event.lotId],
      )
    : [];
  const head = { lot: lot?.name ?? null, time: wallClock(event.at, lot?.zone ?? zone) };
  return Object.fromEntries(
    Object.entries(type.push.placeholders).map(([name, { value }]) => {
      const text = typeof value === 'function' ? value(data) : head[value];
      return [name, typeof text === 'object' && text ? text : { zh: String(text ?? ''), en: String(text ?? '') }];
    }),
  );
}

/** Formats an instant as local time of a zone. */
function wallClock(at: Date, zone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at);
}
