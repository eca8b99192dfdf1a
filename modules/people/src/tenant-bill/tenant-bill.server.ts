import { addDays, monthKey } from '@boyun/domain/period';
import { Refusal } from '@boyun/kernel/contract';
import { Conditions, handleAboveTenants, handleReport, type Kernel, systemWho } from '@boyun/kernel/server';
import { staffIn } from '../tenant/tenant-change.service.ts';
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
export const tenantBillReport = handleReport(tenantBillList, async (tx, filters, paging, kernel) => {
  const conditions = new Conditions();
  if (!tx.who.isPlatform) conditions.add('b.tenant_id = ?', tx.tenantId);
  const now = `${conditions.place(tx.now)}::timestamptz`;
  const state = `case when b.state = 'open' and b.due_at <= ${now} then 'overdue' else b.state end`;
  conditions
    .add("(t.name ilike '%' || ? || '%' or t.code ilike '%' || ? || '%')", filters.name)
    .add('b.month = ?', filters.month)
    .add(`${state} = ?`, filters.state);
  const from = `from tenant_bill b join tenant t on t.id = b.tenant_id where ${conditions.sql}`;
  const { query } = tx.who.isPlatform ? { query: kernel.database.systemOf.office } : tx;
  const [totals] = await query<{ total: number; amountFen: number; openFen: number }>(
    `select count(*) as total, coalesce(sum(b.amount_fen), 0)::bigint as "amountFen",
       coalesce(sum(b.amount_fen) filter (where b.state = 'open'), 0)::bigint as "openFen" ${from} and ${now} is not null`,
    conditions.values,
  );
  const rows = await query<Record<string, never>>(
    `select b.id, b.tenant_id as "tenantNumber", t.name, b.month, b.monthly_fee_fen as "monthlyFeeFen",
       b.lot_count as "lotCount", b.lot_fee_fen as "lotFeeFen", b.amount_fen as "amountFen", b.due_at as "dueAt",
       ${state} as state, b.created_at as "createdAt", b.settled_at as "settledAt", b.settled_by as "settledBy", b.note
     ${from} order by b.month desc, b.amount_fen desc, b.id`,
    conditions.values,
    paging,
  );
  const { total, ...sums } = totals!;
  return { rows, total, totals: sums };
});

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
