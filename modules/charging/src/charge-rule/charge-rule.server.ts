import { describeTariff, tariffTemplate } from '@boyun/domain/fee';
import { Refusal } from '@boyun/kernel/contract';
import { serve } from '@boyun/kernel/server';
import { chargeRule, chargingRefusal } from './charge-rule.contract.ts';

/** A rule's content comes from its template; another template makes the next version. */
export const chargeRuleServer = serve(chargeRule, {
  async afterWrite(tx, row, before) {
    if (before?.template === row.template) return;
    const template = tariffTemplate.find((one) => one.id === row.template);
    if (!template) throw new Refusal(chargingRefusal['bad-tariff'], { reason: String(row.template) });
    const [last] = await tx.query<{ number: number }>(
      `select coalesce(max(number), 0) as number from charge_rule_version where tenant_id = $1 and charge_rule_id = $2`,
      [tx.tenantId, row.id],
    );
    const number = (last?.number ?? 0) + 1;
    // Time to reach the exit after paying inside; 15 minutes is what most cities prescribe.
    const grace = template.tariff.grace ?? { minutes: 15, beyond: 'difference' as const };
    const tariff = { ...template.tariff, grace, version: number };
    const reading = describeTariff(tariff);
    await tx.query(
      `insert into charge_rule_version (tenant_id, id, charge_rule_id, number, tariff, reading_zh, reading_en, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [tx.tenantId, tx.newId(), row.id, number, JSON.stringify(tariff), reading.zh, reading.en, tx.now],
    );
  },
  async afterRead(tx, rows) {
    const versions = await tx.query<{ ruleId: string; number: number; tariff: unknown; zh: string; en: string }>(
      `select distinct on (charge_rule_id) charge_rule_id as "ruleId", number, tariff, reading_zh as zh, reading_en as en
       from charge_rule_version where tenant_id = $1 and charge_rule_id = any($2::uuid[])
       order by charge_rule_id, number desc`,
      [tx.tenantId, rows.map((row) => row.id)],
    );
    for (const row of rows) {
      const version = versions.find((one) => one.ruleId === row.id);
      row.versionNumber = version?.number ?? 0;
      row.readingZh = version?.zh ?? '';
      row.readingEn = version?.en ?? '';
      row.tariff = version?.tariff ?? null;
    }
  },
});
