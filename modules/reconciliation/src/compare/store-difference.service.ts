import type { BillLine, DifferenceKind } from '@boyun/domain/reconcile';
import type { TenantTx } from '@boyun/kernel/server';
import type { ChannelDay } from '../channel-day/channel-day.queries.ts';
import { bookWriteOff } from '../difference/write-off.queries.ts';
import type { ComparedRecord } from './compare.queries.ts';

/** A difference that a comparison found. */
export interface FoundDifference {
  readonly kind: DifferenceKind;
  readonly number: string;
  readonly tradeNo: string;
  readonly isRefund: boolean;
  readonly ours: ComparedRecord | null;
  readonly theirs: BillLine | null;
  /** The day in whose bill it is; null where it is in none. */
  readonly theirDay: string | null;
}

/** The key of a difference within its day. */
const keyOf = (one: Pick<FoundDifference, 'number' | 'isRefund' | 'tradeNo'>) =>
  `${one.number} ${one.isRefund} ${one.tradeNo}`;

/** Numbers the differences that have the same key. */
function occurrences(found: readonly FoundDifference[]): number[] {
  const counts = new Map<string, number>();
  return found.map((one) => {
    const count = counts.get(keyOf(one)) ?? 0;
    counts.set(keyOf(one), count + 1);
    return count;
  });
}

/**
 * Stores the differences of a locked day. Those that were resolved and that the comparison does not find any more become history, those it
 * finds again are open: except what was written off, which stays on both sides. Open ones that have vanished are gone.
 */
export async function storeDifferences(
  tx: TenantTx,
  day: ChannelDay,
  found: readonly FoundDifference[],
): Promise<void> {
  const numbers = occurrences(found);
  await withdrawWriteOffs(tx, day, new Map(found.map((one, index) => [`${keyOf(one)} ${numbers[index]}`, one])));
  await tx.query(
    `with found as (
       select * from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::bool[], $8::int[], $9::uuid[], $10::bigint[], $11::bigint[],
         $12::text[], $13::timestamptz[], $14::date[], $15::bigint[], $16::bigint[], $17::timestamptz[], $18::date[], $19::bool[])
       as f(id, kind, number, trade_no, is_refund, occurrence, record_id, ours_fen, ours_fee_fen, ours_state, ours_at, ours_day, theirs_fen,
         theirs_fee_fen, theirs_at, theirs_day, theirs_done)
     ), vanished as (
       update day_difference d set is_current = false, adjusted_fen = 0,
         state = case when d.state = 'open' then 'gone' else d.state end
       where d.tenant_id = $1 and d.channel_day_id = $2 and d.side = 'bill' and d.is_current and not exists (
         select from found f where f.number = d.number and f.is_refund = d.is_refund and f.trade_no = d.trade_no
           and f.occurrence = d.occurrence)
     )
     insert into day_difference as d (tenant_id, id, created_at, channel_day_id, side, kind, number, trade_no, is_refund, occurrence, record_id,
       ours_fen, ours_fee_fen, ours_state, ours_at, ours_day, theirs_fen, theirs_fee_fen, theirs_at, theirs_day, theirs_done)
     select $1, f.id, $20, $2, 'bill', f.kind, f.number, f.trade_no, f.is_refund, f.occurrence, f.record_id, f.ours_fen, f.ours_fee_fen,
       f.ours_state, f.ours_at, f.ours_day, f.theirs_fen, f.theirs_fee_fen, f.theirs_at, f.theirs_day, f.theirs_done from found f
     on conflict (tenant_id, channel_day_id, side, number, is_refund, trade_no, occurrence) do update set
       is_current = true, kind = excluded.kind, record_id = excluded.record_id, ours_fen = excluded.ours_fen,
       ours_fee_fen = excluded.ours_fee_fen, ours_state = excluded.ours_state, ours_at = excluded.ours_at, ours_day = excluded.ours_day,
       theirs_fen = excluded.theirs_fen, theirs_fee_fen = excluded.theirs_fee_fen, theirs_at = excluded.theirs_at,
       theirs_day = excluded.theirs_day, theirs_done = excluded.theirs_done,
       state = case when d.state = 'open' or d.resolution = 'write-off' then d.state else 'open' end,
       resolution = case when d.resolution = 'write-off' then d.resolution end,
       adjusted_fen = case when d.resolution = 'write-off' then d.adjusted_fen else 0 end`,
    [
      ...[tx.tenantId, day.id],
      found.map(() => tx.newId()),
      found.map((one) => one.kind),
      found.map((one) => one.number),
      found.map((one) => one.tradeNo),
      found.map((one) => one.isRefund),
      numbers,
      found.map((one) => one.ours?.id ?? null),
      found.map((one) => one.ours?.amountFen ?? null),
      found.map((one) => one.ours?.feeFen ?? null),
      found.map((one) => one.ours?.state ?? null),
      found.map((one) => (one.ours ? new Date(one.ours.atMs) : null)),
      found.map((one) => one.ours?.day ?? null),
      found.map((one) => one.theirs?.amountFen ?? null),
      found.map((one) => one.theirs?.feeFen ?? null),
      found.map((one) => (one.theirs ? new Date(one.theirs.atMs) : null)),
      found.map((one) => one.theirDay),
      found.map((one) => one.theirs?.isDone ?? null),
      tx.now,
    ],
  );
}

interface WrittenOff extends Pick<FoundDifference, 'number' | 'isRefund' | 'tradeNo'> {
  readonly id: string;
  readonly kind: DifferenceKind;
  readonly occurrence: number;
  readonly oursFen: number | null;
  readonly theirsFen: number | null;
  readonly adjustedFen: number;
}

/** Takes back what was written off on differences that are not there any more, or have other amounts. */
async function withdrawWriteOffs(
  tx: TenantTx,
  day: ChannelDay,
  found: ReadonlyMap<string, FoundDifference>,
): Promise<void> {
  const written = await tx.query<WrittenOff>(
    `select id, kind, number, is_refund, trade_no, occurrence, ours_fen, theirs_fen, adjusted_fen from day_difference
     where tenant_id = $1 and channel_day_id = $2 and side = 'bill' and is_current and resolution = 'write-off'`,
    [tx.tenantId, day.id],
  );
  for (const one of written) {
    const now = found.get(`${keyOf(one)} ${one.occurrence}`);
    const isSame =
      now?.kind === one.kind &&
      (now.ours?.amountFen ?? null) === one.oursFen &&
      (now.theirs?.amountFen ?? null) === one.theirsFen;
    if (isSame) continue;
    await bookWriteOff(tx, day.id, -one.adjustedFen);
    await tx.query(
      `update day_difference set state = 'open', resolution = null, adjusted_fen = 0
       where tenant_id = $1 and id = $2`,
      [tx.tenantId, one.id],
    );
  }
}
