import { Refusal } from '@boyun/kernel/contract';
import { coversLot, notFound, type TenantTx } from '@boyun/kernel/server';
import { passingRefusal } from '../passing/passing.contract.ts';
import { waitingClaimed } from './duty-desk-event.contract.ts';

/** How long a claim lasts unless it is renewed: the time a conversation at the barrier takes. */
const CLAIM_MS = 3 * 60_000;

interface Claim {
  readonly lotId: string;
  readonly laneId: string;
  readonly passingId: string;
  readonly claimedBy: string | null;
  readonly claimedByName: string | null;
  readonly claimedUntil: Date | null;
}

function emitClaim(tx: TenantTx, { lotId, laneId, passingId }: Claim, name: string): void {
  tx.emit(waitingClaimed, { lotId, subjectId: passingId, data: { passingId, laneId, name } });
}

/** Releases the waiting cars the caller has claimed, except one. */
export async function releaseClaims(tx: TenantTx, exceptId: string | null): Promise<void> {
  const released = await tx.query<Claim>(
    `update waiting_car set claimed_by = null, claimed_by_name = null, claimed_until = null
     where tenant_id = $1 and claimed_by = $2 and ($3::uuid is null or passing_id <> $3)
     returning lot_id, lane_id, passing_id, claimed_by, claimed_by_name, claimed_until`,
    [tx.tenantId, tx.who.userId, exceptId],
  );
  for (const one of released) emitClaim(tx, one, '');
}

/** Returns the name of the colleague who has claimed the waiting car of an order; null if there is none. */
export async function colleagueAt(tx: TenantTx, orderId: string): Promise<string | null> {
  const [held] = await tx.query<{ name: string }>(
    `select claimed_by_name as name from waiting_car
     where tenant_id = $1 and order_id = $2 and claimed_until > $3 and claimed_by <> $4 limit 1`,
    [tx.tenantId, orderId, tx.now, tx.who.userId],
  );
  return held?.name ?? null;
}

/** Returns the plate of the stay whose car waits at an exit lane; null if none waits there. */
export async function waitingPlateAt(tx: TenantTx, laneId: string): Promise<string | null> {
  const [car] = await tx.query<{ plate: string }>(
    `select o.plate from waiting_car w
     join passing p on p.tenant_id = w.tenant_id and p.lane_id = w.lane_id and p.id = w.passing_id
     join stay_fact o on o.tenant_id = w.tenant_id and o.id = w.order_id
     where w.tenant_id = $1 and w.lane_id = $2 and p.direction = 'exit'`,
    [tx.tenantId, laneId],
  );
  return car?.plate ?? null;
}

/** Claims a waiting car for the caller, or renews the claim; refuses while a colleague has it. Returns when the claim ends. */
export async function claimCar(tx: TenantTx, passingId: string): Promise<Date> {
  const [passing] = await tx.query<{ lotId: string }>('select lot_id from passing where tenant_id = $1 and id = $2', [
    tx.tenantId,
    passingId,
  ]);
  if (!passing || !coversLot(tx.who, passing.lotId)) throw notFound(tx.who, { zh: '过车记录', en: 'Passing record' });
  const [car] = await tx.query<Claim>(
    `select w.lot_id, w.lane_id, w.passing_id, w.claimed_by, w.claimed_by_name, w.claimed_until
     from passing p join waiting_car w on w.tenant_id = p.tenant_id and w.lane_id = p.lane_id and w.passing_id = p.id
     where p.tenant_id = $1 and p.id = $2 for update of w`,
    [tx.tenantId, passingId],
  );
  if (!car) throw new Refusal(passingRefusal['not-waiting']);
  const isHeld = car.claimedUntil !== null && car.claimedUntil > tx.now;
  const isMine = car.claimedBy === tx.who.userId;
  if (isHeld && !isMine) throw new Refusal(passingRefusal.claimed, { name: car.claimedByName });
  const until = new Date(tx.now.getTime() + CLAIM_MS);
  await tx.query(
    `update waiting_car set claimed_by = $3, claimed_by_name = $4, claimed_until = $5
     where tenant_id = $1 and lane_id = $2`,
    [tx.tenantId, car.laneId, tx.who.userId, tx.who.name, until],
  );
  if (!isHeld || !isMine) emitClaim(tx, car, tx.who.name);
  return until;
}
