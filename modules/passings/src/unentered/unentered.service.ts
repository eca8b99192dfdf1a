import { resolveAlarms } from '@boyun/alarms/server';
import { LATE_REPORT_SECONDS, neverPassed, progressOf } from '@boyun/devices/server';
import { lockCarsInside, requireLot } from '@boyun/facilities/server';
import type { Label } from '@boyun/kernel/contract';
import { coversLot, type Kernel, notFound, type Sweep, sweepTenants, type TenantTx } from '@boyun/kernel/server';
import { lockOrder, type ParkingOrder } from '@boyun/orders/server';
import { closeOld } from '../passing/old-stay.service.ts';
import { lockPassing, type WaitingPassing } from '../passing/passing.queries.ts';
import type { UnenteredObstacle } from './unentered.contract.ts';

/** A car that another one has taken the place of at the lane was gone by then; sooner its own report may be on its way. */
const NEXT_CAR_SECONDS = 60;
/** Older commands than this were looked at long ago. */
const LOOKED_AT_SECONDS = 3600;

type Stay = Pick<ParkingOrder, 'entryPassingId' | 'parkingState'>;

/** Why it cannot be said of the car of a passing that it did not come in; null where it can. */
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

/** A car that was let in at an entry, with its stay; the lot's row is locked. Refuses what is out of the caller's reach. */
export async function lockLetIn(
  tx: TenantTx,
  passingId: string,
): Promise<{ passing: WaitingPassing; order: ParkingOrder | null; obstacle: keyof typeof UnenteredObstacle | null }> {
  const [place] = await tx.query<{ lotId: string }>(
    'select lot_id as "lotId" from passing where tenant_id = $1 and id = $2',
    [tx.tenantId, passingId],
  );
  if (place) await lockCarsInside(tx, place.lotId);
  const passing = await lockPassing(tx, passingId);
  if (!passing || !coversLot(tx.who, passing.lotId)) throw notFound(tx.who, { zh: '过车记录', en: 'Passing record' });
  const order = passing.orderId ? await lockOrder(tx, passing.orderId) : null;
  return { passing, order, obstacle: await whyEntered(tx, passingId, order) };
}

/** Ends the stay of a car that was let in and never came in: nothing is charged, nothing is counted, its alarm is closed. */
export async function endUnentered(tx: TenantTx, order: ParkingOrder, note: Label): Promise<void> {
  const lot = await requireLot(tx, order.lotId);
  await closeOld(tx, order, { at: tx.now, zone: lot.timeZone, hasTurnedBack: true });
  await resolveAlarms(tx, order.entryPassingId!, 'command-uncertain', note[tx.who.language]);
}

const PROVEN: Label = {
  zh: '地感一直未见该车通过道闸，已按掉头处理',
  en: 'The loop never saw it behind the barrier: it has turned back',
};

/**
 * Cars that waited, were let in, and have driven off: the barrier of each is uncertain, its loop works and told of no car,
 * and nothing more can be told of it, or another car stands at the lane. Without a loop a person has to look.
 */
async function endProvenUnentered(kernel: Kernel): Promise<void> {
  const now = kernel.clock.now().getTime();
  const before = (seconds: number) => new Date(now - seconds * 1000);
  const sql = `select c.tenant_id as "tenantId", p.id as "passingId"
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

/** Looks for cars that were let in and never came in. */
export const unenteredSweep: Sweep = { name: 'unentered', everySeconds: 10, run: endProvenUnentered };
