import type { TenantTx } from '@boyun/kernel/server';
import { book } from '@boyun/money/server';
import { type ChannelDay, settleDay } from '../channel-day/channel-day.queries.ts';
import { aboutDay, bookWriteOff } from '../difference/write-off.queries.ts';

/** An entry of a bank statement. */
export interface BankEntry {
  readonly id: string;
  readonly sourceId: string;
  readonly day: string;
  readonly amountFen: number;
  readonly counterparty: string;
  readonly memo: string;
  readonly settleSourceId: string | null;
  readonly settledFen: number;
  readonly isOther: boolean;
}

const COLUMNS = 'id, source_id, day, amount_fen, counterparty, memo, settle_source_id, settled_fen, is_other';

/** Returns an entry, locked; null where there is none. */
export async function lockEntry(tx: TenantTx, id: string): Promise<BankEntry | null> {
  const [row] = await tx.query<BankEntry>(
    `select ${COLUMNS} from bank_line where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** Returns the entries of a file that are taken for no channel yet. */
export function findNewEntries(tx: TenantTx, importId: string): Promise<BankEntry[]> {
  return tx.query<BankEntry>(
    `select ${COLUMNS} from bank_line where tenant_id = $1 and import_id = $2 and settle_source_id is null and amount_fen > 0
     order by day, id`,
    [tx.tenantId, importId],
  );
}

/** Returns the entries of a channel that settle nothing yet, locked. */
export function lockUnsettled(tx: TenantTx, settleSourceId: string): Promise<BankEntry[]> {
  return tx.query<BankEntry>(
    `select ${COLUMNS} from bank_line where tenant_id = $1 and settle_source_id = $2 and settled_fen = 0 and not is_other
     order by day, id for update`,
    [tx.tenantId, settleSourceId],
  );
}

/** Returns the compared days of a channel whose money the bank has not received, in order, locked. */
export function lockAwaiting(tx: TenantTx, sourceId: string): Promise<{ id: string; day: string; netFen: number }[]> {
  return tx.query(
    `select id, day, theirs_fen - theirs_fee_fen as "netFen" from channel_day
     where tenant_id = $1 and source_id = $2 and state <> 'closed' and billed_at is not null and settled_fen = 0 and has_bank_side
     order by day for update`,
    [tx.tenantId, sourceId],
  );
}

/** Books money that the bank received for a locked day, and what the channel kept for its service. */
export async function settleWith(
  tx: TenantTx,
  day: Pick<ChannelDay, 'id'>,
  { entry, channel, amountFen }: { readonly entry: BankEntry; readonly channel: string; readonly amountFen: number },
): Promise<void> {
  await book(
    tx,
    [
      { account: 'bank', party: '', amountFen },
      { account: 'clearing', party: channel, amountFen: -amountFen },
    ],
    aboutDay(day.id),
  );
  await tx.query(
    `with own as (
       insert into day_settlement (tenant_id, id, created_at, channel_day_id, bank_line_id, amount_fen, actor_name)
       values ($1, $2, $3, $4, $5, $6, $7)
     )
     update bank_line set settled_fen = settled_fen + $6 where tenant_id = $1 and id = $5`,
    [tx.tenantId, tx.newId(), tx.now, day.id, entry.id, amountFen, tx.who.name],
  );
  await bookFee(tx, day.id, channel);
  await settleBankSide(tx, day.id);
}

/** Takes back what an entry settled of a locked day. */
export async function unsettle(
  tx: TenantTx,
  { id, channelDayId, amountFen }: { readonly id: string; readonly channelDayId: string; readonly amountFen: number },
  { entry, channel }: { readonly entry: BankEntry; readonly channel: string },
): Promise<void> {
  await book(
    tx,
    [
      { account: 'bank', party: '', amountFen: -amountFen },
      { account: 'clearing', party: channel, amountFen },
    ],
    aboutDay(channelDayId),
  );
  await tx.query(
    `with gone as (delete from day_settlement where tenant_id = $1 and id = $2)
     update bank_line set settled_fen = settled_fen - $4 where tenant_id = $1 and id = $3`,
    [tx.tenantId, id, entry.id, amountFen],
  );
  await settleBankSide(tx, channelDayId);
}

/** Books the fees of the bill of a locked day, or what has changed of them since they were booked. */
export async function bookFee(tx: TenantTx, dayId: string, channel: string): Promise<void> {
  const [day] = await tx.query<{ deltaFen: number }>(
    `select theirs_fee_fen - fee_booked_fen as "deltaFen" from channel_day where tenant_id = $1 and id = $2`,
    [tx.tenantId, dayId],
  );
  const { deltaFen } = day!;
  await book(
    tx,
    [
      { account: 'channel-fee', party: channel, amountFen: deltaFen },
      { account: 'clearing', party: channel, amountFen: -deltaFen },
    ],
    aboutDay(dayId),
  );
  await tx.query('update channel_day set fee_booked_fen = theirs_fee_fen where tenant_id = $1 and id = $2', [
    tx.tenantId,
    dayId,
  ]);
}

/**
 * Sets the difference between what the bank was to receive for a locked day and what it got: there is one once something has come and it is
 * another amount. What was written off stays while the amounts are the same.
 */
export async function settleBankSide(tx: TenantTx, dayId: string): Promise<void> {
  const [day] = await tx.query<{ netFen: number; gotFen: number; day: string }>(
    `select d.theirs_fen - d.theirs_fee_fen as "netFen", d.day,
       (select coalesce(sum(s.amount_fen), 0)::bigint from day_settlement s where s.tenant_id = $1 and s.channel_day_id = $2) as "gotFen"
     from channel_day d where d.tenant_id = $1 and d.id = $2`,
    [tx.tenantId, dayId],
  );
  const { netFen, gotFen } = day!;
  const [known] = await tx.query<{ id: string; oursFen: number; theirsFen: number; adjustedFen: number }>(
    `select id, ours_fen, theirs_fen, adjusted_fen from day_difference
     where tenant_id = $1 and channel_day_id = $2 and side = 'bank' and is_current`,
    [tx.tenantId, dayId],
  );
  const isSame = known?.oursFen === netFen && known.theirsFen === gotFen;
  if (known && !isSame) {
    await bookWriteOff(tx, dayId, known.adjustedFen);
    await tx.query(
      `update day_difference set state = 'gone', resolution = null, is_current = false, adjusted_fen = 0
       where tenant_id = $1 and id = $2`,
      [tx.tenantId, known.id],
    );
  }
  if (!isSame && gotFen !== 0 && gotFen !== netFen)
    await tx.query(
      `insert into day_difference as d (tenant_id, id, created_at, channel_day_id, side, kind, number, trade_no, is_refund, ours_fen,
         theirs_fen, theirs_day, theirs_done)
       values ($1, $2, $3, $4, 'bank', 'amount', '', '', false, $5, $6, $7, true)
       on conflict (tenant_id, channel_day_id, side, number, is_refund, trade_no, occurrence) do update
         set ours_fen = excluded.ours_fen, theirs_fen = excluded.theirs_fen, is_current = true, state = 'open'`,
      [tx.tenantId, tx.newId(), tx.now, dayId, netFen, gotFen, day!.day],
    );
  await settleDay(tx, dayId);
}
