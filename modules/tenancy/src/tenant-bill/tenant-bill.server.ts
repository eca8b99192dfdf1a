import { staffIn } from '@boyun/access/server';
import { addDays, monthKey } from '@boyun/domain/period';
import { Refusal } from '@boyun/kernel/contract';
import {
  aboveTenants,
  containing,
  handleAboveTenants,
  type Kernel,
  serveReport,
  sql,
  systemWho,
} from '@boyun/kernel/server';
import { settleTenantBill, tenantBillList, tenantBillRefusal } from './tenant-bill.contract.ts';
import { tenantBillMade, tenantBillSettled } from './tenant-bill-event.contract.ts';

/** Days until a bill is due. */
const DUE_DAYS = 15;

interface Agreed {
  readonly id: number;
  readonly name: string;
  readonly zone: string;
  readonly monthlyFeeFen: number;
  readonly lotFeeFen: number;
}

/** Creates this month's bill for every tenant that pays for the product and has none yet; months follow the tenant's time zone. */
export async function makeBills(kernel: Pick<Kernel, 'database' | 'clock' | 'figures'>): Promise<void> {
  const now = kernel.clock.now();
  const agreed = await kernel.database.system<Agreed>(
    `select id, name, time_zone as zone, coalesce(monthly_fee_fen, 0) as "monthlyFeeFen", coalesce(lot_fee_fen, 0) as "lotFeeFen"
     from tenant where kind = 'operator' and deletion_due_at is null and (monthly_fee_fen > 0 or lot_fee_fen > 0)
       and (expires_at is null or expires_at > $1)`,
    [now],
  );
  if (agreed.length === 0) return;
  const { sql } = kernel.figures.find((one) => one.name === 'lotCount')!;
  const lots = new Map(
    (await kernel.database.system<{ tenantId: number; value: number }>(sql)).map((one) => [one.tenantId, one.value]),
  );
  for (const { id, name, zone, monthlyFeeFen, lotFeeFen } of agreed) {
    const month = monthKey(now.getTime(), zone);
    const lotCount = lots.get(id) ?? 0;
    const amountFen = monthlyFeeFen + lotCount * lotFeeFen;
    const dueAt = new Date(addDays(now.getTime(), DUE_DAYS, zone));
    await kernel.database.inTenant(systemWho(id), async (tx) => {
      const billId = tx.newId();
      const made = await tx.query(
        `insert into tenant_bill (tenant_id, id, created_at, month, lot_count, monthly_fee_fen, lot_fee_fen, amount_fen, due_at, state)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'open') on conflict do nothing returning id`,
        [id, billId, now, month, lotCount, monthlyFeeFen, lotFeeFen, amountFen, dueAt],
      );
      if (made.length === 0) return;
      tx.emit(tenantBillMade, { subjectId: billId, data: { month, amountFen } });
      tx.audit({
        action: 'tenant-bill.made',
        subjectKind: 'tenant-bill',
        subjectId: billId,
        subject: `${name} ${month}`,
        after: { lotCount, monthlyFeeFen, lotFeeFen, amountFen },
      });
    });
  }
}

/** The bills of the caller's tenant; the platform sees those of all tenants. */
export const tenantBillReport = serveReport(
  tenantBillList,
  ({ tx, who }) => {
    const state = sql`case when b.state = 'open' and b.due_at <= ${tx.now}::timestamptz then 'overdue' else b.state end`;
    return {
      from: 'tenant_bill',
      as: 'b',
      tenant: who.isPlatform ? null : 'b.tenant_id',
      joins: 'join tenant t on t.id = b.tenant_id',
      lot: null,
      own: null,
      filters: { name: containing('t.name', 't.code'), state: (wanted) => sql`${state} = ${wanted}` },
      columns: { tenantNumber: 'b.tenant_id', name: 't.name', state },
      order: 'b.month desc, b.amount_fen desc, b.id',
      aggregates: {
        of: {
          amountFen: 'coalesce(sum(b.amount_fen), 0)::bigint',
          openFen: "coalesce(sum(b.amount_fen) filter (where b.state = 'open'), 0)::bigint",
        },
      },
    };
  },
  aboveTenants,
);

/** Settles a bill; audited in the logs of the platform and of the tenant. */
export const tenantBillOperations = [
  handleAboveTenants(settleTenantBill, async (tx, { tenantNumber, month, outcome, note }, act) => {
    const subject = await tx.asTenant(staffIn(tenantNumber, tx.who), async (own) => {
      const [bill] = await own.query<{ id: string; name: string }>(
        `update tenant_bill b set state = $3, settled_at = $4, settled_by = $5, note = $6 from tenant t
         where b.tenant_id = $1 and b.month = $2 and b.state = 'open' and t.id = b.tenant_id returning b.id, t.name`,
        [tenantNumber, month, outcome, own.now, tx.who.name, note],
      );
      if (!bill) throw new Refusal(tenantBillRefusal['not-open']);
      const name = `${bill.name} ${month}`;
      own.audit({
        action: settleTenantBill.audit!,
        subjectKind: 'tenant-bill',
        subjectId: bill.id,
        subject: name,
        after: { outcome, note },
      });
      own.emit(tenantBillSettled, { subjectId: bill.id, data: { month, outcome } });
      return name;
    });
    act.describe({ subjectKind: 'tenant-bill', subject, after: { outcome, note } });
    return {};
  }),
];
