import { staffIn } from '@boyun/access/server';
import { addDays, monthKey } from '@boyun/domain/period';
import { Refusal } from '@boyun/kernel/contract';
import {
  containing,
  handleAboveTenants,
  handleOnPlatform,
  type Kernel,
  type Sweep,
  serveReport,
  sql,
  systemWho,
  type TenantTx,
  type Who,
} from '@boyun/kernel/server';
import { payTenantBill, settleTenantBill, tenantBillList, tenantBillRefusal } from './tenant-bill.contract.ts';
import { lockBillOf, settleBill, tenantBillTill } from './tenant-bill.service.ts';
import { tenantBillMade, tenantBillSettled } from './tenant-bill-event.contract.ts';

/** Days until a bill is due. */
const DUE_DAYS = 15;

interface Agreed {
  readonly id: number;
  readonly name: string;
  readonly zone: string;
  readonly monthlyFeeFen: number;
  readonly lotFeeFen: number;
  readonly platformId: number;
}

const platformOf = `(select id from tenant where kind = 'platform' order by id limit 1)`;

/** Creates this month's bill for every tenant that pays for the product and has none yet; months follow the tenant's time zone. */
export async function makeBills(kernel: Pick<Kernel, 'database' | 'clock' | 'figures'>): Promise<void> {
  const now = kernel.clock.now();
  const agreed = await kernel.database.system<Agreed>(
    `select id, name, time_zone as zone, coalesce(monthly_fee_fen, 0) as "monthlyFeeFen", coalesce(lot_fee_fen, 0) as "lotFeeFen",
       ${platformOf} as "platformId"
     from tenant where kind = 'operator' and deletion_due_at is null and (monthly_fee_fen > 0 or lot_fee_fen > 0)
       and (expires_at is null or expires_at > $1) and exists ${platformOf}`,
    [now],
  );
  if (agreed.length === 0) return;
  const { sql } = kernel.figures.find((one) => one.name === 'lotCount')!;
  const lots = new Map(
    (await kernel.database.system<{ tenantId: number; value: number }>(sql)).map((one) => [one.tenantId, one.value]),
  );
  for (const one of agreed) {
    const work = (tx: TenantTx) => makeBill(tx, one, lots.get(one.id) ?? 0);
    await kernel.database.inTenant(systemWho(one.platformId), work, { isAboveTenants: true });
  }
}

/** Makes the bill of a tenant in a transaction of the platform, and tells the tenant; does nothing where there is one. */
async function makeBill(
  tx: TenantTx,
  { id: debtorId, name, zone, monthlyFeeFen, lotFeeFen }: Agreed,
  lotCount: number,
) {
  const month = monthKey(tx.now.getTime(), zone);
  const amountFen = monthlyFeeFen + lotCount * lotFeeFen;
  const dueAt = new Date(addDays(tx.now.getTime(), DUE_DAYS, zone));
  const billId = tx.newId();
  const made = await tx.query(
    `insert into tenant_bill (tenant_id, id, created_at, month, lot_count, monthly_fee_fen, lot_fee_fen, amount_fen, due_at, state,
       debtor_id, debtor_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'open', $10, $11) on conflict do nothing returning id`,
    [tx.tenantId, billId, tx.now, month, lotCount, monthlyFeeFen, lotFeeFen, amountFen, dueAt, debtorId, name],
  );
  if (made.length === 0) return;
  await tx.asTenant(systemWho(debtorId), async (own) => {
    own.emit(tenantBillMade, { subjectId: billId, data: { month, amountFen } });
    own.audit({
      action: 'tenant-bill.made',
      subjectKind: 'tenant-bill',
      subjectId: billId,
      subject: `${name} ${month}`,
      after: { lotCount, monthlyFeeFen, lotFeeFen, amountFen },
    });
  });
}

/** The bills of the caller's tenant; the platform sees those of all tenants. */
export const tenantBillReport = serveReport(
  tenantBillList,
  ({ tx, who }) => {
    const state = sql`case when b.state = 'open' and b.due_at <= ${tx.now}::timestamptz then 'overdue' else b.state end`;
    return {
      from: 'tenant_bill',
      as: 'b',
      tenant: who.isPlatform ? null : 'b.debtor_id',
      joins: 'left join tenant t on t.id = b.debtor_id',
      lot: null,
      own: null,
      filters: { name: containing('b.debtor_name', 't.code'), state: (wanted) => sql`${state} = ${wanted}` },
      columns: { tenantNumber: 'b.debtor_id', name: 'b.debtor_name', state },
      order: 'b.month desc, b.amount_fen desc, b.id',
      aggregates: {
        of: {
          amountFen: 'coalesce(sum(b.amount_fen), 0)::bigint',
          openFen: "coalesce(sum(b.amount_fen) filter (where b.state = 'open'), 0)::bigint",
        },
      },
    };
  },
  // The rows are the platform's; the condition above leaves a tenant its own.
  () => ({ isAboveTenants: true }),
);

/** How often settled bills are told to those that owed them, in seconds. */
const TELL_EVERY_SECONDS = 30;

/** What a tenant's log says of a bill that was settled. */
interface Settled {
  readonly id: string;
  readonly debtorId: number;
  readonly debtorName: string;
  readonly month: string;
  readonly outcome: 'paid' | 'waived';
  readonly note: string | null;
}

/** Tells tenants of their settled bills, in a transaction of the platform: each once. `as` is who the tenant's log names. */
async function tellDebtors(tx: TenantTx, as: (debtorId: number) => Who): Promise<void> {
  const settled = await tx.query<Settled>(
    `update tenant_bill b set told_at = $2 where b.tenant_id = $1 and b.settled_at is not null and b.told_at is null
     returning b.id, b.debtor_id, b.debtor_name, b.month, b.state as outcome, b.note`,
    [tx.tenantId, tx.now],
  );
  for (const { id, debtorId, debtorName, month, outcome, note } of settled) {
    const [tenant] = await tx.query('select from tenant where id = $1', [debtorId]);
    if (!tenant) continue;
    await tx.asTenant(as(debtorId), async (own) => {
      own.audit({
        action: settleTenantBill.audit!,
        subjectKind: 'tenant-bill',
        subjectId: id,
        subject: `${debtorName} ${month}`,
        after: { outcome, note },
      });
      own.emit(tenantBillSettled, { subjectId: id, data: { month, outcome } });
    });
  }
}

/** Tells tenants of bills that their phones have paid. */
export const toldBills: Sweep = {
  name: 'told-tenant-bills',
  everySeconds: TELL_EVERY_SECONDS,
  async run(kernel) {
    const [found] = await kernel.database.system<{ tenantId: number }>(
      'select tenant_id from tenant_bill where settled_at is not null and told_at is null limit 1',
    );
    if (!found) return;
    const tell = (tx: TenantTx) => tellDebtors(tx, (debtorId) => systemWho(debtorId));
    await kernel.database.inTenant(systemWho(found.tenantId), tell, { isAboveTenants: true });
  },
};

/** Settles a bill; audited in the logs of the platform and of the tenant. */
const settleServer = handleAboveTenants(
  settleTenantBill,
  async (tx, { tenantNumber, month, outcome, method, note }, act) => {
    const bill = await lockBillOf(tx, tenantNumber, month);
    if (bill?.state !== 'open') throw new Refusal(tenantBillRefusal['not-open']);
    const till = tx.slots.find(tenantBillTill);
    if (outcome === 'paid' && bill.amountFen > 0 && till) await till.takeByHand(tx, bill, { method, note });
    else await settleBill(tx, bill, { outcome, by: tx.who.name, note });
    await tellDebtors(tx, (debtorId) => staffIn(debtorId, tx.who));
    const after = outcome === 'paid' ? { outcome, method, note } : { outcome, note };
    act.describe({ subjectKind: 'tenant-bill', subject: `${bill.debtorName} ${month}`, after });
    return {};
  },
);

/** Begins a payment by phone on the platform's page. */
const payServer = handleOnPlatform(payTenantBill, async (tx, { month }, act, kernel) => {
  const { who } = tx;
  const [platform] = await tx.query<{ id: number; name: string }>(
    `select p.id, t.name from tenant p join tenant t on t.id = $1 where p.id = ${platformOf}`,
    [who.tenantId],
  );
  const till = tx.slots.find(tenantBillTill);
  if (!platform || !till) throw new Refusal(tenantBillRefusal['not-open']);
  const by = `${platform.name} ${who.name}`;
  const as = { ...systemWho(platform.id, `tenant:${who.tenantId}`), name: by, address: who.address };
  return tx.asTenant(as, async (own) => {
    const bill = await lockBillOf(own, who.tenantId, month);
    if (bill?.state !== 'open') throw new Refusal(tenantBillRefusal['not-open']);
    const begun = await till.payByPhone(own, bill, by);
    if (!begun) throw new Refusal(tenantBillRefusal['no-phone']);
    const { path, validUntil } = begun;
    act.describe({
      subjectKind: 'tenant-bill',
      subjectId: bill.id,
      subject: month,
      after: { amountFen: bill.amountFen },
    });
    const { publicUrl } = kernel.configuration;
    return { amountFen: bill.amountFen, address: publicUrl ? new URL(path, publicUrl).href : path, validUntil };
  });
});

/** What is done with bills: settled by the platform, paid by tenants. */
export const tenantBillOperations = [settleServer, payServer];
