import { type Kernel, type Sweep, sweepTenants } from '@boyun/kernel/server';
import { availableOf, lockMerchant, reservedOf } from './merchant.queries.ts';
import { merchantCreditLow } from './merchant-event.contract.ts';

const AVAILABLE = `m.balance_fen + coalesce(m.limit_fen, 0) - (select coalesce(sum(g.reserve_fen), 0) from merchant_grant g
  where g.tenant_id = m.tenant_id and g.merchant_id = m.id and g.state = 'granted' and g.valid_until > $1)`;

/** Tells once that a merchant is short of credit, and again when it was topped up and is short anew. */
export const lowCredit: Sweep = {
  name: 'merchant-low-credit',
  everySeconds: 60,
  async run(kernel: Kernel) {
    const sql = `select m.tenant_id, m.id from merchant m
      where m.low_credit_fen is not null and m.status = 2 and (m.low_told_at is not null) <> (${AVAILABLE} < m.low_credit_fen) limit 1000`;
    const changed = { sql, values: [kernel.clock.now()] };
    await sweepTenants<{ tenantId: number; id: string }>(kernel, changed, async (tx, { id }) => {
      const row = await lockMerchant(tx, id);
      if (row?.lowCreditFen == null) return;
      const availableFen = availableOf(row, (await reservedOf(tx, [id])).get(id) ?? 0);
      const isLow = availableFen < row.lowCreditFen;
      const written = await tx.query(
        `update merchant set low_told_at = case when $3 then $4::timestamptz end
         where tenant_id = $1 and id = $2 and (low_told_at is not null) <> $3 returning id`,
        [tx.tenantId, id, isLow, tx.now],
      );
      if (!isLow || written.length === 0) return;
      const lotId = row.lotIds.length === 1 ? row.lotIds[0]! : null;
      tx.emit(merchantCreditLow, { lotId, subjectId: id, data: { name: row.name, availableFen } });
    });
  },
};

/** Forgets changing codes that are over: nobody can ask what became of them. */
export const endedCodes: Sweep = {
  name: 'ended-merchant-codes',
  everySeconds: 3600,
  async run(kernel: Kernel) {
    await kernel.database.system(
      `delete from merchant_code where kind = 'rotating' and valid_until < $1::timestamptz - interval '1 day'`,
      [kernel.clock.now()],
    );
  },
};
