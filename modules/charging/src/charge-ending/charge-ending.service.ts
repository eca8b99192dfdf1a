import { type ReminderKind, sql, type TenantTx } from '@boyun/kernel/server';
import { publishVersion } from '../tariff-version/tariff-version.contract.ts';
import { ruleEnding } from './charge-ending-event.contract.ts';

interface Ending {
  readonly name: string;
  /** The last day of a binding, or the moment a version takes over. */
  readonly day: string;
  /** The version that takes over; null where a binding ends. */
  readonly next: number | null;
}

const bindingEnding = (tx: TenantTx, id: string) =>
  tx.query<Ending>(
    `select r.name, b.to_day::text as day, null::int as next
     from charge_binding b join charge_rule r on r.tenant_id = b.tenant_id and r.id = b.charge_rule_id
     where b.tenant_id = $1 and b.id = $2 and b.to_day is not null`,
    [tx.tenantId, id],
  );

const versionBeginning = (tx: TenantTx, id: string) =>
  tx.query<Ending>(
    `select r.name, to_char(v.effective_from at time zone t.time_zone, 'YYYY-MM-DD HH24:MI') as day, v.number as next
     from charge_rule_version v join tenant t on t.id = v.tenant_id
     join charge_rule r on r.tenant_id = v.tenant_id and r.id = v.charge_rule_id
     where v.tenant_id = $1 and v.id = $2 and v.state = 'published'`,
    [tx.tenantId, id],
  );

/** Reminds of bindings about to end, and of rules about to change to another version. */
export const chargeEndingReminder: ReminderKind = {
  name: 'charge-rule-ending',
  title: { zh: '收费规则即将到期', en: 'Charge rules about to end' },
  hint: {
    zh: '绑定到期，或规则即将换用新版本时，提醒可发布收费规则的人员',
    en: 'Those who may publish charge rules hear of bindings about to end and of versions about to take over',
  },
  event: ruleEnding,
  lead: { side: 'before', days: 7 },
  repeat: null,
  isActive: true,
  owner: 'never',
  staff: { access: publishVersion.access, isByDefault: true },
  due: (now) => sql`
    select b.tenant_id, 'binding ' || b.id as subject, ((b.to_day + 1)::timestamp at time zone t.time_zone) as occasion
    from charge_binding b join tenant t on t.id = b.tenant_id
    where b.to_day >= (${now}::timestamptz at time zone t.time_zone)::date
    union all
    select v.tenant_id, 'version ' || v.id, v.effective_from
    from charge_rule_version v where v.state = 'published' and v.number > 1 and v.effective_from > ${now}`,
  async tell(tx, subject) {
    const [kind, id] = subject.split(' ') as ['binding' | 'version', string];
    const [ending] = kind === 'binding' ? await bindingEnding(tx, id) : await versionBeginning(tx, id);
    if (!ending) return false;
    tx.emit(ruleEnding, { data: ending });
    return true;
  },
};
