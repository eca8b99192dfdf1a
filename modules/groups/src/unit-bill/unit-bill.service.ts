import { addDays } from '@boyun/domain/period';
import { contractMonth, monthBefore, rentOf } from '@boyun/domain/unit-bill';
import { serialNumber, type TenantTx } from '@boyun/kernel/server';
import { type BillValues, billKindOf, book, setBill } from '@boyun/money/server';
import { unitPurpose } from './unit-bill.contract.ts';
import { unitBillMade } from './unit-bill-event.contract.ts';

const { kind } = unitPurpose;
const REVENUE = { account: 'revenue', party: kind } as const;
const PROMOTION = { account: 'promotion', party: 'operator' } as const;
/** Days a unit has to pay. */
const DUE_DAYS = 15;

/** A bill of a unit, as money sees it. */
export interface UnitBill {
  readonly id: string;
  readonly billNo: string;
  readonly unitId: string;
  readonly unitName: string;
  readonly lotId: string;
  readonly amountFen: number;
  readonly paidFen: number;
}

/** The amounts of a bill. */
export const valuesOf = ({ id, lotId, amountFen }: Pick<UnitBill, 'id' | 'lotId' | 'amountFen'>): BillValues => ({
  kind,
  subjectId: id,
  number: 1,
  lotId,
  plate: '',
  grossFen: amountFen,
  reducedFen: 0,
});

/** Locks bills in one order. */
export function lockUnitBills(tx: TenantTx, ids: readonly string[]): Promise<UnitBill[]> {
  return tx.query<UnitBill>(
    `select b.id, b.bill_no, b.unit_id, u.name as "unitName", b.lot_id, b.amount_fen, b.paid_fen
     from unit_bill b join unit u on u.tenant_id = b.tenant_id and u.id = b.unit_id
     where b.tenant_id = $1 and b.id = any($2::uuid[]) order by b.id for no key update of b`,
    [tx.tenantId, ids],
  );
}

const movePaid = (tx: TenantTx, { id }: UnitBill, fen: number) =>
  tx.query(
    `update unit_bill set paid_fen = paid_fen + $3, paid_at = case when paid_fen + $3 >= amount_fen then $4::timestamptz end
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, fen, tx.now],
  );

/** Monthly bills of units as a kind of bill: one of money for each. */
export const unitBills = billKindOf<UnitBill>({
  credit: () => REVENUE,
  async lock(tx, id) {
    const [subject] = await lockUnitBills(tx, [id]);
    return subject ? { values: valuesOf(subject), subject } : null;
  },
  async settled(tx, bill, { appliedFen }) {
    await movePaid(tx, bill, appliedFen);
    return null;
  },
  async refunded(tx, bill, { appliedFen }) {
    await movePaid(tx, bill, -appliedFen);
  },
});

interface Quota {
  readonly unitId: string;
  readonly lotId: string;
  readonly zone: string;
  readonly spots: number;
  readonly spotFeeFen: number;
  readonly validFrom: Date;
  readonly validUntil: Date | null;
}

/**
 * Makes the bills of a month for quotas that have none; without a month, of the last one that has ended in the zone of each lot. Returns
 * how many. What visitors' stays would have cost is charged back: it leaves the operator's promotion.
 */
export async function makeBills(
  tx: TenantTx,
  { month, unitId = null }: { readonly month?: string; readonly unitId?: string | null },
): Promise<number> {
  const quotas = await tx.query<Quota>(
    `select q.unit_id, q.lot_id, l.time_zone as zone, q.spots, q.spot_fee_fen, u.valid_from, u.valid_until
     from unit_quota q join unit u on u.tenant_id = q.tenant_id and u.id = q.unit_id
     join lot_fact l on l.tenant_id = q.tenant_id and l.id = q.lot_id
     where q.tenant_id = $1 and ($2::uuid is null or q.unit_id = $2) order by q.id`,
    [tx.tenantId, unitId],
  );
  let made = 0;
  for (const quota of quotas) {
    const wanted = month ?? monthBefore(tx.now.getTime(), quota.zone);
    if (await makeBill(tx, quota, wanted)) made += 1;
  }
  return made;
}

async function makeBill(tx: TenantTx, quota: Quota, month: string): Promise<boolean> {
  const { unitId, lotId, zone, spots, spotFeeFen, validFrom, validUntil } = quota;
  const contract = { fromMs: validFrom.getTime(), toMs: validUntil?.getTime() ?? null };
  const time = contractMonth(month, zone, contract);
  if (time.toMs > tx.now.getTime() || time.contractDays === 0) return false;
  const rentFen = rentOf(quota, time);
  const visits = await sumVisits(tx, quota, time);
  const amountFen = rentFen + visits.fen;
  const billNo = serialNumber('U', tx.now, zone, { digits: 6 });
  const [row] = await tx.query<{ id: string }>(
    `insert into unit_bill (tenant_id, id, bill_no, unit_id, lot_id, month, created_at, due_at, spots, spot_fee_fen, contract_days,
       month_days, rent_fen, visitor_count, visitor_fen, amount_fen, paid_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, case when $16::bigint = 0 then $7::timestamptz end)
     on conflict (tenant_id, unit_id, lot_id, month) do nothing returning id`,
    [
      tx.tenantId,
      tx.newId(),
      billNo,
      unitId,
      lotId,
      month,
      tx.now,
      new Date(addDays(tx.now.getTime(), DUE_DAYS, zone)),
      spots,
      spotFeeFen,
      time.contractDays,
      time.monthDays,
      rentFen,
      visits.count,
      visits.fen,
      amountFen,
    ],
  );
  if (!row) return false;
  if (amountFen > 0) await setBill(tx, valuesOf({ id: row.id, lotId, amountFen }));
  await book(
    tx,
    [
      { ...REVENUE, amountFen: visits.fen },
      { ...PROMOTION, amountFen: -visits.fen },
    ],
    { lotId },
  );
  tx.emit(unitBillMade, { lotId, subjectId: row.id, data: { unitId, billNo, month, amountFen } });
  return true;
}

/** The stays of a unit's visitors that ended in a lot within a time, and what was taken off them. */
async function sumVisits(
  tx: TenantTx,
  { unitId, lotId }: Quota,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<{ count: number; fen: number }> {
  const [row] = await tx.query<{ count: number; fen: number }>(
    `select count(distinct s.id)::int as count, coalesce(sum(r.amount_fen), 0)::bigint as fen
     from unit_visitor v
     join stay_fact s on s.tenant_id = v.tenant_id and s.list_entry_id = v.id and s.lot_id = $3
       and s.left_at >= $4 and s.left_at < $5 and s.parking_state in ('left', 'no-exit')
     left join reduction_fact r on r.tenant_id = s.tenant_id and r.order_id = s.id and r.source = 'list' and r.source_id = v.id
     where v.tenant_id = $1 and v.unit_id = $2`,
    [tx.tenantId, unitId, lotId, new Date(fromMs), new Date(toMs)],
  );
  return row!;
}
