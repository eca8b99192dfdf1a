import type { Input, Label } from '@boyun/kernel/contract';
import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import {
  contentType,
  coversLot,
  hashToken,
  isAllowed,
  type Kernel,
  notFound,
  rowRefusal,
  type TenantTx,
  type Upload,
  type Who,
} from '@boyun/kernel/server';
import { type ParkingOrder, requireOrder } from '@boyun/orders/server';
import { openRoadside } from '@boyun/passings/contract';
import { noteCar, noteGone } from '@boyun/passings/server';
import { collectCash } from '@boyun/payments/contract';
import { takeArrears, takeCash, takeCashInHand } from '@boyun/payments/server';
import { posRefusal } from './pos.contract.ts';
import { type Pos, requireTerminal } from './pos.service.ts';
import { posActRefused } from './pos-event.contract.ts';
import { submitPosAct } from './pos-work.contract.ts';

type Act = Input<typeof submitPosAct>;
type Outcome = {
  readonly state: 'done' | 'refused';
  readonly orderId: string | null;
  readonly dueFen: number | null;
  readonly reason: string | null;
};

const HOUR_MS = 3_600_000;
/** What is older is no longer taken: the days it belongs to are closed. */
const OLDEST_HOURS = 72;
/** Refusals that pass: the terminal sends it again. */
const PASSING = new Set(['order.locked']);

/**
 * Books what a collector did, once for its number and as of when it was done. What was done offline and cannot be booked is written down for a
 * person to settle.
 */
export async function takeAct(kernel: Kernel, who: Who, act: Act, file: Upload | null): Promise<Outcome> {
  try {
    return await kernel.database.inTenant(who, (tx) => bookOnce(tx, kernel, act, file));
  } catch (error) {
    if (!(error instanceof Refusal) || act.isLive || PASSING.has(error.rule.code)) throw error;
    return kernel.database.inTenant(who, (tx) => keepRefused(tx, act, error));
  }
}

async function bookOnce(tx: TenantTx, kernel: Kernel, act: Act, file: Upload | null): Promise<Outcome> {
  const pos = await senderOf(tx, act);
  const at = timeOf(tx, act);
  const id = tx.newId();
  const claimed = await insertAct(tx, pos, { id, act, at, state: 'done' });
  if (!claimed) return formerOutcome(tx, pos, act.clientId);
  if (tx.now.getTime() - at.getTime() > OLDEST_HOURS * HOUR_MS)
    throw new Refusal(posRefusal['too-old'], { hours: OLDEST_HOURS });
  requireRights(tx, act);
  const seen = { at, picture: await keepPicture(tx, kernel, id, file) };
  const { order, dueFen } = await BOOK[act.kind](tx, pos, act, seen);
  await tx.query(
    'update pos_act set order_id = $3, plate = $4, due_fen = $5, lot_id = coalesce($6::uuid, lot_id) where tenant_id = $1 and id = $2',
    [tx.tenantId, id, order?.id ?? null, order?.plate ?? act.plate, dueFen, order?.lotId ?? null],
  );
  tx.audit({
    action: submitPosAct.audit!,
    subjectKind: 'order',
    subjectId: order?.id ?? null,
    subject: order ? `${order.orderNo} ${order.plate}` : (act.plate ?? ''),
    after: { kind: act.kind, at, cashFen: act.cashFen ?? 0, pos: pos.deviceNo },
  });
  return { state: 'done', orderId: order?.id ?? null, dueFen, reason: null };
}

/** Returns the terminal of an act. What was done while it was the caller's still arrives after it was taken back or broke. */
async function senderOf(tx: TenantTx, { terminal, isLive, spotId }: Act): Promise<Pos> {
  if (isLive) return requireTerminal(tx, terminal);
  const [pos] = await tx.query<Pos>(
    `select p.id, p.device_no, p.lot_id, p.status, p.collector_id from pos_device p
     where p.tenant_id = $1 and p.secret_hash = $2 and exists (select from pos_event e
       where e.tenant_id = p.tenant_id and e.device_id = p.id and e.collector_id = $3 and e.kind = 'claimed')`,
    [tx.tenantId, hashToken(terminal), tx.who.userId],
  );
  if (pos) return pos;
  if (spotId) await requireSpot(tx, spotId);
  throw new Refusal(posRefusal['unknown-terminal']);
}

/** Refuses a spot that does not exist for the caller. */
async function requireSpot(tx: TenantTx, spotId: string): Promise<void> {
  const [spot] = await tx.query<{ lotId: string }>('select lot_id from spot_fact where tenant_id = $1 and id = $2', [
    tx.tenantId,
    spotId,
  ]);
  if (!spot || !coversLot(tx.who, spot.lotId)) throw notFound(tx.who, { zh: '车位', en: 'Spot' });
}

/** Refuses what the collector may not do without a terminal either. */
function requireRights({ who }: TenantTx, { kind, cashFen }: Act): void {
  const needed = [...(kind === 'enter' || kind === 'leave' ? [openRoadside] : []), ...(cashFen ? [collectCash] : [])];
  const missing = needed.find(({ access }) => !isAllowed(access, who));
  if (missing) throw new Refusal(kernelRefusal['no-permission'], { permission: missing.title[who.language] });
}

/** When it was done, by our clock: the terminal's own may be wrong. Never later than now. */
function timeOf(tx: TenantTx, { at, sentAt }: Act): Date {
  return new Date(tx.now.getTime() - Math.max(0, sentAt.getTime() - at.getTime()));
}

interface Booked {
  readonly order: ParkingOrder | null;
  readonly dueFen: number;
}
type Seen = { readonly at: Date; readonly picture: string | null };

const BOOK: Readonly<Record<Act['kind'], (tx: TenantTx, pos: Pos, act: Act, seen: Seen) => Promise<Booked>>> = {
  async enter(tx, _pos, { spotId, plate }, seen) {
    if (!spotId || !plate) throw new Refusal(posRefusal.incomplete);
    const { orderId } = await noteCar(tx, spotId, plate, seen);
    return { order: await requireOrder(tx, orderId), dueFen: 0 };
  },
  async leave(tx, pos, act, seen) {
    const orderId = await orderOf(tx, pos, act);
    // Before it leaves: what is paid then is no debt that was collected.
    const { order } = await payCash(tx, orderId, act, seen.at);
    // A detector may have seen it leave before.
    if (order.parkingState !== 'inside') return { order, dueFen: Math.max(0, order.dueFen) };
    const { dueFen } = await noteGone(tx, orderId, seen);
    return { order, dueFen };
  },
  async cash(tx, pos, act, { at }) {
    if (!act.cashFen) throw new Refusal(posRefusal.incomplete);
    return payCash(tx, await orderOf(tx, pos, act), act, at);
  },
  async arrears(tx, _pos, { plate, cashFen }) {
    if (!plate || !cashFen) throw new Refusal(posRefusal.incomplete);
    const [order] = await takeArrears(tx, plate, cashFen);
    return { order: order ?? null, dueFen: 0 };
  },
};

/** Books the cash of an act: live exactly what is due, later whatever is in the collector's hands already. */
async function payCash(
  tx: TenantTx,
  orderId: string,
  { cashFen, isLive }: Act,
  at: Date,
): Promise<Booked & { readonly order: ParkingOrder }> {
  const order = await requireOrder(tx, orderId);
  if (cashFen) await (isLive ? takeCash(tx, order, cashFen) : takeCashInHand(tx, order, cashFen, at));
  const paid = await requireOrder(tx, orderId);
  return { order: paid, dueFen: Math.max(0, paid.dueFen) };
}

/** The order an act belongs to: named, or opened by an earlier act of the terminal. */
async function orderOf(tx: TenantTx, pos: Pos, { orderId, entryClientId }: Act): Promise<string> {
  if (orderId) return orderId;
  const [entry] = await tx.query<{ orderId: string | null }>(
    'select order_id from pos_act where tenant_id = $1 and device_id = $2 and client_id = $3',
    [tx.tenantId, pos.id, entryClientId],
  );
  if (!entry?.orderId) throw new Refusal(posRefusal['no-entry']);
  return entry.orderId;
}

async function keepPicture(tx: TenantTx, { files }: Kernel, id: string, file: Upload | null): Promise<string | null> {
  const ending = file && contentType(file.bytes);
  if (!file || (ending !== 'jpg' && ending !== 'png')) return null;
  const key = `${tx.tenantId}/pos/${tx.now.toISOString().slice(0, 10)}/${id}.${ending}`;
  await files.put(key, file.bytes);
  return key;
}

async function insertAct(
  tx: TenantTx,
  pos: Pos,
  { id, act, at, state, reason }: { id: string; act: Act; at: Date; state: 'done' | 'refused'; reason?: Label },
): Promise<boolean> {
  const made = await tx.query(
    `insert into pos_act (tenant_id, id, device_id, client_id, lot_id, account_id, account_name, kind, happened_at, received_at, state,
       plate, cash_fen, reason_zh, reason_en)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (tenant_id, device_id, client_id) do nothing returning id`,
    [
      tx.tenantId,
      id,
      pos.id,
      act.clientId,
      pos.lotId,
      tx.who.userId,
      tx.who.name,
      act.kind,
      at,
      tx.now,
      state,
      act.plate,
      act.cashFen ?? 0,
      reason?.zh ?? null,
      reason?.en ?? null,
    ],
  );
  return made.length > 0;
}

async function formerOutcome(tx: TenantTx, pos: Pos, clientId: string): Promise<Outcome> {
  const [row] = await tx.query<{
    state: string;
    orderId: string | null;
    dueFen: number | null;
    zh: string;
    en: string;
  }>(
    `select state, order_id, due_fen, reason_zh as zh, reason_en as en from pos_act
     where tenant_id = $1 and device_id = $2 and client_id = $3`,
    [tx.tenantId, pos.id, clientId],
  );
  const { state, orderId, dueFen } = row!;
  return { state: state === 'done' ? 'done' : 'refused', orderId, dueFen, reason: row![tx.who.language] };
}

async function keepRefused(tx: TenantTx, act: Act, error: Refusal): Promise<Outcome> {
  const pos = await senderOf(tx, act);
  const id = tx.newId();
  const reason = { zh: rowRefusal(error, 'zh').words, en: rowRefusal(error, 'en').words };
  if (!(await insertAct(tx, pos, { id, act, at: timeOf(tx, act), state: 'refused', reason })))
    return formerOutcome(tx, pos, act.clientId);
  tx.emit(posActRefused, {
    lotId: pos.lotId,
    subjectId: id,
    data: { kind: act.kind, plate: act.plate, cashFen: act.cashFen ?? 0, reason: reason.zh },
  });
  tx.audit({
    action: submitPosAct.audit!,
    subjectKind: 'pos-act',
    subjectId: id,
    subject: act.plate ?? pos.deviceNo,
    after: { kind: act.kind, cashFen: act.cashFen ?? 0, refused: reason.zh },
  });
  return { state: 'refused', orderId: null, dueFen: null, reason: reason[tx.who.language] };
}
