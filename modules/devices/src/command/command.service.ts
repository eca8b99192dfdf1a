import type { Label } from '@boyun/kernel/contract';
import { type Kernel, sweepTenants, type TenantTx } from '@boyun/kernel/server';
import type { CameraOrder } from '../camera/camera-order.contract.ts';
import { protocolsWith } from '../camera/protocol.contract.ts';
import { type BarrierKind, isOfBarrier } from './barrier-command.service.ts';
import type { CommandKind, CommandState } from './command.contract.ts';
import {
  cameraOrderChanged,
  commandChanged,
  laneFollowed,
  laneOpenedUnasked,
  lanePassedUnasked,
} from './command-event.contract.ts';

/** A command to a barrier or a camera in its present state. */
export interface GateCommand {
  readonly id: string;
  readonly lotId: string;
  readonly laneId: string;
  readonly cameraId: string | null;
  readonly passingId: string | null;
  /** The plate of the car it is for; null where it is for none. */
  readonly plate: string | null;
  readonly kind: keyof typeof CommandKind;
  readonly state: CommandState;
  /** What a camera is to show or say; null for other commands. */
  readonly content: string | null;
  /** Whether it asks for a picture for somebody who watches the camera. */
  readonly isViewing: boolean;
}

/** The values of a new command. */
export interface NewCommand {
  readonly laneId: string;
  readonly lotId: string;
  readonly cameraId: string | null;
  readonly kind: keyof typeof CommandKind;
  readonly reason: Label;
  readonly passingId: string | null;
  readonly plate: string | null;
  readonly content?: string | null;
  readonly isViewing?: boolean;
  /** Whether it is sent in the response to the message being handled; otherwise it is queued until the camera fetches it. */
  readonly isSentWithAnswer: boolean;
}

/** How a command reaches the device: in the response to a passing, poll, heartbeat or signed call, or as a message. */
export type CommandRoute = 'answer' | 'poll' | 'heartbeat' | 'call' | 'message';

/** Seconds a command may take until the barrier reports open; older queued ones are never delivered. */
export const OPEN_WITHIN_SECONDS = 15;
/** Seconds an open barrier may wait for its car. */
export const PASS_WITHIN_SECONDS = 60;
/** Seconds a command to a camera may take: heartbeats that carry it come every half minute. */
export const ORDER_WITHIN_SECONDS = 60;
/** How long after a command a sensor's report still counts as its result, even if it was marked uncertain. */
export const LATE_REPORT_SECONDS = 300;

/** Commands older than this are not searched for as pending; the sweep has marked them uncertain. */
export const UNDER_WAY_SECONDS = 86_400;

const COLUMNS = `id, lot_id, lane_id, camera_id, passing_id, plate, kind, state, content, is_viewing`;

const OF_BARRIER = `kind in ('open', 'close')`;

/** Inserts a command: `sent` when it is part of the response being made, otherwise `queued`. */
export function createCommand(tx: TenantTx, command: NewCommand): GateCommand {
  const state = command.isSentWithAnswer ? 'sent' : 'queued';
  const { laneId, lotId, cameraId, kind, reason, passingId, plate, content = null, isViewing = false } = command;
  const row: GateCommand = {
    id: tx.newId(),
    lotId,
    laneId,
    cameraId,
    passingId,
    plate,
    kind,
    state,
    content,
    isViewing,
  };
  const written = tx.query(
    `insert into gate_command (tenant_id, id, lot_id, lane_id, camera_id, passing_id, kind, state, route, reason_zh,
       reason_en, actor_id, actor_name, created_at, sent_at, plate, content, is_viewing)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      tx.tenantId,
      row.id,
      lotId,
      laneId,
      cameraId,
      passingId,
      kind,
      state,
      command.isSentWithAnswer ? 'answer' : null,
      reason.zh,
      reason.en,
      tx.who.userId,
      tx.who.name,
      tx.now,
      command.isSentWithAnswer ? tx.now : null,
      plate,
      content,
      isViewing,
    ],
  );
  tx.deferWrite(written);
  tellChange(tx, row);
  return row;
}

/** The camera that moves the barrier of a lane: the one given where it can, else one that is online, if there is one; null for none. */
export async function findMover(tx: TenantTx, laneId: string, cameraId: string | null = null): Promise<string | null> {
  const [camera] = await tx.query<{ id: string }>(
    `select id from camera where tenant_id = $1 and lane_id = $2 and not protocol = any($4)
     order by id = $3 desc nulls last, state = 'online' desc, last_seen_at desc nulls last, id limit 1`,
    [tx.tenantId, laneId, cameraId, protocolsWith('isReportOnly')],
  );
  return camera?.id ?? null;
}

/** Returns a camera's queued commands, oldest first, and marks them sent; those queued too long are never sent. */
export async function takeQueued(tx: TenantTx, cameraId: string, route: CommandRoute = 'poll'): Promise<GateCommand[]> {
  const rows = await tx.query<GateCommand>(
    `update gate_command set state = 'sent', sent_at = $3, route = $5
     where tenant_id = $1 and camera_id = $2 and state = 'queued'
       and created_at > case when ${OF_BARRIER} then $4::timestamptz else $6::timestamptz end and id >= first_uuid($6)
       and ($5 <> 'call' or ${OF_BARRIER}) returning ${COLUMNS}`,
    [
      tx.tenantId,
      cameraId,
      tx.now,
      secondsBefore(tx.now, OPEN_WITHIN_SECONDS),
      route,
      secondsBefore(tx.now, ORDER_WITHIN_SECONDS),
    ],
  );
  return tellChanges(
    tx,
    rows.sort((one, other) => (one.id < other.id ? -1 : 1)),
  );
}

/**
 * Marks commands accepted that were sent to a camera by a route: its next call on the same route proves receipt. A command
 * in the response to a passing is never marked accepted: no later call proves that the response arrived.
 */
export async function acceptCommands(
  tx: TenantTx,
  cameraId: string,
  route: Exclude<CommandRoute, 'answer'> = 'poll',
): Promise<GateCommand[]> {
  const rows = await tx.query<GateCommand>(
    `update gate_command set state = 'accepted', accepted_at = $3
     where tenant_id = $1 and camera_id = $2 and state = 'sent' and route = $4 and id >= first_uuid($5) returning ${COLUMNS}`,
    [tx.tenantId, cameraId, tx.now, route, secondsBefore(tx.now, UNDER_WAY_SECONDS)],
  );
  return tellChanges(tx, rows);
}

/** Marks a command accepted that a camera acknowledged by its id; null when it is not a pending command of that camera. */
export async function acceptCommand(tx: TenantTx, cameraId: string, commandId: string): Promise<GateCommand | null> {
  const rows = await tx.query<GateCommand>(
    `update gate_command set state = 'accepted', accepted_at = $3
     where tenant_id = $1 and camera_id = $2 and id = $4 and state = 'sent' returning ${COLUMNS}`,
    [tx.tenantId, cameraId, tx.now, commandId],
  );
  return tellChanges(tx, rows)[0] ?? null;
}

/**
 * Handles the report that the barrier of a lane is open: every pending command there has succeeded; if there is none, the newest
 * one marked uncertain. A barrier that opened without any command emits `lane.opened-unasked`.
 */
export async function barrierOpened(tx: TenantTx, laneId: string, at: Date = tx.now): Promise<GateCommand[]> {
  let rows = await tx.query<GateCommand>(
    `update gate_command set state = 'opened', opened_at = $3
     where tenant_id = $1 and lane_id = $2 and state in ('sent', 'accepted') and kind = 'open'
       and id >= first_uuid($4) returning ${COLUMNS}`,
    [tx.tenantId, laneId, at, secondsBefore(tx.now, UNDER_WAY_SECONDS)],
  );
  if (rows.length === 0)
    rows = await tx.query<GateCommand>(
      `update gate_command set state = 'opened', opened_at = $3
       where tenant_id = $1 and id >= first_uuid($4) and id = (
         select id from gate_command where tenant_id = $1 and lane_id = $2 and state = 'uncertain' and kind = 'open'
           and opened_at is null and sent_at is not null and created_at > $4 and id >= first_uuid($4)
         order by created_at desc limit 1 for update)
       returning ${COLUMNS}`,
      [tx.tenantId, laneId, at, secondsBefore(at, LATE_REPORT_SECONDS)],
    );
  if (rows.length === 0) await tellUnasked(tx, laneId, at);
  return tellChanges(tx, rows);
}

/**
 * Handles a car on the loop behind the barrier: it completes one command, the newest whose barrier is open (an older one's
 * car has turned away or its loop was not reported), else one whose opening was not reported, else an uncertain one. Null
 * when no command explains the car.
 */
export async function carPassed(tx: TenantTx, laneId: string, at: Date = tx.now): Promise<GateCommand | null> {
  const rows = await tx.query<GateCommand>(
    `update gate_command set state = 'passed', passed_at = $3
     where tenant_id = $1 and id >= first_uuid($4) and id = (
       select id from gate_command
       where tenant_id = $1 and lane_id = $2 and kind = 'open' and created_at > $4 and id >= first_uuid($4)
         and state in ('opened', 'sent', 'accepted', 'uncertain') and sent_at is not null
       order by case state when 'opened' then 0 when 'uncertain' then 2 else 1 end, created_at desc
       limit 1 for update)
     returning ${COLUMNS}`,
    [tx.tenantId, laneId, at, secondsBefore(at, LATE_REPORT_SECONDS)],
  );
  if (rows.length === 0) await tellUnexplained(tx, laneId, at);
  return tellChanges(tx, rows)[0] ?? null;
}

/** Seconds after a car within which another car on the same loop counts as having followed it. */
const FOLLOW_SECONDS = 30;

/**
 * Handles a car on the loop that no command explains: shortly behind another car it has followed that one through, else somebody has
 * opened the barrier by force or with its handle.
 */
async function tellUnexplained(tx: TenantTx, laneId: string, at: Date): Promise<void> {
  const [row] = await tx.query<{ lotId: string }>(
    `select lot_id from gate_command
     where tenant_id = $1 and lane_id = $2 and state = 'passed' and passed_at > $3 and passed_at <= $4
       and id >= first_uuid($5) limit 1`,
    [tx.tenantId, laneId, secondsBefore(at, FOLLOW_SECONDS), at, secondsBefore(at, UNDER_WAY_SECONDS)],
  );
  if (row) return tx.emit(laneFollowed, { lotId: row.lotId, subjectId: laneId, data: { laneId } });
  const [lane] = await tx.query<{ lotId: string }>('select lot_id from lane_fact where tenant_id = $1 and id = $2', [
    tx.tenantId,
    laneId,
  ]);
  if (lane) tx.emit(lanePassedUnasked, { lotId: lane.lotId, subjectId: laneId, data: { laneId } });
}

/**
 * Ends commands of which nothing was heard in time; nothing is sent again. A barrier or camera that may have done it is uncertain; what a
 * camera never fetched was not done.
 */
export async function expireCommands(kernel: Kernel): Promise<void> {
  const now = kernel.clock.now();
  const limits = [OPEN_WITHIN_SECONDS, PASS_WITHIN_SECONDS, ORDER_WITHIN_SECONDS].map((one) => secondsBefore(now, one));
  // No sensor reports a closed barrier, so an accepted closing command is complete.
  const isDue = (first: number) => `(
    (state in ('queued', 'sent', 'accepted') and not (kind = 'close' and state = 'accepted')
      and coalesce(sent_at, created_at) < case when ${OF_BARRIER} then $${first}::timestamptz else $${first + 2}::timestamptz end)
    or (state = 'opened' and opened_at < $${first + 1}))`;
  const sql = `select distinct tenant_id from gate_command
     where state in ('queued', 'sent', 'accepted', 'opened') and ${isDue(1)}`;
  // A camera without inputs cannot tell more than that it got the command, nor does any what was shown or said.
  const isLeft = `(state = 'accepted' and not ${OF_BARRIER} and kind <> 'snapshot')
    or (${OF_BARRIER} and (state = 'accepted' or (state = 'sent' and route = 'answer')) and exists (select from camera c
      where c.tenant_id = gate_command.tenant_id and c.id = camera_id and c.protocol = any($6)))`;
  const isUnfetched = `not ${OF_BARRIER} and state = 'queued'`;
  await sweepTenants(kernel, { sql, values: limits }, async (tx) => {
    const rows = await tx.query<GateCommand>(
      `update gate_command set
           state = case when ${isUnfetched} then 'failed' when ${isLeft} then 'unreported' else 'uncertain' end,
           result = case when ${isUnfetched} then $7 else result end,
           uncertain_at = case when ${isUnfetched} or ${isLeft} then null else $2::timestamptz end
         where tenant_id = $1 and state in ('queued', 'sent', 'accepted', 'opened') and ${isDue(3)}
         returning ${COLUMNS}`,
      [tx.tenantId, tx.now, ...limits, protocolsWith('hasNoInputs'), NOT_FETCHED],
    );
    tellChanges(tx, rows);
  });
}

const NOT_FETCHED = '设备在一分钟内没有来取指令';

/** Ends a command that a camera said it has done, or has not; null when it has ended before. */
export async function endCommand(
  tx: TenantTx,
  cameraId: string,
  commandId: string,
  { state, result }: { readonly state: 'done' | 'failed'; readonly result: string | null },
): Promise<GateCommand | null> {
  const rows = await tx.query<GateCommand>(
    `update gate_command set state = $5, result = $6, done_at = case when $5 = 'done' then $3::timestamptz end
     where tenant_id = $1 and camera_id = $2 and id = $4 and state in ('sent', 'accepted', 'uncertain') and kind not in ('open', 'close')
     returning ${COLUMNS}`,
    [tx.tenantId, cameraId, tx.now, commandId, state, result?.slice(0, MOST_RESULT) ?? null],
  );
  return tellChanges(tx, rows)[0] ?? null;
}

/** Most characters kept of an answer. */
const MOST_RESULT = 1000;

async function tellUnasked(tx: TenantTx, laneId: string, at: Date): Promise<void> {
  const [lane] = await tx.query<{ lotId: string; hasCommand: boolean }>(
    `select lot_id, exists (select from gate_command
       where tenant_id = $1 and lane_id = $2 and ${OF_BARRIER} and created_at > $3 and id >= first_uuid($3)) as "hasCommand"
     from lane_fact where tenant_id = $1 and id = $2`,
    [tx.tenantId, laneId, secondsBefore(at, LATE_REPORT_SECONDS)],
  );
  if (lane && !lane.hasCommand) tx.emit(laneOpenedUnasked, { lotId: lane.lotId, subjectId: laneId, data: { laneId } });
}

function tellChanges(tx: TenantTx, rows: GateCommand[]): GateCommand[] {
  for (const row of rows) tellChange(tx, row);
  return rows;
}

function tellChange(tx: TenantTx, row: GateCommand): void {
  const { id: commandId, lotId, laneId, cameraId, passingId, plate, state, kind } = row;
  if (!isOfBarrier({ kind })) {
    const data = { commandId, laneId, cameraId: cameraId!, state, kind: kind as CameraOrder };
    return void tx.emit(cameraOrderChanged, { lotId, subjectId: commandId, data });
  }
  tx.emit(commandChanged, {
    lotId,
    subjectId: commandId,
    data: { commandId, laneId, cameraId, passingId, plate, state, kind: kind as BarrierKind },
  });
}

function secondsBefore(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() - seconds * 1000);
}
