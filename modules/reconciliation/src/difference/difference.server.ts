import { requireLot } from '@boyun/facilities/server';
import { type Output, Refusal } from '@boyun/kernel/contract';
import { beginning, handle, notFound, reaction, serveReport, type TenantTx } from '@boyun/kernel/server';
import { requireWhole, whereWhole } from '../bill-source/whole-tenant.service.ts';
import { COMPARE_JOB } from '../channel-day/ask-comparison.service.ts';
import {
  acceptFees,
  differenceList,
  differenceRefusal,
  getDifference,
  moveRecords,
  postLost,
  refundLost,
  writeOff,
} from './difference.contract.ts';
import { findDifference, type LockedDifference, possibleActs } from './difference.queries.ts';
import { differenceResolved } from './difference-event.contract.ts';
import { askAct, askGiveBack, askPost, askWriteOff, subjectOf } from './resolve-money.service.ts';
import { acceptFee, moveRecord } from './resolve-plain.service.ts';

const OURS = `case when x.side = 'bank' then x.ours_fen when x.ours_state = 'succeeded' and x.ours_day = d.day then x.ours_fen else 0 end`;
const THEIRS = 'case when x.theirs_done then x.theirs_fen else 0 end';
const GAP = `coalesce(${THEIRS}, 0) - coalesce(${OURS}, 0)`;
const ORDER = `array_position(array['open', 'resolved', 'gone'], x.state)`;

/** Differences of days; accounts limited to lots see none. */
export const differenceListServer = serveReport(differenceList, ({ who }) => ({
  from: 'day_difference',
  as: 'x',
  joins: 'join channel_day d on d.tenant_id = x.tenant_id and d.id = x.channel_day_id',
  lot: null,
  own: null,
  where: ["(x.is_current or x.state <> 'open')", ...whereWhole(who)],
  filters: { number: (text) => beginning('x.number')(String(text)) },
  columns: { day: 'd.day', gapFen: GAP },
  order: `${ORDER}, x.kind, x.number, x.id`,
  totals: { gapFen: GAP },
}));

type Shown = Output<typeof getDifference>;

const COLUMNS = `x.id, x.channel_day_id, d.day, x.side, x.kind, x.number, x.trade_no, x.is_refund, x.ours_fen, x.theirs_fen, ${GAP} as "gapFen",
  x.ours_fee_fen, x.theirs_fee_fen, x.ours_state, x.ours_at, x.ours_day, x.theirs_at, x.theirs_day, x.state, x.resolution, x.note,
  x.resolved_by, x.resolved_at, x.record_id`;

/** Orders that owe something and that a lost payment may be for: those that owe its amount first, then the nearest in time. */
function findCandidates(tx: TenantTx, amountFen: number, at: Date): Promise<Shown['candidates']> {
  return tx.query(
    `select b.id as "billId", o.id as "orderId", o.order_no, o.plate, l.name as "lotName", o.left_at, b.due_fen
     from stay_fact o
     join bill_fact b on b.tenant_id = o.tenant_id and b.kind = 'stay' and b.subject_id = o.id and b.due_fen > 0
     join lot_fact l on l.tenant_id = o.tenant_id and l.id = o.lot_id
     where o.tenant_id = $1 and o.pay_state in ('arrears', 'unpaid', 'part-paid')
       and o.entered_at < $3 and coalesce(o.left_at, $3) > $3::timestamptz - interval '2 days'
     order by b.due_fen <> $2, abs(extract(epoch from coalesce(o.left_at, $3) - $3)), o.id limit 8`,
    [tx.tenantId, amountFen, at],
  );
}

const getDifferenceServer = handle(getDifference, async (tx, { differenceId }) => {
  requireWhole(tx.who);
  const [row] = await tx.query<Omit<Shown, 'acts' | 'candidates'>>(
    `select ${COLUMNS}, s.name as "sourceName", case when b.kind = 'stay' then b.subject_id end as "orderId",
       coalesce(nullif(p.plate, ''), r.plate, '') as plate, coalesce(l.name, '') as "lotName", coalesce(b.kind, '') as "billKind"
     from day_difference x
     join channel_day d on d.tenant_id = x.tenant_id and d.id = x.channel_day_id
     join bill_source s on s.tenant_id = d.tenant_id and s.id = d.source_id
     left join payment_fact p on p.tenant_id = x.tenant_id and p.id = x.record_id
     left join refund_fact r on r.tenant_id = x.tenant_id and r.id = x.record_id
     left join bill_fact b on b.tenant_id = x.tenant_id and b.id = coalesce(p.bill_id, r.bill_id)
     left join lot_fact l on l.tenant_id = x.tenant_id and l.id = coalesce(p.lot_id, r.lot_id)
     where x.tenant_id = $1 and x.id = $2`,
    [tx.tenantId, differenceId],
  );
  if (!row) throw notFound(tx.who, differenceList.title);
  const difference = (await findDifference(tx, differenceId))!;
  const isOpen = difference.state === 'open' && difference.isCurrent;
  const acts = isOpen ? [...possibleActs(difference)] : [];
  const isUnknown = acts.includes('post') && difference.recordId === null;
  const candidates = isUnknown ? await findCandidates(tx, difference.theirsFen ?? 0, row.theirsAt ?? tx.now) : [];
  return { ...row, acts, candidates };
});

const ofDifference = (locked: LockedDifference) => ({
  subjectKind: 'day-difference',
  subjectId: locked.difference.id,
  subject: subjectOf(locked),
});

/** Acts on differences. */
export const differenceServers = [
  getDifferenceServer,
  ...([postLost, refundLost] as const).map((operation) =>
    handle(operation, async (tx, given, act) => {
      requireWhole(tx.who);
      const { differenceId, lotId, reason } = given;
      const billId = 'billId' in given ? (given.billId as string | null) : null;
      const found = await findDifference(tx, differenceId);
      if (found && !found.recordId && !billId && !lotId) throw new Refusal(differenceRefusal['no-lot']);
      if (lotId) await requireLot(tx, lotId);
      const isPost = operation.name === postLost.name;
      const { asked, subject } = await askAct(tx, {
        ask: isPost ? askPost : askGiveBack,
        act: isPost ? 'post' : 'refund',
        payload: { differenceId, billId, lotId },
        differenceId,
        reason,
      });
      const after = { billId, lotId, note: reason, effect: asked.effect };
      act.describe({ subjectKind: 'day-difference', subjectId: differenceId, subject, after });
      return { reviewId: asked.reviewId, isPending: asked.isPending };
    }),
  ),
  handle(writeOff, async (tx, { differenceId, reason }, act) => {
    requireWhole(tx.who);
    const { asked, subject } = await askAct(tx, {
      ask: askWriteOff,
      act: 'write-off',
      payload: { differenceId },
      differenceId,
      reason,
    });
    act.describe({
      subjectKind: 'day-difference',
      subjectId: differenceId,
      subject,
      after: { note: reason, effect: asked.effect },
    });
    return { reviewId: asked.reviewId, isPending: asked.isPending };
  }),
  ...([moveRecords, acceptFees] as const).map((operation) =>
    handle(operation, async (tx, { differenceIds, note }, act, kernel) => {
      requireWhole(tx.who);
      let last: LockedDifference | null = null;
      for (const id of [...new Set(differenceIds)].sort())
        last =
          operation.name === moveRecords.name ? await moveRecord(tx, kernel, id, note) : await acceptFee(tx, id, note);
      act.describe({ ...ofDifference(last!), after: { count: differenceIds.length, note } });
      return { doneCount: differenceIds.length };
    }),
  ),
];

/** A day whose last difference was resolved is compared once more: acts have changed what both sides have. */
export const resolvedDays = reaction('reconciled-days', [differenceResolved], {
  async react(tx, { data: { channelDayId } }, jobs) {
    const [day] = await tx.query<{ openCount: number; state: string }>(
      'select open_count, state from channel_day where tenant_id = $1 and id = $2',
      [tx.tenantId, channelDayId],
    );
    if (day && day.openCount === 0 && day.state !== 'closed')
      await jobs.send(tx, COMPARE_JOB, { tenantId: tx.tenantId, dayId: channelDayId });
  },
});
