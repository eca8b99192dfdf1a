import { kernelRefusal, Refusal, type ReportRow } from '@boyun/kernel/contract';
import { actorName, coversLot, handle, handleReport, lotCondition, type Sweep, sizeOf } from '@boyun/kernel/server';
import { deviceRefusal } from '../camera/camera.contract.ts';
import { type CommandKind, closeLane, commandList, openLane } from './command.contract.ts';
import { createCommand, expireCommands } from './command.service.ts';
import { laneClosedByHand, laneOpenedByHand } from './command-event.contract.ts';

/** Tells a barrier what a person wants of it. */
const moveByHand = (of: typeof openLane | typeof closeLane, kind: keyof typeof CommandKind) =>
  handle(of, async (tx, { laneId, reason }, act) => {
    const [lane] = await tx.query<{ name: string; lotId: string; direction: string; cameraId: string | null }>(
      `select l.name, l.lot_id as "lotId", l.direction, (
         select c.id from camera c where c.tenant_id = l.tenant_id and c.lane_id = l.id
         order by c.state = 'online' desc, c.last_seen_at desc nulls last, c.id limit 1) as "cameraId"
       from lane l where l.tenant_id = $1 and l.id = $2`,
      [tx.tenantId, laneId],
    );
    if (!lane || !coversLot(tx.who, lane.lotId))
      throw new Refusal(kernelRefusal['not-found'], { what: of.input.laneId.label[tx.who.language] });
    if (!lane.cameraId) throw new Refusal(deviceRefusal['no-camera'], { lane: lane.name });
    const { lotId, cameraId, direction } = lane;
    const command = createCommand(tx, {
      laneId,
      lotId,
      cameraId,
      kind,
      reason: { zh: reason, en: reason },
      passingId: null,
      plate: null,
      isSentWithAnswer: false,
    });
    tx.emit<(typeof laneOpenedByHand)['fields']>(kind === 'open' ? laneOpenedByHand : laneClosedByHand, {
      lotId,
      subjectId: laneId,
      data: { laneId, direction, reason, commandId: command.id, actorName: tx.who.name },
    });
    act.describe({
      subjectKind: 'lane',
      subjectId: laneId,
      subject: lane.name,
      after: { reason, commandId: command.id },
    });
    return { commandId: command.id };
  });

/** Opens a barrier because a person said so. */
export const openLaneServer = moveByHand(openLane, 'open');

/** Closes a barrier because a person said so. */
export const closeLaneServer = moveByHand(closeLane, 'close');

/** Every command, newest first. */
export const commandListServer = handleReport(commandList, async (tx, filters, paging) => {
  const where = lotCondition(tx.who, 'g')
    .own(tx.who, 'g.actor_id = ?')
    .add('g.lot_id = ?', filters.lotId)
    .add('g.lane_id = ?', filters.laneId)
    .add('g.state = ?', filters.state)
    .within('g.id', 'g.created_at', filters);
  const size = await sizeOf(tx, 'gate_command g', where);
  const rows = await tx.query<ReportRow<typeof commandList>>(
    `select g.id, g.created_at as "createdAt", g.lot_id as "lotId", g.lane_id as "laneId", g.camera_id as "cameraId",
       g.kind, g.state, g.reason_${tx.who.language} as reason, g.actor_name as "actorName", g.sent_at as "sentAt", g.accepted_at as "acceptedAt",
       g.opened_at as "openedAt", g.passed_at as "passedAt"
     from gate_command g where ${where.sql} order by g.created_at desc, g.id desc`,
    where.values,
    paging,
  );
  const named = rows.map((row) => ({ ...row, actorName: actorName(row.actorName, tx.who.language) }));
  return { rows: named, ...size };
});

/** Finds commands that were not answered in time. */
export const commandExpiry: Sweep = { name: 'command-expiry', everySeconds: 2, run: expireCommands };
