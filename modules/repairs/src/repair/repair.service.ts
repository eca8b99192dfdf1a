import { assignAlarm, closeAlarm } from '@boyun/alarms/server';
import { zoneOfLot } from '@boyun/facilities/server';
import { disabledReason, type Input, Refusal } from '@boyun/kernel/contract';
import { coversLot, notFound, serialNumber, type TenantTx } from '@boyun/kernel/server';
import {
  type RepairAct,
  type RepairDevice,
  RepairState,
  type RepairUrgency,
  repairList,
  repairRefusal,
  repairTransitions,
  type reportRepair,
} from './repair.contract.ts';
import {
  repairCancelled,
  repairDispatched,
  repairFinished,
  repairReported,
  repairStarted,
  repairVerified,
} from './repair-event.contract.ts';

/** The time limit of each urgency, in hours. */
const HOURS: Readonly<Record<RepairUrgency, number>> = { high: 4, medium: 24, low: 72 };
const HOUR_MS = 3_600_000;

/** An order as its acts read it. */
export interface Repair {
  readonly id: string;
  readonly repairNo: string;
  readonly state: RepairState;
  readonly lotId: string;
  readonly deviceName: string;
  readonly assigneeId: string | null;
  readonly assigneeName: string | null;
  readonly doneBy: string | null;
  readonly createdAt: Date;
}

const COLUMNS = 'id, repair_no, state, lot_id, device_name, assignee_id, assignee_name, done_by, created_at';

/** Returns an order the caller may see, locked for a change unless it is only read; throws `not-found`. */
export async function requireRepair(tx: TenantTx, id: string, isLocked = true): Promise<Repair> {
  const [row] = await tx.query<Repair>(
    `select ${COLUMNS} from repair_order where tenant_id = $1 and id = $2${isLocked ? ' for update' : ''}`,
    [tx.tenantId, id],
  );
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, repairList.title);
  return row;
}

/** Refuses an act that the state does not allow, with the reason that the page shows. */
function check(tx: TenantTx, { state }: Repair, act: keyof typeof repairTransitions): void {
  const reason = disabledReason(repairTransitions, act, state);
  if (reason) throw new Refusal(repairRefusal['not-possible'], { reason: reason[tx.who.language] });
}

const factsOf = ({ id, repairNo, deviceName }: Pick<Repair, 'id' | 'repairNo' | 'deviceName'>) => ({
  repairId: id,
  number: repairNo,
  device: deviceName,
});

async function addStep(
  tx: TenantTx,
  repairId: string,
  act: RepairAct,
  {
    note = null,
    pictures = [],
    by = tx.who.name,
  }: { note?: string | null; pictures?: readonly string[]; by?: string } = {},
): Promise<void> {
  await tx.query(
    `insert into repair_step (tenant_id, id, repair_order_id, at, act, note, actor_name, pictures)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.tenantId, tx.newId(), repairId, tx.now, act, note, by, pictures],
  );
}

/** A device to be repaired. */
export interface NewRepair {
  readonly lotId: string;
  readonly laneId: string | null;
  readonly deviceKind: RepairDevice;
  readonly deviceName: string;
  readonly fault: string;
  readonly urgency: RepairUrgency;
  readonly pictures?: readonly string[];
  readonly alarmId?: string | null;
  /** The rule that opens it; its name stands where that of a person would. */
  readonly rule?: { readonly id: string; readonly name: string };
}

/** Opens an order and tells of it. */
export async function open(tx: TenantTx, given: NewRepair): Promise<Pick<Repair, 'id' | 'repairNo'>> {
  const id = tx.newId();
  const repairNo = serialNumber('W', tx.now, await zoneOfLot(tx, given.lotId), { digits: 6 });
  const dueAt = new Date(tx.now.getTime() + HOURS[given.urgency] * HOUR_MS);
  await tx.query(
    `insert into repair_order (tenant_id, id, repair_no, created_at, lot_id, lane_id, device_kind, device_name, fault, urgency, state,
       due_at, alarm_id, rule_id, reporter_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'reported', $11, $12, $13, $14)`,
    [
      tx.tenantId,
      id,
      repairNo,
      tx.now,
      given.lotId,
      given.laneId,
      given.deviceKind,
      given.deviceName,
      given.fault,
      given.urgency,
      dueAt,
      given.alarmId ?? null,
      given.rule?.id ?? null,
      given.rule?.name ?? tx.who.name,
    ],
  );
  await addStep(tx, id, 'reported', {
    note: given.fault,
    pictures: given.pictures ?? [],
    ...(given.rule ? { by: given.rule.name } : {}),
  });
  const facts = factsOf({ id, repairNo, deviceName: given.deviceName });
  tx.emit(repairReported, { lotId: given.lotId, subjectId: id, data: facts });
  return { id, repairNo };
}

/** Opens an order for a person. One made from an alarm handles it; the alarm has no second one. */
export async function reportFault(
  tx: TenantTx,
  given: Input<typeof reportRepair>,
): Promise<Pick<Repair, 'id' | 'repairNo'>> {
  if (!coversLot(tx.who, given.lotId)) throw notFound(tx.who, { zh: '车场', en: 'Parking lot' });
  if (given.laneId) {
    const [lane] = await tx.query<{ lotId: string }>('select lot_id from lane_fact where tenant_id = $1 and id = $2', [
      tx.tenantId,
      given.laneId,
    ]);
    if (!lane) throw notFound(tx.who, { zh: '车道', en: 'Lane' });
    if (lane.lotId !== given.lotId) throw new Refusal(repairRefusal['lane-elsewhere']);
  }
  const { alarmId } = given;
  if (!alarmId) return open(tx, given);
  await tx.lock(`repair of alarm ${alarmId}`);
  const [before] = await tx.query<{ number: string }>(
    `select repair_no as number from repair_order where tenant_id = $1 and alarm_id = $2 and state <> 'cancelled'`,
    [tx.tenantId, alarmId],
  );
  if (before) throw new Refusal(repairRefusal['has-order'], { number: before.number });
  const [alarm] = await tx.query<{ state: string; lotId: string | null }>(
    'select state, lot_id from alarm_fact where tenant_id = $1 and id = $2',
    [tx.tenantId, alarmId],
  );
  if (!alarm || !coversLot(tx.who, alarm.lotId)) throw notFound(tx.who, { zh: '报警', en: 'Alarm' });
  const made = await open(tx, given);
  if (alarm.state === 'new') await assignAlarm(tx, alarmId);
  if (alarm.state === 'new' || alarm.state === 'claimed')
    await closeAlarm(tx, alarmId, 'handled', `已转维修工单${made.repairNo}`);
  return made;
}

/** Gives an order to a person; its time limit is that of the urgency from the report on. */
export async function dispatch(
  tx: TenantTx,
  repairId: string,
  { assigneeId, urgency, note, by }: { assigneeId: string; urgency: RepairUrgency; note: string | null; by?: string },
): Promise<Repair & { readonly toName: string }> {
  const row = await requireRepair(tx, repairId);
  check(tx, row, 'dispatch');
  const [person] = await tx.query<{ name: string }>('select name from account_fact where tenant_id = $1 and id = $2', [
    tx.tenantId,
    assigneeId,
  ]);
  if (!person) throw notFound(tx.who, { zh: '维修人', en: 'Person' });
  await tx.query(
    `update repair_order set state = 'dispatched', assignee_id = $3, assignee_name = $4, dispatched_at = $5, started_at = null,
       urgency = $6, due_at = $7, overdue_at = null where tenant_id = $1 and id = $2`,
    [
      ...[tx.tenantId, repairId, assigneeId, person.name, tx.now, urgency],
      new Date(row.createdAt.getTime() + HOURS[urgency] * HOUR_MS),
    ],
  );
  await addStep(tx, repairId, 'dispatched', {
    note: note ? `${person.name}：${note}` : person.name,
    ...(by ? { by } : {}),
  });
  const data = { ...factsOf(row), assigneeName: person.name };
  tx.emit(repairDispatched, { lotId: row.lotId, subjectId: repairId, data });
  return { ...row, toName: person.name };
}

/** Locks an order that was given to the caller. */
async function lockOwn(tx: TenantTx, repairId: string, act: 'start' | 'finish'): Promise<Repair> {
  const row = await requireRepair(tx, repairId);
  check(tx, row, act);
  if (row.assigneeId !== tx.who.userId) throw new Refusal(repairRefusal['not-yours'], { name: row.assigneeName });
  return row;
}

/** Begins an own repair. */
export async function start(tx: TenantTx, repairId: string): Promise<Repair> {
  const row = await lockOwn(tx, repairId, 'start');
  await tx.query(`update repair_order set state = 'repairing', started_at = $3 where tenant_id = $1 and id = $2`, [
    tx.tenantId,
    repairId,
    tx.now,
  ]);
  await addStep(tx, repairId, 'started');
  tx.emit(repairStarted, { lotId: row.lotId, subjectId: repairId, data: factsOf(row) });
  return row;
}

/** Says of an own repair that it is done. */
export async function finish(
  tx: TenantTx,
  repairId: string,
  given: { result: string; parts: string | null; costFen: number; pictures: readonly string[] },
): Promise<Repair> {
  const row = await lockOwn(tx, repairId, 'finish');
  await tx.query(
    `update repair_order set state = 'done', started_at = coalesce(started_at, dispatched_at), done_at = $3, done_by = $4, result = $5,
       parts = $6, cost_fen = cost_fen + $7 where tenant_id = $1 and id = $2`,
    [tx.tenantId, repairId, tx.now, tx.who.userId, given.result, given.parts, given.costFen],
  );
  await addStep(tx, repairId, 'done', { note: given.result, pictures: given.pictures });
  tx.emit(repairFinished, { lotId: row.lotId, subjectId: repairId, data: factsOf(row) });
  return row;
}

/** Verifies a repair of somebody else, or returns it. */
export async function verify(
  tx: TenantTx,
  repairId: string,
  { outcome, note }: { outcome: 'verified' | 'returned'; note: string | null },
): Promise<Repair> {
  const row = await requireRepair(tx, repairId);
  check(tx, row, outcome === 'verified' ? 'verify' : 'return');
  if (row.doneBy === tx.who.userId) throw new Refusal(repairRefusal['own-work']);
  if (outcome === 'verified') await close(tx, repairId, 'verified');
  else
    await tx.query(
      `update repair_order set state = 'repairing', done_at = null, done_by = null where tenant_id = $1 and id = $2`,
      [tx.tenantId, repairId],
    );
  await addStep(tx, repairId, outcome, { note });
  tx.emit(repairVerified, { lotId: row.lotId, subjectId: repairId, data: { ...factsOf(row), outcome } });
  return row;
}

/** Ends an order without a repair. */
export async function cancel(tx: TenantTx, repairId: string, note: string): Promise<Repair> {
  const row = await requireRepair(tx, repairId);
  check(tx, row, 'cancel');
  await close(tx, repairId, 'cancelled');
  await addStep(tx, repairId, 'cancelled', { note });
  tx.emit(repairCancelled, { lotId: row.lotId, subjectId: repairId, data: factsOf(row) });
  return row;
}

async function close(tx: TenantTx, repairId: string, state: 'verified' | 'cancelled'): Promise<void> {
  await tx.query(
    'update repair_order set state = $3, closed_at = $4, closed_by_name = $5 where tenant_id = $1 and id = $2',
    [tx.tenantId, repairId, state, tx.now, tx.who.name],
  );
}

/** Whether an order can still be late. */
export const OPEN_STATES: readonly RepairState[] = (Object.keys(RepairState) as RepairState[]).filter(
  (one) => one === 'reported' || one === 'dispatched' || one === 'repairing',
);
