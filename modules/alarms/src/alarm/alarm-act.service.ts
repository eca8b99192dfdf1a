import { disabledReason, Refusal } from '@boyun/kernel/contract';
import { coversLot, notFound, type TenantTx } from '@boyun/kernel/server';
import { type AlarmKind, type AlarmState, alarmRefusal, alarmTransitions } from './alarm.contract.ts';
import { alarmClaimed, alarmClosed } from './alarm-event.contract.ts';

/** An alarm as its operations read it. */
export interface AlarmRow {
  readonly id: string;
  readonly state: AlarmState;
  readonly lotId: string | null;
  readonly kind: string;
  readonly severity: string;
  readonly plate: string | null;
  readonly laneId: string | null;
  readonly claimedBy: string | null;
  readonly claimedByName: string | null;
}

const COLUMNS = `id, state, lot_id, kind, severity, plate, lane_id, claimed_by,
  claimed_by_name`;

/** Returns an alarm locked for a change; throws `not-found` for one the caller may not see. */
async function lockAlarm(tx: TenantTx, id: string): Promise<AlarmRow> {
  const [row] = await tx.query<AlarmRow>(`select ${COLUMNS} from alarm where tenant_id = $1 and id = $2 for update`, [
    tx.tenantId,
    id,
  ]);
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, { zh: '报警', en: 'Alarm' });
  return row;
}

/** Throws the refusal for an operation that the alarm's state does not allow; the page shows the same reason. */
function check(tx: TenantTx, row: AlarmRow, act: keyof typeof alarmTransitions): void {
  const reason = disabledReason(alarmTransitions, act, row.state);
  if (reason) throw new Refusal(alarmRefusal['not-possible'], { reason: reason[tx.who.language] });
}

function eventData(row: AlarmRow) {
  const { id: alarmId, kind, severity, plate, laneId } = row;
  return { alarmId, kind, severity, plate, laneId };
}

/** Assigns an alarm to the caller; throws when it is already claimed. Returns the alarm as it was. */
export async function assignAlarm(tx: TenantTx, alarmId: string): Promise<AlarmRow> {
  const row = await lockAlarm(tx, alarmId);
  check(tx, row, 'claim');
  await tx.query(
    `update alarm set state = 'claimed', claimed_by = $3, claimed_by_name = $4, claimed_at = $5
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, row.id, tx.who.userId, tx.who.name, tx.now],
  );
  tx.emit(alarmClaimed, { lotId: row.lotId, subjectId: row.id, data: eventData(row) });
  return row;
}

/** Closes all open alarms of a kind about a passing whose cause is resolved, including those a person has claimed. */
export function resolveAlarms(tx: TenantTx, passingId: string, kind: AlarmKind, note: string): Promise<void> {
  return resolveWhere(tx, 'passing_id', passingId, kind, note);
}

/** Closes all open alarms of a kind about a lane whose cause is gone. */
export function resolveLaneAlarms(tx: TenantTx, laneId: string, kind: AlarmKind, note: string): Promise<void> {
  return resolveWhere(tx, 'lane_id', laneId, kind, note);
}

/** Closes all open alarms of a kind about a device whose cause is gone. */
export function resolveDeviceAlarms(tx: TenantTx, deviceId: string, kind: AlarmKind, note: string): Promise<void> {
  return resolveWhere(tx, 'device_id', deviceId, kind, note);
}

async function resolveWhere(
  tx: TenantTx,
  column: 'passing_id' | 'lane_id' | 'device_id',
  id: string,
  kind: AlarmKind,
  note: string,
): Promise<void> {
  const { from, to } = alarmTransitions.resolve;
  const rows = await tx.query<AlarmRow>(
    `update alarm set state = $5, note = $6, closed_at = $7, claimed_at = coalesce(claimed_at, $7),
       claimed_by_name = case when claimed_by is null and $8::uuid is not null then $9 else claimed_by_name end,
       claimed_by = coalesce(claimed_by, $8)
     where tenant_id = $1 and ${column} = $2 and kind = $3 and state = any($4::text[]) returning ${COLUMNS}`,
    [tx.tenantId, id, kind, from, to, note, tx.now, tx.who.userId, tx.who.name],
  );
  for (const row of rows)
    tx.emit(alarmClosed, { lotId: row.lotId, subjectId: row.id, data: { ...eventData(row), outcome: to } });
}

/** Closes an alarm the caller has claimed; throws for alarms claimed by others. Returns the alarm as it was. */
export async function closeAlarm(
  tx: TenantTx,
  alarmId: string,
  outcome: 'handled' | 'false-alarm',
  note: string,
): Promise<AlarmRow> {
  const row = await lockAlarm(tx, alarmId);
  check(tx, row, outcome === 'handled' ? 'handle' : 'dismiss');
  if (row.claimedBy !== tx.who.userId) throw new Refusal(alarmRefusal['not-yours'], { name: row.claimedByName });
  await tx.query('update alarm set state = $3, note = $4, closed_at = $5 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    row.id,
    outcome,
    note,
    tx.now,
  ]);
  tx.emit(alarmClosed, { lotId: row.lotId, subjectId: row.id, data: { ...eventData(row), outcome } });
  return row;
}

/** Closes alarms as false ones that nobody else deals with, and claims them for the caller; returns those it closed, as they were. */
export async function dismissOpen(tx: TenantTx, alarmIds: readonly string[], note: string): Promise<AlarmRow[]> {
  const ids = [...new Set(alarmIds)];
  const rows = await tx.query<AlarmRow>(
    `select ${COLUMNS} from alarm where tenant_id = $1 and id = any($2::uuid[]) order by id for update`,
    [tx.tenantId, ids],
  );
  if (rows.length < ids.length || rows.some((one) => !coversLot(tx.who, one.lotId)))
    throw notFound(tx.who, { zh: '报警', en: 'Alarm' });
  const { userId, name } = tx.who;
  const own = rows.filter((one) => one.state === 'new' || (one.state === 'claimed' && one.claimedBy === userId));
  await tx.query(
    `update alarm set state = 'false-alarm', note = $3, closed_at = $4, claimed_at = coalesce(claimed_at, $4),
       claimed_by = $5, claimed_by_name = $6 where tenant_id = $1 and id = any($2::uuid[])`,
    [tx.tenantId, own.map((one) => one.id), note, tx.now, userId, name],
  );
  for (const row of own)
    tx.emit(alarmClosed, {
      lotId: row.lotId,
      subjectId: row.id,
      data: { ...eventData(row), outcome: 'false-alarm' },
    });
  return own;
}
