import type { ReportRow } from '@boyun/kernel/contract';
import { handle, handleReport, lotCondition, sizeOf } from '@boyun/kernel/server';
import { answerCall, callList, endCall } from './lane-call.contract.ts';
import { closeCall, takeCall } from './lane-call.service.ts';

/** Acts upon calls from lanes. */
export const callServers = [
  handle(answerCall, async (tx, { callId }, act) => {
    const row = await takeCall(tx, callId);
    act.describe({ subjectKind: 'lane-call', subjectId: row.id, subject: row.plate });
    return {};
  }),
  handle(endCall, async (tx, { callId, note }, act) => {
    const row = await closeCall(tx, callId, note);
    act.describe({ subjectKind: 'lane-call', subjectId: row.id, subject: row.plate, after: { note } });
    return {};
  }),
];

export const callListServer = handleReport(callList, async (tx, filters, paging) => {
  const where = lotCondition(tx.who, 'c')
    // What nobody has answered yet is there to be answered.
    .own(tx.who, '(c.answered_by is null or c.answered_by = ?)')
    .add('c.lot_id = ?', filters.lotId)
    .add('c.lane_id = ?', filters.laneId)
    .add('c.state = ?', filters.state)
    .add("(c.state in ('ringing', 'answered')) = ?", filters.isOpen)
    .add('c.called_at >= ?', filters.from)
    .add('c.called_at <= ?', filters.to);
  const size = await sizeOf(tx, 'lane_call c', where);
  const rows = await tx.query<ReportRow<typeof callList>>(
    `select c.id, c.called_at as "calledAt", c.lot_id as "lotId", c.lane_id as "laneId", c.state, c.plate,
       c.answered_by as "answeredById", c.answered_by_name as "answeredByName", c.answered_at as "answeredAt",
       c.ended_at as "endedAt", extract(epoch from coalesce(c.answered_at, c.ended_at) - c.called_at)::int as "waitedSeconds", c.note
     from lane_call c where ${where.sql} order by c.id desc`,
    where.values,
    paging,
  );
  return { rows, ...size };
});
