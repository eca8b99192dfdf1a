import { formatYuan } from '@boyun/domain/money';
import { Refusal } from '@boyun/kernel/contract';
import { coversLot, notFound, type TenantTx } from '@boyun/kernel/server';
import { RefundWay } from '@boyun/money/contract';
import { findRefundable, isBeingPaid, refundMoney } from '@boyun/money/server';
import { type Asked, reviewedAct } from '@boyun/reviews/server';
import { unitRefusal } from '../unit/unit.contract.ts';
import { refundUnitBill, unitBillList, unitPurpose } from './unit-bill.contract.ts';
import { dueOf, lockUnitBills, takeOff, type UnitBill, unitBills } from './unit-bill.service.ts';
import { unitReviews } from './unit-bill-review.contract.ts';

const { kind } = unitPurpose;
const yuan = (fen: number) => ({ zh: `¥${formatYuan(fen)}`, en: `¥${formatYuan(fen)}` });

interface Change {
  readonly billId: string;
  readonly amountFen: number;
}

/** A locked bill in one of the caller's lots. */
export async function requireBill(tx: TenantTx, id: string): Promise<UnitBill> {
  const [bill] = await lockUnitBills(tx, [id]);
  if (!bill || !coversLot(tx.who, bill.lotId)) throw notFound(tx.who, unitBillList.title);
  return bill;
}

/** What of a bill's money was not refunded, nor is on its way back, in fen. */
async function refundableOf(tx: TenantTx, { id }: UnitBill): Promise<number> {
  return (await findRefundable(tx, kind, [id])).reduce((sum, one) => sum + one.appliedFen, 0);
}

function refuseMoreThan(leftFen: number, amountFen: number): void {
  if (amountFen > leftFen) throw new Refusal(unitRefusal['too-much'], { left: formatYuan(leftFen) });
}

/** The bill of an agreed change; it has not been deleted, since bills never are. */
async function lockAgreed(tx: TenantTx, id: string): Promise<UnitBill> {
  return (await lockUnitBills(tx, [id]))[0]!;
}

/** Refunds a part of a bill once it is approved: the revenue goes back with the money, and the unit owes no more than before. */
export const refundAgreed = reviewedAct<Change & { readonly way: RefundWay }>(
  unitReviews.refund.name,
  async (tx, { billId, amountFen, way }, { reason, reviewId, requestedBy, requestedById }) => {
    const bill = await lockAgreed(tx, billId);
    refuseMoreThan(await refundableOf(tx, bill), amountFen);
    const actor = { id: requestedById, name: requestedBy };
    await refundMoney(tx, unitBills.locked(bill), { amountFen, way, reason, reviewId, actor });
  },
);

/** Credits a part of a bill once it is approved. */
export const creditAgreed = reviewedAct<Change>(unitReviews.credit.name, async (tx, { billId, amountFen }) => {
  const bill = await lockAgreed(tx, billId);
  await checkCredit(tx, bill, amountFen);
  await takeOff(tx, bill, amountFen);
});

async function checkCredit(tx: TenantTx, bill: UnitBill, amountFen: number): Promise<void> {
  refuseMoreThan(dueOf(bill), amountFen);
  if (await isBeingPaid(tx, kind, bill.id)) throw new Refusal(unitRefusal['being-paid']);
}

const subjectOf = ({ id, lotId, unitName, billNo, month }: UnitBill) => ({
  lotIds: [lotId],
  subjectKind: unitBillList.name,
  subjectId: id,
  subject: `${unitName} ${month} ${billNo}`,
});

/** Requests a refund of a bill. */
export async function askRefund(
  tx: TenantTx,
  bill: UnitBill,
  given: Omit<Change, 'billId'> & { readonly way: RefundWay; readonly reason: string; readonly refundableFen: number },
): Promise<Asked> {
  const { amountFen, way, reason, refundableFen } = given;
  const leftFen = await refundableOf(tx, bill);
  if (leftFen !== refundableFen) throw new Refusal(unitRefusal['refundable-changed'], { left: formatYuan(leftFen) });
  refuseMoreThan(leftFen, amountFen);
  const subject = subjectOf(bill);
  return refundAgreed(tx, {
    ...subject,
    summary: {
      zh: `单位账单退款 ${yuan(amountFen).zh} ${subject.subject}`,
      en: `Refund ${yuan(amountFen).en} of the bill ${subject.subject}`,
    },
    changes: [
      { label: refundUnitBill.input.refundableFen.label, before: yuan(leftFen), after: yuan(leftFen - amountFen) },
      { label: refundUnitBill.input.way.label, before: { zh: '', en: '' }, after: RefundWay[way] },
    ],
    amountFen,
    counting: 'added',
    reason,
    payload: { billId: bill.id, amountFen, way },
  });
}

/** Requests a credit of a bill. */
export async function askCredit(tx: TenantTx, bill: UnitBill, amountFen: number, reason: string): Promise<Asked> {
  await checkCredit(tx, bill, amountFen);
  const subject = subjectOf(bill);
  return creditAgreed(tx, {
    ...subject,
    summary: {
      zh: `减免单位账单 ${yuan(amountFen).zh} ${subject.subject}`,
      en: `Credit ${yuan(amountFen).en} of the bill ${subject.subject}`,
    },
    changes: [
      {
        label: unitBillList.columns.dueFen.label,
        before: yuan(dueOf(bill)),
        after: yuan(dueOf(bill) - amountFen),
      },
    ],
    amountFen,
    counting: 'added',
    reason,
    payload: { billId: bill.id, amountFen },
  });
}
