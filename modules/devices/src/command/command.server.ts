import { setLaneMode } from '@boyun/facilities/server';
import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { actorName, coversLot, handle, type Sweep, serveReport, type TenantTx } from '@boyun/kernel/server';
import { deviceRefusal } from '../camera/camera.contract.ts';
import { type BarrierCommand, closeLane, commandList, holdLane, openLane } from './command.contract.ts';
import { createCommand, expireCommands, findMover } from './command.service.ts';
import { laneClosedByHand, laneOpenedByHand } from './command-event.contract.ts';

interface LaneOfBarrier {
  readonly name: string;
  readonly lotId: string;
  readonly direction: string;
  /** The camera that moves its barrier: one that is online, if there is one. */
  readonly cameraId: string | null;
}

/** Returns a lane with the camera that moves its barrier. */
async function findBarrier(tx: TenantTx, laneId: string): Promise<LaneOfBarrier | null> {
  const [lane] = await tx.query<Omit<LaneOfBarrier, 'cameraId'>>(
    'select name, lot_id, direction from lane_fact where tenant_id = $1 and id = $2',
    [tx.tenantId, laneId],
  );
  return lane ? { ...lane, cameraId: await findMover(tx, laneId) } : null;
}

/** Queues a command of a person to a barrier. */
const queueByHand = (
  tx: TenantTx,
  { laneId, kind, reason }: { laneId: string; kind: keyof typeof BarrierCommand; reason: string },
  { lotId, cameraId }: Pick<LaneOfBarrier, 'lotId' | 'cameraId'>,
) =>
  createCommand(tx, {
    laneId,
    lotId,
    cameraId,
    kind,
    reason: { zh: reason, en: reason },
    passingId: null,
    plate: null,
    isSentWithAnswer: false,
  });

/** Moves a barrier on behalf of a person. */
const moveByHand = (of: typeof openLane | typeof closeLane, kind: keyof typeof BarrierCommand) =>
  handle(of, async (tx, { laneId, reason }, act) => {
    const lane = await findBarrier(tx, laneId);
    if (!lane || !coversLot(tx.who, lane.lotId))
      throw new Refusal(kernelRefusal['not-found'], { what: of.input.laneId.label[tx.who.language] });
    if (!lane.cameraId) throw new Refusal(deviceRefusal['no-camera'], { lane: lane.name });
    const { lotId, direction } = lane;
    const command = queueByHand(tx, { laneId, kind, reason }, lane);
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

/** Opens a barrier on behalf of a person. */
export const openLaneServer = moveByHand(openLane, 'open');

/** Closes a barrier on behalf of a person. */
export const closeLaneServer = moveByHand(closeLane, 'close');

/** Sets the mode of a lane on behalf of a person; keeping it open also opens its barrier, where it has a camera. */
export const holdLaneServer = handle(holdLane, async (tx, { laneId, mode, minutes, reason }, act) => {
  const until = minutes === null || mode === 'normal' ? null : new Date(tx.now.getTime() + minutes * 60_000);
  const { name, before } = await setLaneMode(tx, laneId, { mode, until, reason });
  const barrier = mode === 'keep-open' ? await findBarrier(tx, laneId) : null;
  if (barrier?.cameraId) queueByHand(tx, { laneId, kind: 'open', reason }, barrier);
  act.describe({ subjectKind: 'lane', subjectId: laneId, subject: name, before, after: { mode, until, reason } });
  return { until };
});

/** Every command, newest first. */
export const commandListServer = serveReport(commandList, ({ who }) => ({
  from: 'gate_command',
  as: 'g',
  lot: 'g.lot_id',
  own: 'g.actor_id = ?',
  period: { at: 'g.created_at', id: 'g.id' },
  columns: { reason: `g.reason_${who.language}` },
  order: 'g.created_at desc, g.id desc',
  finish: (rows) => rows.map((row) => ({ ...row, actorName: actorName(row.actorName, who.language) })),
}));

/** Marks commands that timed out. */
export const commandExpiry: Sweep = { name: 'command-expiry', everySeconds: 2, run: expireCommands };
