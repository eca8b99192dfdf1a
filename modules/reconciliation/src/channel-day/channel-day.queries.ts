import { channelDaySpan, dayState, type PairClass } from '@boyun/domain/reconcile';
import type { TenantTx } from '@boyun/kernel/server';
import type { BillSource } from '../bill-source/bill-source.queries.ts';
import type { DayState } from './channel-day.contract.ts';

/** A day of a channel and merchant, with its sums in fen. */
export interface ChannelDay {
  readonly id: string;
  readonly sourceId: string;
  readonly day: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly state: DayState;
  readonly revision: number;
  readonly comparedRevision: number | null;
  readonly billedAt: Date | null;
  readonly fetchCount: number;
  readonly oursFen: number;
  readonly oursFeeFen: number;
  readonly theirsFen: number;
  readonly theirsFeeFen: number;
  readonly adjustedFen: number;
  readonly hasBankSide: boolean;
  readonly settledFen: number;
  readonly settledOffFen: number;
  readonly feeBookedFen: number;
}

const COLUMNS = `id, source_id, day, starts_at, ends_at, state, revision, compared_revision, billed_at, fetch_count, ours_fen, ours_fee_fen,
  theirs_fen, theirs_fee_fen, adjusted_fen, has_bank_side, settled_fen, settled_off_fen, fee_booked_fen`;

/** Returns a day; null where there is none. */
export async function findDay(tx: TenantTx, id: string): Promise<ChannelDay | null> {
  const [row] = await tx.query<ChannelDay>(`select ${COLUMNS} from channel_day where tenant_id = $1 and id = $2`, [
    tx.tenantId,
    id,
  ]);
  return row ?? null;
}

/** Returns a day, locked; null where there is none. */
export async function lockDay(tx: TenantTx, id: string): Promise<ChannelDay | null> {
  const [row] = await tx.query<ChannelDay>(
    `select ${COLUMNS} from channel_day where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** Adds the days of a source that are missing; their bills can be fetched `fetchAfterHours` after they end, where a provider has them. */
export async function addDays(
  tx: TenantTx,
  { id: sourceId, channel, hasBankSide }: BillSource,
  days: readonly string[],
  fetchAfterHours: number | null,
): Promise<void> {
  const spans = days.map((day) => channelDaySpan(channel!, day));
  await tx.query(
    `insert into channel_day (tenant_id, id, source_id, day, starts_at, ends_at, fetch_after, has_bank_side)
     select $1, d.id, $2, d.day, d.starts_at, d.ends_at, d.ends_at + make_interval(hours => $3), $4
     from unnest($5::uuid[], $6::date[], $7::timestamptz[], $8::timestamptz[]) as d(id, day, starts_at, ends_at)
     on conflict (tenant_id, source_id, day) do nothing`,
    [
      ...[tx.tenantId, sourceId, fetchAfterHours, hasBankSide],
      days.map(() => tx.newId()),
      days,
      spans.map((one) => new Date(one.fromMs)),
      spans.map((one) => new Date(one.toMs)),
    ],
  );
}

/** Returns days of a source, locked, in order. */
export function lockDays(tx: TenantTx, sourceId: string, days: readonly string[]): Promise<ChannelDay[]> {
  return tx.query<ChannelDay>(
    `select ${COLUMNS} from channel_day where tenant_id = $1 and source_id = $2 and day = any($3::date[]) order by day for update`,
    [tx.tenantId, sourceId, days],
  );
}

/** Notes that what a day is compared from has changed. */
export async function touchDay(tx: TenantTx, id: string): Promise<void> {
  await tx.query('update channel_day set revision = revision + 1 where tenant_id = $1 and id = $2', [tx.tenantId, id]);
}

/** The sums of a comparison as they are stored. */
export interface DaySums {
  readonly oursCount: number;
  readonly oursFen: number;
  readonly oursFeeFen: number;
  readonly theirsCount: number;
  readonly theirsFen: number;
  readonly theirsFeeFen: number;
  readonly classes: Readonly<Partial<Record<PairClass, { count: number; oursFen: number; theirsFen: number }>>>;
}

/** Stores what a comparison of a revision found. */
export async function writeSums(tx: TenantTx, day: ChannelDay, sums: DaySums): Promise<void> {
  await tx.query(
    `update channel_day set compared_revision = $3, compared_at = $4, ours_count = $5, ours_fen = $6, ours_fee_fen = $7, theirs_count = $8,
       theirs_fen = $9, theirs_fee_fen = $10, classes = $11
     where tenant_id = $1 and id = $2`,
    [
      ...[tx.tenantId, day.id, day.revision, tx.now, sums.oursCount, sums.oursFen, sums.oursFeeFen],
      ...[sums.theirsCount, sums.theirsFen, sums.theirsFeeFen, JSON.stringify(sums.classes)],
    ],
  );
}

/** Sets the counts of differences and the state of a locked day from what it consists of now. Returns its state. */
export async function settleDay(tx: TenantTx, dayId: string): Promise<DayState> {
  const [day] = await tx.query<ChannelDay & { openCount: number }>(
    `with own as (
       select count(*) filter (where state = 'open') as open, count(*) as total,
         coalesce(sum(adjusted_fen) filter (where side = 'bill'), 0) as adjusted,
         coalesce(sum(adjusted_fen) filter (where side = 'bank'), 0) as off
       from day_difference where tenant_id = $1 and channel_day_id = $2 and is_current
     ), paid as (
       select coalesce(sum(amount_fen), 0) as fen from day_settlement where tenant_id = $1 and channel_day_id = $2
     )
     update channel_day d set open_count = own.open, difference_count = own.total, adjusted_fen = own.adjusted,
       settled_off_fen = own.off, settled_fen = paid.fen
     from own, paid where d.tenant_id = $1 and d.id = $2
     returning ${COLUMNS.replaceAll(/\b(\w+)\b/g, 'd.$1')}, d.open_count`,
    [tx.tenantId, dayId],
  );
  const { openCount, oursFen, adjustedFen, theirsFen, theirsFeeFen, hasBankSide, settledFen, settledOffFen } = day!;
  const state = dayState({
    isClosed: false,
    hasBill: day!.billedAt !== null && day!.comparedRevision === day!.revision,
    openCount,
    oursFen: oursFen + adjustedFen,
    theirsFen,
    netFen: hasBankSide ? theirsFen - theirsFeeFen : null,
    settledFen: settledFen + settledOffFen,
  });
  await tx.query('update channel_day set state = $3 where tenant_id = $1 and id = $2', [tx.tenantId, dayId, state]);
  return state;
}
