import { handle, serveReport } from '@boyun/kernel/server';
import { answerCall, callList, endCall } from './lane-call.contract.ts';
import { closeCall, takeCall } from './lane-call.service.ts';

/** Server handlers of calls from lanes. */
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

export const callListServer = serveReport(callList, {
  from: 'lane_call',
  as: 'c',
  lot: 'c.lot_id',
  // The scope of own records includes unanswered calls, because they are open to everyone.
  own: '(c.answered_by is null or c.answered_by = ?)',
  filters: { isOpen: "(c.state in ('ringing', 'answered')) = ?" },
  period: 'c.called_at',
  columns: {
    answeredById: 'c.answered_by',
    waitedSeconds: 'extract(epoch from coalesce(c.answered_at, c.ended_at) - c.called_at)::int',
  },
  order: 'c.id desc',
});
