import { type BillLine, channelDayOf, type OurRecord } from '@boyun/domain/reconcile';
import type { TenantTx } from '@boyun/kernel/server';
import { type BillSource, findPayChannels } from '../bill-source/bill-source.queries.ts';
import type { ChannelDay } from '../channel-day/channel-day.queries.ts';

/** A record of ours with what drill-down and acts need. */
export interface ComparedRecord extends OurRecord {
  readonly state: string;
}

/** What a comparison reads: the source, its merchants, the day and the files with its bill. */
export interface CompareScope {
  readonly source: BillSource;
  readonly day: ChannelDay;
  /** Configured channels of the merchant; null where all money of the channel is the source's. */
  readonly payChannelIds: readonly string[] | null;
  /** The lots of an acquirer; none where it has those that no other acquirer of the channel names, which are `otherLotIds`. */
  readonly lotIds: readonly string[];
  readonly otherLotIds: readonly string[];
  readonly importIds: readonly string[];
}

/** Returns what the comparison of a day reads. */
export async function scopeOf(tx: TenantTx, source: BillSource, day: ChannelDay): Promise<CompareScope> {
  const bills = await tx.query<{ importId: string }>(
    'select import_id from day_bill where tenant_id = $1 and channel_day_id = $2 order by import_id',
    [tx.tenantId, day.id],
  );
  const isMerchant = source.kind === 'provider' && source.channel !== 'sandbox';
  const payChannelIds = isMerchant ? (await findPayChannels(tx, source)).map((one) => one.id) : null;
  const otherLotIds = source.kind === 'acquirer' && source.lotIds.length === 0 ? await lotsOfOthers(tx, source) : [];
  const importIds = bills.map((one) => one.importId);
  return { source, day, payChannelIds, lotIds: source.lotIds, otherLotIds, importIds };
}

/** The lots that other acquirers in use of the channel name. */
async function lotsOfOthers(tx: TenantTx, { id, channel }: BillSource): Promise<readonly string[]> {
  const rows = await tx.query<{ lotId: string }>(
    `select distinct unnest(lot_ids) as "lotId" from bill_source
     where tenant_id = $1 and kind = 'acquirer' and channel = $2 and is_enabled and id <> $3`,
    [tx.tenantId, channel, id],
  );
  return rows.map((one) => one.lotId);
}

/** The condition for records of a source; `$2` is the channel, `$3` its configured channels, `$4` its lots, `$5` those of others. */
const OF_SOURCE = `m.channel = $2 and ($3::uuid[] is null or m.pay_channel_id = any($3::uuid[]))
  and (cardinality($4::uuid[]) = 0 or m.lot_id = any($4::uuid[])) and (m.lot_id is null or m.lot_id <> all($5::uuid[]))`;
/** The values of the condition. */
const sourceValues = (tx: TenantTx, { source, payChannelIds, lotIds, otherLotIds }: CompareScope) => [
  tx.tenantId,
  source.channel,
  payChannelIds,
  lotIds,
  otherLotIds,
];

interface OurRow {
  readonly id: string;
  readonly number: string;
  readonly amountFen: number;
  readonly feeFen: number | null;
  readonly state: string;
  readonly at: Date;
  readonly movedTo: string | null;
}

/** The fees of providers are compared with their rates; what an acquirer keeps, only its bill says. */
const recordOf =
  ({ source }: CompareScope) =>
  ({ id, number, amountFen, feeFen, state, at, movedTo }: OurRow): ComparedRecord => {
    const isDone = state === 'succeeded';
    const day = isDone ? (movedTo ?? channelDayOf(source.channel!, at.getTime())) : null;
    return {
      id,
      number,
      amountFen,
      feeFen: source.kind === 'provider' ? feeFen : null,
      state,
      atMs: at.getTime(),
      isDone,
      day,
    };
  };

/** Whether the lines of a source name our numbers; otherwise records are paired by amount and time. */
export const hasNumbers = ({ kind, numberColumn }: BillSource): boolean => kind === 'provider' || numberColumn !== null;

/** Streams the payments and refunds that count for a day, in the order of the comparison. */
export async function* streamOurs(tx: TenantTx, scope: CompareScope): AsyncGenerator<ComparedRecord[]> {
  const { source, day } = scope;
  const order = hasNumbers(source) ? 'o.number collate "C", o.amount_fen < 0' : 'o.amount_fen, o.at';
  const rows = tx.stream<OurRow>(
    `select o.id, o.number, o.amount_fen, o.fee_fen, 'succeeded' as state, o.at, o.moved_to from (
       select m.id, m.number, m.amount_fen, m.fee_fen, m.paid_at as at, null::date as moved_to from channel_money_fact m
       where m.tenant_id = $1 and ${OF_SOURCE} and m.state = 'succeeded' and m.paid_at >= $6 and m.paid_at < $7
         and not exists (select from record_day r where r.tenant_id = m.tenant_id and r.record_id = m.id)
       union all
       select m.id, m.number, m.amount_fen, m.fee_fen, m.paid_at, r.day from record_day r
       join channel_money_fact m on m.tenant_id = r.tenant_id and m.id = r.record_id and m.state = 'succeeded'
       where r.tenant_id = $1 and r.source_id = $8 and r.day = $9) o
     order by ${order}`,
    [...sourceValues(tx, scope), day.startsAt, day.endsAt, source.id, day.day],
  );
  for await (const batch of rows) yield batch.map(recordOf(scope));
}

interface LineRow extends Omit<BillLine, 'atMs'> {
  readonly at: Date;
}

/** Streams the lines of the bill of a day, in the order of the comparison. */
export async function* streamLines(tx: TenantTx, { source, day, importIds }: CompareScope): AsyncGenerator<BillLine[]> {
  if (importIds.length === 0) return;
  const order = hasNumbers(source) ? 'number, is_refund' : 'amount_fen, at';
  // The lines of one file are in order in its key.
  const ofFiles = importIds.length === 1 ? 'import_id = $2' : 'import_id = any($2::uuid[])';
  const rows = tx.stream<LineRow>(
    `select number, trade_no, amount_fen, fee_fen, at, day, is_done from bill_line
     where tenant_id = $1 and ${ofFiles} and day = $3 order by ${order}`,
    [tx.tenantId, importIds.length === 1 ? importIds[0] : importIds, day.day],
  );
  for await (const batch of rows) yield batch.map(({ at, ...row }) => ({ ...row, atMs: at.getTime() }));
}

/** Returns the records of ours with numbers of lines that found no record of the day: of other days, or whose money has not moved. */
export async function findOurs(
  tx: TenantTx,
  scope: CompareScope,
  lines: readonly BillLine[],
): Promise<ReadonlyMap<string, ComparedRecord>> {
  const rows = await tx.query<OurRow>(
    `select m.id, m.number, m.amount_fen, m.fee_fen, m.state, coalesce(m.paid_at, m.created_at) as at, r.day as "movedTo"
     from unnest($6::text[], $7::bool[]) as u(number, is_refund)
     join channel_money_fact m on m.tenant_id = $1 and m.number = u.number and m.is_refund = u.is_refund and ${OF_SOURCE}
     left join record_day r on r.tenant_id = m.tenant_id and r.record_id = m.id`,
    [...sourceValues(tx, scope), lines.map((one) => one.number), lines.map((one) => one.amountFen < 0)],
  );
  return new Map(rows.map(recordOf(scope)).map((one) => [recordKey(one), one]));
}

/** What a record and the line of it have in common. */
export const recordKey = ({ number, amountFen }: Pick<OurRecord, 'number' | 'amountFen'>): string =>
  `${amountFen < 0 ? '-' : '+'}${number}`;

/** Returns the other days in whose bills records of ours are, by their key. */
export async function findTheirDays(
  tx: TenantTx,
  { source, day }: CompareScope,
  records: readonly OurRecord[],
): Promise<ReadonlyMap<string, { readonly day: string; readonly tradeNo: string }>> {
  const rows = await tx.query<{ number: string; amountFen: number; day: string; tradeNo: string }>(
    `select l.number, l.amount_fen, l.day, l.trade_no from unnest($3::text[], $4::bool[]) as u(number, is_refund)
     join bill_line l on l.tenant_id = $1 and l.source_id = $2 and l.number = u.number and l.is_refund = u.is_refund and l.is_done
     join day_bill b on b.tenant_id = l.tenant_id and b.import_id = l.import_id
     join channel_day d on d.tenant_id = b.tenant_id and d.id = b.channel_day_id and d.day = l.day
     where l.day <> $5`,
    [...[tx.tenantId, source.id], records.map((one) => one.number), records.map((one) => one.amountFen < 0), day.day],
  );
  return new Map(rows.map((one) => [recordKey(one), { day: one.day, tradeNo: one.tradeNo }]));
}
