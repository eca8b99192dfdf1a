import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { handle } from '@boyun/kernel/server';
import { arrearsRefusal } from './arrears.contract.ts';
import { arrearsRuleSaved } from './arrears-event.contract.ts';
import { getArrearsRule, saveArrearsRule } from './arrears-rule.contract.ts';
import { arrearsRuleOf } from './reminder.service.ts';

/** The rule of reminders, read and set. */
export const arrearsRuleServers = [
  handle(getArrearsRule, (tx) => arrearsRuleOf(tx)),
  handle(saveArrearsRule, async (tx, { version, ...rule }, act) => {
    if ((rule.quietFrom === null) !== (rule.quietTo === null)) throw new Refusal(arrearsRefusal['quiet-half']);
    if (rule.isActive && !rule.siteUrl) throw new Refusal(arrearsRefusal['no-site-url']);
    const { version: _, ...before } = await arrearsRuleOf(tx);
    const saved = await tx.query(
      `insert into arrears_rule as r (tenant_id, version, updated_at, is_active, after_days, every_days, most_times,
         quiet_from, quiet_to, site_url)
       select $1, 1, $3, $4, $5, $6, $7, $8, $9, $10 where $2 = 0 or exists (select from arrears_rule where tenant_id = $1)
       on conflict (tenant_id) do update set version = r.version + 1, updated_at = $3, is_active = $4, after_days = $5,
         every_days = $6, most_times = $7, quiet_from = $8, quiet_to = $9, site_url = $10
         where r.version = $2
       returning version`,
      [
        tx.tenantId,
        version,
        tx.now,
        rule.isActive,
        rule.afterDays,
        rule.everyDays,
        rule.mostTimes,
        rule.quietFrom,
        rule.quietTo,
        rule.siteUrl,
      ],
    );
    if (saved.length === 0) throw new Refusal(kernelRefusal.changed);
    tx.emit(arrearsRuleSaved, { data: { version: version + 1 } });
    act.describe({
      subjectKind: 'arrears-rule',
      subjectId: `${tx.tenantId}`,
      subject: saveArrearsRule.title[tx.who.language],
      before,
      after: rule,
    });
    return {};
  }),
];
