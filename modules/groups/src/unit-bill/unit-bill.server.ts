import { monthKey } from '@boyun/domain/period';
import { Refusal } from '@boyun/kernel/contract';
import { coversLot, handle, notFound, serveReport, sql, type TenantTx } from '@boyun/kernel/server';
import type { HandChannel } from '@boyun/money/contract';
import { isBeingPaid, payNow } from '@boyun/money/server';
import { unit, unitRefusal } from '../unit/unit.contract.ts';
import { requireUnit } from '../unit/unit.queries.ts';
import { collectUnitBills, makeUnitBills, unitBillList, unitPurpose } from './unit-bill.contract.ts';
import { dueOf, lockUnitBills, makeBills, unitBills } from './unit-bill.service.ts';

/** How bills are read, whoever asks. */
export function billQuery({ tx }: { readonly tx: TenantTx }) {
  const state = sql`case when b.paid_fen + b.credit_fen >= b.amount_fen then 'paid' when b.due_at <= ${tx.now}::timestamptz then 'overdue' else 'open' end`;
  return {
    from: 'unit_bill',
    as: 'b',
    joins: 'join lot_fact l on l.tenant_id = b.tenant_id and l.id = b.lot_id',
    own: null,
    filters: { state: (wanted: string) => sql`${state} = ${wanted}` },
    columns: { lotName: 'l.name', dueFen: 'b.amount_fen - b.credit_fen - b.paid_fen', state },
    order: 'b.month desc, b.bill_no',
    totals: { amountFen: 'b.amount_fen', paidFen: 'b.paid_fen', dueFen: 'b.amount_fen - b.credit_fen - b.paid_fen' },
  } as const;
}

/** The bills of units in the caller's lots. */
export const unitBillListServer = serveReport(unitBillList, ({ tx }) => ({ ...billQuery({ tx }), lot: 'b.lot_id' }));

const makeServer = handle(makeUnitBills, async (tx, { month, unitId }, act) => {
  const of = unitId ? await requireUnit(tx, unitId) : null;
  if (month >= monthKey(tx.now.getTime(), tx.who.zone)) throw new Refusal(unitRefusal['month-open'], { month });
  const madeCount = await makeBills(tx, { month, unitId });
  act.describe({
    subjectKind: unit.name,
    subjectId: of?.id ?? null,
    subject: `${of?.name ?? ''} ${month}`.trim(),
    after: { madeCount },
  });
  return { madeCount };
});

const collectServer = handle(collectUnitBills, async (tx, { ids, channel }, act) => {
  const bills = await lockUnitBills(tx, [...new Set(ids)]);
  if (bills.length < new Set(ids).size || bills.some((one) => !coversLot(tx.who, one.lotId)))
    throw notFound(tx.who, unitBillList.title);
  if (new Set(bills.map((one) => one.unitId)).size > 1) throw new Refusal(unitRefusal['other-units']);
  const open = bills.filter((one) => dueOf(one) > 0);
  if (open.length === 0) throw new Refusal(unitRefusal['nothing-due']);
  for (const { id } of open)
    if (await isBeingPaid(tx, unitPurpose.kind, id)) throw new Refusal(unitRefusal['being-paid']);
  const items = open.map((bill) => ({ ...unitBills.locked(bill), askedFen: dueOf(bill) }));
  const { paymentNo, amountFen } = await payNow(tx, { channel: channel as HandChannel, items });
  act.describe({
    subjectKind: unitBillList.name,
    subjectId: open[0]!.id,
    subject: `${open[0]!.unitName} ${open.map((one) => one.billNo).join(' ')}`,
    after: { channel, amountFen, paymentNo },
  });
  return { paymentNo, amountFen };
});

/** Bills of units: made and paid. */
export const unitBillServers = [makeServer, collectServer];
