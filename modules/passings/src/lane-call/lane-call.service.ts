import { disabledReason, Refusal } from '@boyun/kernel/contract';
import { coversLot, type Kernel, notFound, type Sweep, sweepTenants, type TenantTx } from '@boyun/kernel/server';
import { type CallState, callRefusal, callTransitions } from './lane-call.contract.ts';
import { callAnswered, callEnded, callMissed, laneCalled } from './lane-call-event.contract.ts';

interface CallRow {
  readonly id: string;
  readonly lotId: string;
  readonly laneId: string;
  readonly state: CallState;
  readonly plate: string | null;
  readonly answeredBy: string | null;
  readonly answeredByName: string | null;
}

const COLUMNS = `id, lot_id, lane_id, state, plate, answered_by,
  answered_by_name`;

/** Opens a call from a lane; while a call of the lane is open, further presses of its button have no effect. */
export async function callFromLane(tx: TenantTx, lane: { laneId: string; lotId: string }): Promise<void> {
  const rows = await tx.query<CallRow>(
    `insert into lane_call (tenant_id, id, lot_id, lane_id, called_at, plate, passing_id)
     select $1, $2, $3, $4, $5, w.plate, w.id from (select 1) as one
     left join lateral (select p.plate, p.id from waiting_car c join passing p on p.tenant_id = c.tenant_id and p.id = c.passing_id
       where c.tenant_id = $1 and c.lane_id = $4 limit 1) w on true
     on conflict (tenant_id, lane_id) where state in ('ringing', 'answered') do nothing returning ${COLUMNS}`,
    [tx.tenantId, tx.newId(), lane.lotId, lane.laneId, tx.now],
  );
  for (const row of rows) emitCall(tx, laneCalled, row);
}

function emitCall(
  tx: TenantTx,
  type: typeof laneCalled | typeof callAnswered | typeof callEnded | typeof callMissed,
  { id: callId, lotId, laneId, plate }: CallRow,
  note?: string,
): void {
  tx.emit<(typeof laneCalled)['fields']>(type, {
    lotId,
    subjectId: callId,
    data: { callId, laneId, plate, name: tx.who.name, note: note ?? null },
  });
}

async function lockCall(tx: TenantTx, callId: string, act: keyof typeof callTransitions): Promise<CallRow> {
  const [row] = await tx.query<CallRow>(
    `select ${COLUMNS} from lane_call where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, callId],
  );
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, { zh: '呼叫', en: 'Call' });
  const reason = disabledReason(callTransitions, act, row.state);
  if (reason) throw new Refusal(callRefusal['not-possible'], { reason: reason[tx.who.language] });
  return row;
}

/** Assigns a call to the account that answers it; refuses if it is already answered or has ended. */
export async function takeCall(tx: TenantTx, callId: string): Promise<CallRow> {
  const row = await lockCall(tx, callId, 'answer');
  await tx.query(
    `update lane_call set state = 'answered', answered_by = $3, answered_by_name = $4, answered_at = $5
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, callId, tx.who.userId, tx.who.name, tx.now],
  );
  emitCall(tx, callAnswered, row);
  return row;
}

/** Ends a call that the same account has answered. */
export async function closeCall(tx: TenantTx, callId: string, note: string): Promise<CallRow> {
  const row = await lockCall(tx, callId, 'end');
  if (row.answeredBy !== tx.who.userId) throw new Refusal(callRefusal['not-yours'], { name: row.answeredByName });
  await tx.query(`update lane_call set state = 'ended', ended_at = $3, note = $4 where tenant_id = $1 and id = $2`, [
    tx.tenantId,
    callId,
    tx.now,
    note,
  ]);
  emitCall(tx, callEnded, row, note);
  return row;
}

/** Ringing timeout: after it a call counts as missed; the driver has left or presses the button again. */
const RINGING_MS = 120_000;

/** Marks calls as missed after the ringing timeout. */
async function missCalls(kernel: Kernel): Promise<void> {
  const before = new Date(kernel.clock.now().getTime() - RINGING_MS);
  const sql = `select distinct tenant_id from lane_call where state = 'ringing' and called_at < $1`;
  await sweepTenants(kernel, { sql, values: [before] }, async (tx) => {
    const rows = await tx.query<CallRow>(
      `update lane_call set state = 'missed', ended_at = $2
         where tenant_id = $1 and state = 'ringing' and called_at < $3 returning ${COLUMNS}`,
      [tx.tenantId, tx.now, before],
    );
    for (const row of rows) emitCall(tx, callMissed, row);
  });
}

/** Job that marks unanswered calls as missed. */
export const missedCalls: Sweep = { name: 'missed-calls', everySeconds: 15, run: missCalls };
