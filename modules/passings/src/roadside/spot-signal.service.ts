import { randomInt } from 'node:crypto';
import { temporaryPlate } from '@boyun/domain/plate';
import { type SignalOutcome, settleSignals } from '@boyun/domain/spot-signal';
import { type LotSetting, lockCarsInside, requireLot, setSpotState } from '@boyun/facilities/server';
import { type Kernel, type Sweep, sweepFound, systemWho, type TenantTx } from '@boyun/kernel/server';
import { lockOrder } from '@boyun/orders/server';
import { beginStay, endStayOn, findOnSpot, LONGEST_STAY, readSpot, type Spot } from './roadside-stay.service.ts';

/** Report of a detector below a spot. */
export interface SpotMessage {
  readonly eventKey: string;
  readonly detectorNo: string;
  readonly isTaken: boolean;
  readonly happenedAt: Date;
}

/**
 * Processes a detector's report once. Its change counts, as of its own time, once it has lasted as long as the lot says: then an arriving
 * car gets a stay under a temporary plate until a collector or camera names it, and a departure ends the stay; an unpaid fee becomes a debt.
 * Late and doubled reports end as they would have in order. While a detector is tested or muted its reports are only written down. Returns
 * false if the lot has no such detector.
 */
export async function takeDetector(tx: TenantTx, lotId: string, message: SpotMessage): Promise<boolean> {
  await lockCarsInside(tx, lotId);
  const spot = await readSpot(tx, 's.lot_id = $2 and s.detector_no = $3', [lotId, message.detectorNo]);
  if (!spot) return false;
  const [device] = await tx.query<{ quiet: 'test' | 'muted' | null }>(
    `select case when quiet_until > $3 then quiet_kind end as quiet from magnetic_fact where tenant_id = $1 and serial_no = $2`,
    [tx.tenantId, message.detectorNo, tx.now],
  );
  const quiet = device?.quiet ?? null;
  const isNew = await insertSignal(tx, spot.id, { ...message, source: 'detector', outcome: quiet ?? 'pending' });
  if (isNew && !quiet) await settleSpot(tx, spot);
  return true;
}

interface NewSignal {
  readonly eventKey: string;
  readonly isTaken: boolean;
  readonly happenedAt: Date;
  readonly source: 'detector' | 'camera' | 'person';
  readonly outcome: SignalOutcome | 'test' | 'muted';
}

/** Writes a signal; false where one with its key was written before. A signal is never later than now. */
export async function insertSignal(tx: TenantTx, spotId: string, signal: NewSignal): Promise<boolean> {
  const happenedAt = new Date(Math.min(signal.happenedAt.getTime(), tx.now.getTime()));
  const made = await tx.query(
    `insert into spot_signal (tenant_id, id, spot_id, event_key, is_taken, happened_at, received_at, source, outcome)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`,
    [
      tx.tenantId,
      tx.newId(),
      spotId,
      signal.eventKey,
      signal.isTaken,
      happenedAt,
      tx.now,
      signal.source,
      signal.outcome,
    ],
  );
  return made.length > 0;
}

interface Signal {
  readonly id: string;
  readonly isTaken: boolean;
  readonly happenedAt: Date;
  readonly source: NewSignal['source'];
  readonly outcome: SignalOutcome;
}

/** Decides on the signals of a spot that are pending, and what follows from them. The caller holds the lock on the lot's row. */
async function settleSpot(tx: TenantTx, spot: Spot): Promise<void> {
  const signals = await tx.query<Signal>(
    `select id, is_taken, happened_at, source, outcome from spot_signal
     where tenant_id = $1 and spot_id = $2 and outcome not in ('test', 'muted') and happened_at >= (
       select min(happened_at) from spot_signal where tenant_id = $1 and spot_id = $2 and outcome = 'pending')
     order by happened_at, id`,
    [tx.tenantId, spot.id],
  );
  const [first] = signals;
  if (!first) return;
  const lot = await requireLot(tx, spot.lotId);
  const rules = { arriveMs: lot.detectorArriveSeconds * 1000, leaveMs: lot.detectorLeaveSeconds * 1000 };
  const outcomes = settleSignals(
    signals.map(({ id, isTaken, happenedAt, source }) => ({
      id,
      isTaken,
      atMs: happenedAt.getTime(),
      isCertain: source !== 'detector',
    })),
    await wasTaken(tx, spot, first.happenedAt),
    rules,
    tx.now.getTime(),
  );
  const changed = signals.filter((one) => outcomes.get(one.id) !== one.outcome);
  await tx.query(
    `update spot_signal s set outcome = n.outcome from unnest($2::uuid[], $3::text[]) as n (id, outcome)
     where s.tenant_id = $1 and s.id = n.id`,
    [tx.tenantId, changed.map((one) => one.id), changed.map((one) => outcomes.get(one.id))],
  );
  const changes = signals.filter((one) => outcomes.get(one.id) === 'change');
  for (const [index, change] of changes.entries())
    if (change.source === 'detector' && change.outcome !== 'change') {
      const next = changes[index + 1];
      await follow(tx, spot, lot, change, next?.outcome === 'change' ? next.happenedAt : null);
    }
}

/** Whether a spot was taken before an instant: what was last settled, or an earlier stay that is still open. */
async function wasTaken(tx: TenantTx, spot: Spot, at: Date): Promise<boolean> {
  const [last] = await tx.query<{ isTaken: boolean }>(
    `select is_taken from spot_signal
     where tenant_id = $1 and spot_id = $2 and outcome = 'change' and happened_at < $3 order by happened_at desc, id desc limit 1`,
    [tx.tenantId, spot.id, at],
  );
  if (last) return last.isTaken;
  const order = spot.lotKind === 'roadside' ? await findOnSpot(tx, spot) : null;
  return order !== null && order.enteredAt < at;
}

/** Carries out a settled change; `knownEnd` is when the car left that it reports, where that was known before. */
async function follow(
  tx: TenantTx,
  spot: Spot,
  lot: LotSetting,
  { isTaken, happenedAt: at }: Signal,
  knownEnd: Date | null,
): Promise<void> {
  if (spot.lotKind !== 'roadside' || lot.detectorUse === 'show') {
    if (!knownEnd) await setSpotState(tx, spot.lotId, spot.number, isTaken ? 'taken' : 'free');
    return;
  }
  const order = await findOnSpot(tx, spot);
  if (!isTaken) {
    if (order && order.enteredAt <= at) await endStayOn(tx, order, { at, picture: null });
    return;
  }
  // Detectors are tested before the street is open; a car that a person has recorded is known already.
  if (order || lot.state !== 'open' || (await hadStay(tx, spot, at, knownEnd ?? tx.now))) return;
  const plate = temporaryPlate(() => randomInt(1_000_000) / 1_000_000);
  const orderId = await beginStay(tx, spot, plate, { at, picture: null });
  if (knownEnd) await endStayOn(tx, (await lockOrder(tx, orderId))!, { at: knownEnd, picture: null });
}

/** Whether a stay on the spot has part of its time between two instants. */
export async function hadStay(tx: TenantTx, spot: Spot, from: Date, to: Date): Promise<boolean> {
  const rows = await tx.query(
    `select from stay_fact where tenant_id = $1 and lot_id = $2 and spot_number = $3 and parking_state <> 'void'
       and entered_at >= $4::timestamptz - interval '${LONGEST_STAY}' and entered_at < $5 and coalesce(left_at, $5) > $4 limit 1`,
    [tx.tenantId, spot.lotId, spot.number, from, to],
  );
  return rows.length > 0;
}

/** Spots looked at by one run of the sweep. */
const SWEPT_SPOTS = 500;

/** Decides on changes of detectors that have lasted by now. */
export const settlePending: Sweep = {
  name: 'spot-signals',
  everySeconds: 5,
  async run(kernel: Kernel) {
    const sql = `select p.tenant_id, p.spot_id, s.lot_id from spot_signal p
      join spot_fact s on s.tenant_id = p.tenant_id and s.id = p.spot_id
      join lot_fact l on l.tenant_id = s.tenant_id and l.id = s.lot_id
      where p.outcome = 'pending' and p.happened_at <= $1::timestamptz - make_interval(secs =>
        case when p.is_taken then l.detector_arrive_seconds else l.detector_leave_seconds end)
      group by 1, 2, 3 limit ${SWEPT_SPOTS}`;
    await sweepFound<{ tenantId: number; spotId: string; lotId: string }>(
      kernel,
      { sql, values: [kernel.clock.now()] },
      ({ tenantId, spotId, lotId }) =>
        kernel.database.inTenant(systemWho(tenantId, '地磁'), async (tx) => {
          await lockCarsInside(tx, lotId);
          const spot = await readSpot(tx, 's.id = $2', [spotId]);
          if (spot) await settleSpot(tx, spot);
        }),
    );
  },
};
