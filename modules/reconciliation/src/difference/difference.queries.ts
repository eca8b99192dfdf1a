import type { DifferenceKind } from '@boyun/domain/reconcile';
import { Refusal } from '@boyun/kernel/contract';
import { notFound, type TenantTx } from '@boyun/kernel/server';
import { type BillSource, findSource } from '../bill-source/bill-source.queries.ts';
import { type ChannelDay, lockDay, settleDay } from '../channel-day/channel-day.queries.ts';
import {
  DifferenceKindLabel,
  type DifferenceState,
  differenceRefusal,
  type Resolution,
  Resolution as ResolutionLabel,
} from './difference.contract.ts';

/** A difference of a day. */
export interface Difference {
  readonly id: string;
  readonly channelDayId: string;
  readonly side: 'bill' | 'bank';
  readonly kind: DifferenceKind;
  readonly number: string;
  readonly tradeNo: string;
  readonly isRefund: boolean;
  readonly recordId: string | null;
  readonly oursFen: number | null;
  readonly oursState: string | null;
  readonly oursAt: Date | null;
  readonly oursDay: string | null;
  readonly theirsFen: number | null;
  readonly theirsFeeFen: number | null;
  readonly theirsDay: string | null;
  readonly theirsDone: boolean | null;
  readonly state: DifferenceState;
  readonly isCurrent: boolean;
  readonly lotId: string | null;
}

/** A difference with its day, both locked, and the source. */
export interface LockedDifference {
  readonly difference: Difference;
  readonly day: ChannelDay;
  readonly source: BillSource;
}

const COLUMNS = `id, channel_day_id, side, kind, number, trade_no, is_refund, record_id, ours_fen, ours_state, ours_at, ours_day, theirs_fen,
  theirs_fee_fen, theirs_day, theirs_done, state, is_current, lot_id`;

/** Returns a difference; null where there is none. */
export async function findDifference(tx: TenantTx, id: string): Promise<Difference | null> {
  const [row] = await tx.query<Difference>(`select ${COLUMNS} from day_difference where tenant_id = $1 and id = $2`, [
    tx.tenantId,
    id,
  ]);
  return row ?? null;
}

/** Returns an open difference for an act, locked with its day; refuses one that is resolved, and acts that do not fit it. */
export async function lockOpen(tx: TenantTx, id: string, act: Resolution): Promise<LockedDifference> {
  const found = await findDifference(tx, id);
  // The day is locked before what belongs to it, as in comparisons.
  const day = found && (await lockDay(tx, found.channelDayId));
  const difference = day && (await findDifference(tx, id));
  if (!day || !difference) throw notFound(tx.who, { zh: '差异', en: 'Difference' });
  if (day.state === 'closed') throw new Refusal(differenceRefusal['closed-day'], { day: day.day });
  if (difference.state !== 'open' || !difference.isCurrent) throw new Refusal(differenceRefusal.resolved);
  if (!possibleActs(difference).includes(act))
    throw new Refusal(differenceRefusal['not-possible'], {
      reason: `${DifferenceKindLabel[difference.kind][tx.who.language]} · ${ResolutionLabel[act][tx.who.language]}`,
    });
  return { difference, day, source: (await findSource(tx, day.sourceId))! };
}

/** The acts that can resolve a difference. */
export function possibleActs({ side, kind, theirsFen, oursState, isRefund }: Difference): readonly Resolution[] {
  if (side === 'bank') return ['write-off'];
  switch (kind) {
    case 'theirs-only':
      return isRefund ? ['write-off'] : ['post', 'refund', 'write-off'];
    case 'ours-only':
      return ['move', 'write-off'];
    case 'state':
      if (oursState === 'succeeded') return ['move', 'write-off'];
      return isRefund || theirsFen === null ? ['post', 'write-off'] : ['post', 'refund', 'write-off'];
    case 'day':
      return ['move'];
    case 'fee':
      return ['fee'];
    default:
      return ['write-off'];
  }
}

/** What a side of a difference counts for its day, in fen. Of the bank `ours` is what it was to receive. */
export function countedSides(
  { side, oursFen, oursState, oursDay, theirsFen, theirsDone }: Difference,
  day: string,
): { readonly oursFen: number; readonly theirsFen: number } {
  if (side === 'bank') return { oursFen: oursFen ?? 0, theirsFen: theirsFen ?? 0 };
  return {
    oursFen: oursState === 'succeeded' && oursDay === day ? (oursFen ?? 0) : 0,
    theirsFen: theirsDone ? (theirsFen ?? 0) : 0,
  };
}

/** How a difference was resolved. */
export interface Resolved {
  readonly resolution: Resolution;
  /** What it changes on our side for the day, in fen; of the bank on the bank's. */
  readonly adjustedFen: number;
  readonly note: string;
  readonly by: string;
  readonly recordId?: string | null;
  readonly refundId?: string | null;
}

/** Counts a record for another day than its own, which is that of our clock. */
export async function countForDay(
  tx: TenantTx,
  of: { readonly recordId: string; readonly sourceId: string; readonly day: string; readonly ownDay: string },
): Promise<void> {
  await tx.query(
    `insert into record_day (tenant_id, record_id, source_id, day, own_day, moved_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, record_id) do update set day = excluded.day, moved_at = excluded.moved_at`,
    [tx.tenantId, of.recordId, of.sourceId, of.day, of.ownDay, tx.now],
  );
}

/** Writes how a locked difference was resolved, and the state of its day that follows. */
export async function writeResolved(
  tx: TenantTx,
  { difference, day }: LockedDifference,
  done: Resolved,
): Promise<void> {
  await tx.query(
    `update day_difference set state = 'resolved', resolution = $3, adjusted_fen = $4, note = $5, resolved_by = $6, resolved_at = $7,
       record_id = coalesce($8, record_id), refund_id = $9
     where tenant_id = $1 and id = $2`,
    [
      ...[tx.tenantId, difference.id, done.resolution, done.adjustedFen, done.note, done.by, tx.now],
      ...[done.recordId ?? null, done.refundId ?? null],
    ],
  );
  // A comparison that is under way begins again, and finds what the act has changed.
  await tx.query(
    `update channel_day set revision = revision + 1,
       compared_revision = case when compared_revision = revision then revision + 1 else compared_revision end
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, day.id],
  );
  await settleDay(tx, day.id);
}
