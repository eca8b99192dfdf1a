import { channelDayOf, daysAfter } from '@boyun/domain/reconcile';
import { Refusal } from '@boyun/kernel/contract';
import type { Kernel, TenantTx } from '@boyun/kernel/server';
import { setChannelFee } from '@boyun/money/server';
import { askComparison } from '../channel-day/ask-comparison.service.ts';
import { lockDays, touchDay } from '../channel-day/channel-day.queries.ts';
import { differenceRefusal } from './difference.contract.ts';
import { countedSides, countForDay, type LockedDifference, lockOpen, writeResolved } from './difference.queries.ts';
import { emitResolved } from './resolve-money.service.ts';

/** The day that a record is moved to: that of the bill it is in, or the next one. */
function targetOf({ difference, day }: LockedDifference): string {
  if (difference.kind === 'day') return difference.theirsDay!;
  return daysAfter(day.day, 1);
}

/** Counts a record for another day. The other day is compared again; where it is closed, that is refused. */
export async function moveRecord(
  tx: TenantTx,
  kernel: Kernel,
  differenceId: string,
  note: string,
): Promise<LockedDifference> {
  const locked = await lockOpen(tx, differenceId, 'move');
  const { difference, day, source } = locked;
  const target = targetOf(locked);
  const other = target === day.day ? difference.oursDay! : target;
  const [otherDay] = await lockDays(tx, source.id, [other]);
  if (otherDay?.state === 'closed') throw new Refusal(differenceRefusal['closed-day'], { day: other });
  const ownDay = channelDayOf(source.channel!, difference.oursAt!.getTime());
  if (target === ownDay)
    await tx.query('delete from record_day where tenant_id = $1 and record_id = $2', [
      tx.tenantId,
      difference.recordId,
    ]);
  else await countForDay(tx, { recordId: difference.recordId!, sourceId: source.id, day: target, ownDay });
  const counted = countedSides(difference, day.day);
  const adjustedFen = target === day.day ? (difference.oursFen ?? 0) : -counted.oursFen;
  await writeResolved(tx, locked, { resolution: 'move', adjustedFen, note, by: tx.who.name });
  emitResolved(tx, locked, 'move', adjustedFen);
  if (otherDay) {
    await touchDay(tx, otherDay.id);
    await askComparison(kernel, tx, otherDay.id);
  }
  return locked;
}

/** Takes the fee of the bill over for our payment. */
export async function acceptFee(tx: TenantTx, differenceId: string, note: string): Promise<LockedDifference> {
  const locked = await lockOpen(tx, differenceId, 'fee');
  const { difference } = locked;
  await setChannelFee(tx, difference.recordId!, difference.theirsFeeFen ?? 0);
  await writeResolved(tx, locked, { resolution: 'fee', adjustedFen: 0, note, by: tx.who.name });
  emitResolved(tx, locked, 'fee', 0);
  return locked;
}
