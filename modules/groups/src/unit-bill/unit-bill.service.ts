import { addDays } from '@boyun/domain/period';
import { contractMonth, monthBefore, rentOf } from '@boyun/domain/unit-bill';
import { serialNumber, type TenantTx } from '@boyun/kernel/server';
import { type BillValues, book, owedBillsOf, setBill } from '@boyun/money/server';
import { findVisits } from './statement.queries.ts';
import { mayCollectBills, unitPurpose } from './unit-bill.contract.ts';
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
  readonly month: string;
  readonly amountFen: number;
  readonly creditFen: number;
  readonly paidFen: number;
  readonly refundedFen: number;
}

/** What a unit still owes for a bill, in fen. */
export const dueOf = ({ amountFen, creditFen, paidFen }: UnitBill): number => amountFen - creditFen - paidFen;

/** The amounts of a bill. */
const valuesOf = ({
  id,
  lotId,
  amountFen,
  creditFen,
}: Pick<UnitBill, 'id' | 'lotId' | 'amountFen' | 'creditFen'>): BillValues => ({
  kind,
  subjectId: id,
  number: 1,
  lotId,
  plate: '',
  grossFen: amountFen,
  reducedFen: creditFen,
});

/** Locks bills in one order. */
export function lockUnitBills(tx: TenantTx, ids: readonly string[]): Promise<UnitBill[]> {
  return tx.query<UnitBill>(
    `select b.id, b.bill_no, b.unit_id, u.name as "unitName", b.lot_id, b.month, b.amount_fen, b.credit_fen,
       b.paid_fen, b.refunded_fen
     from unit_bill b join unit u on u.tenant_id = b.tenant_id and u.id = b.unit_id
     where b.tenant_id = $1 and b.id = any($2::uuid[]) order by b.id for no key update of b`,
    [tx.tenantId, ids],
  );
}

async function moveMoney(tx: TenantTx, { id }: UnitBill, move: { paid?: number; credit?: number; refunded?: number }) {
  const { paid = 0, credit = 0, refunded = 0 } = move;
  await tx.query(
    `update unit_bill set paid_fen = paid_fen + $3, credit_fen = credit_fen + $4, refunded_fen = refunded_fen + $5,
       paid_at = coalesce(paid_at, case when paid_fen + $3 + credit_fen + $4 >= amount_fen then $6::timestamptz end)
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, paid, credit, refunded, tx.now],
  );
}

/** Monthly bills of units as a kind of bill: one of money for each, owed since the month has ended. */
export const unitBills = owedBillsOf<UnitBill>({
  kind,
  takenBy: mayCollectBills,
  credit: () => REVENUE,
  values: valuesOf,
  lock: async (tx, id) => (await lockUnitBills(tx, [id]))[0] ?? null,
  received: (tx, bill, paid) => moveMoney(tx, bill, { paid }),
  refunded: (tx, bill, refunded) => moveMoney(tx, bill, { refunded }),
});

/** Takes an amount off what a locked bill still asks for; its pay page ends, since it asks for more. */
export async function takeOff(tx: TenantTx, bill: UnitBill, fen: number): Promise<void> {
  await unitBills.stop(tx, bill);
  await setBill(tx, valuesOf({ ...bill, creditFen: bill.creditFen + fen }));
  await moveMoney(tx, bill, { credit: fen });
}

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
  const visits = await findVisits(tx, quota, time);
  const visitorFen = visits.reduce((sum, one) => sum + one.amountFen, 0);
  const amountFen = rentFen + visitorFen;
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
      visits.length,
      visitorFen,
      amountFen,
    ],
  );
  if (!row) return false;
  if (amountFen > 0) await setBill(tx, valuesOf({ id: row.id, lotId, amountFen, creditFen: 0 }));
  await book(
    tx,
    [
      { ...REVENUE, amountFen: visitorFen },
      { ...PROMOTION, amountFen: -visitorFen },
    ],
    { lotId },
  );
  tx.emit(unitBillMade, { lotId, subjectId: row.id, data: { unitId, billNo, month, amountFen } });
  return true;
}
