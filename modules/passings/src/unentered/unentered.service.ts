import { resolveAlarms } from '@boyun/alarms/server';
import { LATE_REPORT_SECONDS, neverPassed, progressOf } from '@boyun/devices/server';
import { lockCarsInside, requireLot } from '@boyun/facilities/server';
import type { Label } from '@boyun/kernel/contract';
import { coversLot, type Kernel, notFound, type Sweep, sweepTenants, type TenantTx } from '@boyun/kernel/server';
import { lockOrder, type ParkingOrder } from '@boyun/orders/server';
import { closeOld } from '../passing/old-stay.service.ts';
import { lockPassing, type WaitingPassing } from '../passing/passing.queries.ts';
import type { UnenteredObstacle } from './unentered.contract.ts';

/** After this time another car at the lane proves that the first has left; before it, the report of the first may still arrive. */
const NEXT_CAR_SECONDS = 60;
/** Commands older than this have been examined before. */
const LOOKED_AT_SECONDS = 3600;

type Stay = Pick<ParkingOrder, 'entryPassingId' | 'parkingState'>;

/** Why the car of a passing cannot be marked as not entered; null if it can. */
export async function whyEntered(
  tx: TenantTx,
  passingId: string,
  stay: Stay | null,
): Promise<keyof typeof UnenteredObstacle | null> {
  const progress = await progressOf(tx, passingId);
  if (stay?.entryPassingId !== passingId || progress === null) return 'not-let-in';
  if (stay.parkingState !== 'inside') return 'not-inside';
  if (progress === 'passed') return 'has-passed';
  return progress === 'under-way' ? 'under-way' : null;
}

/** A car let in at an entry, locked with its lot and order. Throws not-found outside the caller's scope. */
export async function lockLetIn(
  tx: TenantTx,
  passingId: string,
): Promise<{ passing: WaitingPassing; order: ParkingOrder | null; obstacle: keyof typeof UnenteredObstacle | null }> {
  const [place] = await tx.query<{ lotId: string }>('select lot_id from passing where tenant_id = $1 and id = $2', [
    tx.tenantId,
    passingId,
  ]);
  if (place) await lockCarsInside(tx, place.lotId);
  const passing = await lockPassing(tx, passingId);
  if (!passing || !coversLot(tx.who, passing.lotId)) throw notFound(tx.who, { zh: '过车记录', en: 'Passing record' });
  const order = passing.orderId ? await lockOrder(tx, passing.orderId) : null;
  return { passing, order, obstacle: await whyEntered(tx, passingId, order) };
}

/** Ends the stay of a car that did not enter after being let in: no fee, not counted as a stay, and its alarm is closed. */
export async function endUnentered(tx: TenantTx, order: ParkingOrder, note: Label): Promise<void> {
  const lot = await requireLot(tx, order.lotId);
  await closeOld(tx, order, { at: tx.now, zone: lot.timeZone, hasTurnedBack: true });
  await resolveAlarms(tx, order.entryPassingId!, 'command-uncertain', note[tx.who.language]);
}

const PROVEN: Label = {
  zh: '地感一直未见该车通过道闸，已按掉头处理',
  en: 'The loop detected no car past the barrier: treated as turned back',
};

/**
 * Ends stays of cars that were let in after waiting but left: the open command is uncertain, a working loop detected no car,
 * and either no report can arrive any more or another car is at the lane. At lanes without a loop a person decides.
 */
async function endProvenUnentered(kernel: Kernel): Promise<void> {
  const now = kernel.clock.now().getTime();
  const before = (seconds: number) => new Date(now - seconds * 1000);
  const sql = `select c.tenant_id, p.id as "passingId"
     from gate_command_fact c
     join passing p on p.tenant_id = c.tenant_id and p.id = c.passing_id and p.direction = 'entry'
     join car_inside_fact i on i.tenant_id = p.tenant_id and i.order_id = p.order_id
     where c.state = 'uncertain' and c.kind = 'open' and c.route is distinct from 'answer' and c.created_at > $1 and c.id >= first_uuid($1)
       and (c.created_at < $2 or exists (select from passing n
         where n.tenant_id = c.tenant_id and n.lane_id = c.lane_id and n.id > p.id
           and n.received_at > c.created_at + $3 * interval '1 second' and n.plate <> p.plate))
     order by p.id limit 200`;
  const values = [before(LOOKED_AT_SECONDS), before(LATE_REPORT_SECONDS), NEXT_CAR_SECONDS];
  await sweepTenants<{ tenantId: number; passingId: string }>(kernel, { sql, values }, async (tx, { passingId }) => {
    const { order, obstacle } = await lockLetIn(tx, passingId);
    if (order && !obstacle && (await neverPassed(tx, passingId))) await endUnentered(tx, order, PROVEN);
  });
}

/** Job that ends stays of cars that were let in but did not enter. */
export const unenteredSweep: Sweep = { name: 'unentered', everySeconds: 10, run: endProvenUnentered };
