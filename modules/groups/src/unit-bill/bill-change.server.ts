import { coversLot, handle, notFound } from '@boyun/kernel/server';
import { askCredit, askRefund, requireBill } from './bill-change.service.ts';
import { readStatement } from './statement.queries.ts';
import { creditUnitBill, getUnitBill, refundUnitBill, unitBillList } from './unit-bill.contract.ts';

/** Changes of bills that may need an approval, and their statement. */
export const billChangeServers = [
  handle(refundUnitBill, async (tx, { id, ...given }, act) => {
    const bill = await requireBill(tx, id);
    const { reviewId, isPending, effect } = await askRefund(tx, bill, given);
    const { amountFen, way, reason: note } = given;
    act.describe({ ...describe(bill), after: { amountFen, way, note, effect } });
    return { reviewId, isPending };
  }),
  handle(creditUnitBill, async (tx, { id, amountFen, reason }, act) => {
    const bill = await requireBill(tx, id);
    const { reviewId, isPending, effect } = await askCredit(tx, bill, amountFen, reason);
    act.describe({ ...describe(bill), after: { amountFen, note: reason, effect } });
    return { reviewId, isPending };
  }),
  handle(getUnitBill, async (tx, { id }) => {
    const statement = await readStatement(tx, id);
    if (!statement || !coversLot(tx.who, statement.lotId)) throw notFound(tx.who, unitBillList.title);
    return statement;
  }),
];

const describe = ({ id, unitName, billNo }: Awaited<ReturnType<typeof requireBill>>) => ({
  subjectKind: unitBillList.name,
  subjectId: id,
  subject: `${unitName} ${billNo}`,
});
