import { type PairClass, pairClasses } from '@boyun/domain/reconcile';
import { disabledReason, type Output, Refusal } from '@boyun/kernel/contract';
import { handle, notFound, serveReport, type TenantTx, type Who } from '@boyun/kernel/server';
import { isTrial, providerOf } from '@boyun/money/server';
import { askBill } from '../bill-import/fetch-bill.jobs.ts';
import { type BillSource, findSource } from '../bill-source/bill-source.queries.ts';
import { requireWhole, whereWhole } from '../bill-source/whole-tenant.service.ts';
import {
  channelDayList,
  channelDayRefusal,
  channelSumList,
  closeDay,
  dayTransitions,
  fetchBill,
  getChannelDay,
} from '../channel-day/channel-day.contract.ts';
import { type ChannelDay, lockDay } from '../channel-day/channel-day.queries.ts';
import { billFetchAsked, dayClosed } from '../channel-day/channel-day-event.contract.ts';
import { bookFee } from '../settlement/settlement.queries.ts';

/** Without a bill there is no gap yet. */
const GAP = `case when d.state = 'open' then 0 else d.ours_fen + d.adjusted_fen - d.theirs_fen end`;
const NET = 'd.theirs_fen - d.theirs_fee_fen';

/** The days that an account sees: none where it is limited to lots, because the money of a channel is that of all lots. */
const daysOf = (who: Who) => ({
  from: 'channel_day',
  as: 'd',
  joins: 'join bill_source s on s.tenant_id = d.tenant_id and s.id = d.source_id',
  lot: null,
  own: null,
  where: whereWhole(who),
});

/** Days of channels. */
export const channelDayListServer = serveReport(channelDayList, ({ who }) => ({
  ...daysOf(who),
  filters: {
    from: 'd.day >= ?',
    to: 'd.day <= ?',
    channel: 's.channel = ?',
  },
  columns: { channel: 's.channel', merchantNo: 's.merchant_no', gapFen: GAP, netFen: NET },
  order: 'd.day desc, s.channel, d.id',
  totals: {
    oursFen: 'd.ours_fen',
    theirsFen: 'd.theirs_fen',
    gapFen: GAP,
    theirsFeeFen: 'd.theirs_fee_fen',
    settledFen: 'd.settled_fen',
    openCount: 'd.open_count',
    unbalancedCount: 'case when d.is_unbalanced then 1 end',
  },
}));

/** Sums of the days by source, for the cards above the list. */
export const channelSumListServer = serveReport(channelSumList, ({ who }) => ({
  ...daysOf(who),
  filters: { from: 'd.day >= ?', to: 'd.day <= ?' },
  groupBy: 's.id, s.channel',
  columns: {
    id: 's.id',
    sourceId: 's.id',
    channel: 's.channel',
    dayCount: 'count(*)::int',
    unbalancedCount: '(count(*) filter (where d.is_unbalanced))::int',
    openCount: 'sum(d.open_count)::int',
    oursFen: 'sum(d.ours_fen)::bigint',
    theirsFen: 'sum(d.theirs_fen)::bigint',
    gapFen: `sum(${GAP})::bigint`,
    theirsFeeFen: 'sum(d.theirs_fee_fen)::bigint',
    settledFen: 'sum(d.settled_fen)::bigint',
  },
  order: 's.channel, s.id',
}));

/** A locked day with its source, how the audit log names it, and what its events say of it. */
export interface ActedDay {
  readonly day: ChannelDay;
  readonly source: BillSource;
  readonly subject: { readonly subjectKind: 'channel-day'; readonly subjectId: string; readonly subject: string };
  readonly data: { readonly channelDayId: string; readonly day: string; readonly name: string };
}

/** Returns a day for an act, locked; refuses where its state does not allow it. */
export async function requireDay(tx: TenantTx, id: string, act: keyof typeof dayTransitions): Promise<ActedDay> {
  requireWhole(tx.who);
  const day = await lockDay(tx, id);
  if (!day) throw notFound(tx.who, { zh: '对账日', en: 'Day' });
  const reason = disabledReason(dayTransitions, act, day.state);
  if (reason) throw new Refusal(channelDayRefusal['not-possible'], { reason: reason[tx.who.language] });
  const source = (await findSource(tx, day.sourceId))!;
  return {
    day,
    source,
    subject: { subjectKind: 'channel-day', subjectId: day.id, subject: `${day.day} ${source.name}` },
    data: { channelDayId: day.id, day: day.day, name: source.name },
  };
}

type Shown = Output<typeof getChannelDay>;
type DayRow = Omit<Shown, 'classes' | 'bills' | 'settlements' | 'isTrial'> & { readonly classes: Classes };
type Classes = Readonly<Partial<Record<PairClass, { count: number; oursFen: number; theirsFen: number }>>>;

async function classesOf(tx: TenantTx, dayId: string, classes: Classes) {
  const open = await tx.query<{ kind: PairClass; count: number }>(
    `select kind, count(*)::int as count from day_difference
     where tenant_id = $1 and channel_day_id = $2 and side = 'bill' and is_current and state = 'open' group by 1`,
    [tx.tenantId, dayId],
  );
  const openOf = new Map(open.map((one) => [one.kind, one.count]));
  return pairClasses.flatMap((kind) => {
    const sum = classes[kind];
    return sum ? [{ kind, ...sum, openCount: openOf.get(kind) ?? 0 }] : [];
  });
}

/** Days with what they consist of, and the acts upon them. */
export const channelDayServers = [
  handle(getChannelDay, async (tx, { channelDayId }) => {
    requireWhole(tx.who);
    const [row] = await tx.query<DayRow>(
      `select d.id, d.day, d.source_id, s.name as "sourceName", s.channel, s.merchant_no, d.state, d.ours_count, d.ours_fen, d.theirs_count,
         d.theirs_fen, ${GAP} as "gapFen", d.theirs_fee_fen, ${NET} as "netFen", d.settled_fen, d.has_bank_side, d.open_count,
         d.difference_count, d.compared_at, d.fetch_error, d.closed_by, d.starts_at, d.ends_at, d.billed_at, d.fetch_after, d.ours_fee_fen,
         d.adjusted_fen, d.settled_off_fen, d.fee_booked_fen, d.closed_at, d.close_note, d.reopened_at, d.classes
       from channel_day d join bill_source s on s.tenant_id = d.tenant_id and s.id = d.source_id
       where d.tenant_id = $1 and d.id = $2`,
      [tx.tenantId, channelDayId],
    );
    if (!row) throw notFound(tx.who, { zh: '对账日', en: 'Day' });
    const bills = await tx.query<Shown['bills'][number]>(
      `select i.id, i.file_name, i.total, coalesce(i.ended_at, i.created_at) as at from day_bill b
       join bill_import i on i.tenant_id = b.tenant_id and i.id = b.import_id
       where b.tenant_id = $1 and b.channel_day_id = $2 order by i.created_at limit 100`,
      [tx.tenantId, channelDayId],
    );
    const settlements = await tx.query<Shown['settlements'][number]>(
      `select s.id, a.name as "bankName", l.day, l.counterparty, l.memo, s.amount_fen, l.amount_fen as "lineFen" from day_settlement s
       join bank_line l on l.tenant_id = s.tenant_id and l.id = s.bank_line_id
       join bill_source a on a.tenant_id = l.tenant_id and a.id = l.source_id
       where s.tenant_id = $1 and s.channel_day_id = $2 order by l.day, s.id limit 100`,
      [tx.tenantId, channelDayId],
    );
    const { classes, ...rest } = row;
    return {
      ...rest,
      isTrial: row.channel === 'sandbox' && (await isTrial(tx)),
      classes: await classesOf(tx, channelDayId, classes),
      bills,
      settlements,
    };
  }),
  handle(fetchBill, async (tx, { channelDayId }, act, kernel) => {
    const { day, source, subject, data } = await requireDay(tx, channelDayId, 'fetch');
    if (source.kind !== 'provider' || !providerOf(source.channel!)) throw new Refusal(channelDayRefusal['no-provider']);
    if (day.endsAt > tx.now) throw new Refusal(channelDayRefusal['not-over']);
    await askBill(kernel, tx, day.id);
    tx.emit(billFetchAsked, { subjectId: day.id, data });
    act.describe(subject);
    return {};
  }),
  handle(closeDay, async (tx, { channelDayId, note }, act) => {
    const { day, source, subject, data } = await requireDay(tx, channelDayId, 'close');
    await bookFee(tx, day.id, source.channel!);
    await tx.query(
      `update channel_day set state = 'closed', closed_at = $3, closed_by = $4, close_note = $5, fetch_after = null
       where tenant_id = $1 and id = $2`,
      [tx.tenantId, day.id, tx.now, tx.who.name, note],
    );
    tx.emit(dayClosed, { subjectId: day.id, data });
    act.describe({ ...subject, before: { state: day.state }, after: { state: 'closed', note } });
    return {};
  }),
];
