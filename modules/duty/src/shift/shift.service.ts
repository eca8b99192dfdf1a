import { formatYuan } from '@boyun/domain/money';
import { type Input, kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { coversLot, type TenantTx } from '@boyun/kernel/server';
import { book } from '@boyun/money/server';
import { sentry } from '../sentry/sentry.contract.ts';
import { type countShift, shiftList, shiftRefusal } from './shift.contract.ts';
import {
  countCash,
  findHeldShift,
  findLeftInTill,
  findUnfinished,
  insertShift,
  listCounted,
  lockSentry,
  lockShift,
  logSentry,
  type Shift,
  sumUncounted,
} from './shift.queries.ts';
import { shiftClosed, shiftCounted, shiftOpened } from './shift-event.contract.ts';

/** Returns a shift the caller may see, with its row locked; throws `not-found`. */
async function requireShift(tx: TenantTx, id: string): Promise<Shift> {
  const shift = await lockShift(tx, id);
  if (!shift || !coversLot(tx.who, shift.lotId))
    throw new Refusal(kernelRefusal['not-found'], { what: shiftList.title[tx.who.language] });
  return shift;
}

/** Returns an unsigned shift with the cash expected in the till now. */
async function withExpectedCash(tx: TenantTx, shift: Shift) {
  const { id, sentryName, openedAt, openingFen, countedFen } = shift;
  const more = await sumUncounted(tx, id);
  const expectedFen = (shift.expectedFen ?? openingFen) + more.cashFen;
  const cash = { cashFen: expectedFen - openingFen, cashCount: shift.cashCount + more.cashCount };
  return { id, sentryName, openedAt, openingFen, ...cash, expectedFen, countedFen };
}

/** Returns the caller's open shift, null when off duty, and the caller's counted shifts that wait for a signature. */
export async function readOwnShift(tx: TenantTx) {
  const held = tx.who.userId ? await findHeldShift(tx, tx.who.userId) : null;
  const counted = [];
  for (const one of tx.who.userId ? await listCounted(tx, tx.who.userId) : [])
    counted.push(await withExpectedCash(tx, one));
  return { shift: held && (await withExpectedCash(tx, held)), counted };
}

/** Starts a shift of the caller in an unmanned booth. */
export async function goOnDuty(tx: TenantTx, sentryId: string, openingFen: number) {
  const place = await lockSentry(tx, sentryId);
  if (!place || !coversLot(tx.who, place.lotId))
    throw new Refusal(kernelRefusal['not-found'], { what: sentry.title[tx.who.language] });
  const unfinished = await findUnfinished(tx, sentryId);
  if (unfinished?.state === 'open') throw new Refusal(shiftRefusal.manned, { name: unfinished.holderName });
  if (unfinished) throw new Refusal(shiftRefusal.unsigned, { name: unfinished.holderName });
  const held = await findHeldShift(tx, tx.who.userId!);
  if (held) throw new Refusal(shiftRefusal['on-duty'], { sentry: held.sentryName });
  const { lotId, name } = place;
  const leftFen = await findLeftInTill(tx, sentryId);
  const id = await insertShift(tx, { sentryId, lotId, accountId: tx.who.userId!, openingFen });
  await bookFloat(tx, { id, lotId }, openingFen - leftFen);
  await logSentry(tx, { id, sentryId, lotId }, 'opened', { amountFen: openingFen });
  tx.emit(shiftOpened, { lotId, subjectId: id, data: { shiftId: id, sentryId, openingFen } });
  return { id, sentryName: name };
}

/** Records the count of the till against the expected cash. It can be corrected until the shift is signed. */
export async function countTill(tx: TenantTx, input: Input<typeof countShift>) {
  const shift = await requireShift(tx, input.shiftId);
  const { countedFen, handedInFen, note } = input;
  if (shift.accountId !== tx.who.userId) throw new Refusal(shiftRefusal['not-yours']);
  if (shift.state === 'closed') throw new Refusal(shiftRefusal['is-closed']);
  if (handedInFen > countedFen) throw new Refusal(shiftRefusal['handed-in-too-much']);
  const expectedFen = shift.openingFen + (await countCash(tx, shift.id));
  const differenceFen = countedFen - expectedFen;
  if (differenceFen !== 0 && !note?.trim())
    throw new Refusal(shiftRefusal['note-needed'], { difference: formatYuan(differenceFen) });
  await tx.query(
    `update shift set state = 'counted', counted_at = $3, expected_fen = $4, counted_fen = $5,
       handed_in_fen = $6, difference_fen = $7, note = $8
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, shift.id, tx.now, expectedFen, countedFen, handedInFen, differenceFen, note],
  );
  const kind = shift.state === 'open' ? 'counted' : 'recounted';
  await logSentry(tx, shift, kind, { amountFen: countedFen, differenceFen, note });
  const counted = { shiftId: shift.id, sentryId: shift.sentryId, expectedFen, countedFen, differenceFen };
  tx.emit(shiftCounted, { lotId: shift.lotId, subjectId: shift.id, data: counted });
  return { shift, expectedFen, differenceFen };
}

/**
 * Signs a shift by a second person, provided no cash was received after the count; when taking over, starts a shift with
 * the remaining cash.
 */
export async function signShift(tx: TenantTx, shiftId: string, isTakingOver: boolean) {
  const shift = await requireShift(tx, shiftId);
  if (shift.accountId === tx.who.userId) throw new Refusal(shiftRefusal['is-yours']);
  if (shift.state === 'open') throw new Refusal(shiftRefusal['not-counted']);
  if (shift.state === 'closed') throw new Refusal(shiftRefusal['is-closed']);
  const { cashFen, cashCount } = await sumUncounted(tx, shift.id);
  if (cashCount > 0)
    throw new Refusal(shiftRefusal['count-again'], { amount: formatYuan(cashFen), name: shift.holderName });
  await tx.query(
    `update shift set state = 'closed', closed_at = $3, receiver_id = $4 where tenant_id = $1 and id = $2`,
    [tx.tenantId, shift.id, tx.now, tx.who.userId],
  );
  await bookShift(tx, shift);
  await logSentry(tx, shift, 'closed', { amountFen: shift.handedInFen! });
  const { sentryId, lotId, handedInFen } = shift;
  tx.emit(shiftClosed, { lotId, subjectId: shift.id, data: { shiftId: shift.id, sentryId, handedInFen } });
  const leftFen = shift.countedFen! - shift.handedInFen!;
  const next = isTakingOver ? await goOnDuty(tx, shift.sentryId, leftFen) : null;
  return { shift, nextShiftId: next?.id ?? null };
}

/** What is put into a till when a shift begins comes from the safe of the lot; what is taken out goes there. */
function bookFloat(tx: TenantTx, { id, lotId }: Pick<Shift, 'id' | 'lotId'>, amountFen: number): Promise<void> {
  return book(
    tx,
    [
      { account: 'float', party: lotId, amountFen },
      { account: 'safe', party: lotId, amountFen: -amountFen },
    ],
    { lotId, source: { kind: 'shift', id } },
  );
}

/**
 * Books the end of a shift: the cash its holder took goes into the safe as far as it was handed in, the rest stays in the till, and what
 * was counted too much or too little is the holder's difference.
 */
function bookShift(tx: TenantTx, shift: Shift): Promise<void> {
  const { id, lotId, accountId, openingFen } = shift;
  const [expectedFen, countedFen, handedInFen] = [shift.expectedFen!, shift.countedFen!, shift.handedInFen!];
  return book(
    tx,
    [
      { account: 'cash', party: accountId, amountFen: openingFen - expectedFen },
      { account: 'cash-difference', party: accountId, amountFen: expectedFen - countedFen },
      { account: 'safe', party: lotId, amountFen: handedInFen },
      { account: 'float', party: lotId, amountFen: countedFen - handedInFen - openingFen },
    ],
    { lotId, source: { kind: 'shift', id } },
  );
}
