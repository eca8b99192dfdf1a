import { findHolders } from '@boyun/access/server';
import { tariffsOfLot } from '@boyun/charging/server';
import { openLane } from '@boyun/devices/contract';
import { type BoxSetup, findLaneCameras } from '@boyun/devices/server';
import { findLaneSetting, requireLot } from '@boyun/facilities/server';
import { cameraMapOf } from '@boyun/gateway/server';
import type { Access } from '@boyun/kernel/contract';
import { wireName } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { ARREARS_RANK } from '@boyun/lists/contract';
import { entriesOfLot, type LotEntry, listKindSlot } from '@boyun/lists/server';
import { isChannelOpen } from '@boyun/money/server';
import { findOwing, listInside, type ParkingOrder } from '@boyun/orders/server';
import { settlePassing } from '@boyun/passings/contract';
import { collectCash } from '@boyun/payments/contract';
import { findMembershipsOfLot } from '@boyun/vip/server';

/** A row a box keeps. `sealed` is opened and sealed anew for the box when it is sent. */
export interface FeedRow {
  readonly section: string;
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** By name; values under `open` are as they are, the others sealed with the product's own key. */
  readonly sealed?: {
    readonly open: Readonly<Record<string, unknown>>;
    readonly closed: Readonly<Record<string, unknown>>;
  };
}

/** Entries of lists that begin within this time are sent ahead, for a line that breaks meanwhile. */
const AHEAD_MS = 3 * 86_400_000;
/** Plates that owe too much, at most: the largest debts. */
const MOST_DEBTS = 20_000;

/** Values by their names on the wire. */
const wire = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [wireName(key), value]));

/** The cars inside, each with the number of the event that let it in. */
export async function staySection(tx: TenantTx, { lotId }: BoxSetup): Promise<FeedRow[]> {
  const orders = await listInside(tx, lotId);
  const passingIds = orders.flatMap((one) => one.entryPassingId ?? []);
  const events = await tx.query<{ id: string; eventKey: string }>(
    'select id, event_key from passing_fact where tenant_id = $1 and id = any($2::uuid[])',
    [tx.tenantId, passingIds],
  );
  const eventOf = new Map(events.map((one) => [one.id, one.eventKey]));
  return orders.map((order) => ({ section: 'stay', key: order.id, value: stayValue(order, eventOf) }));
}

function stayValue(order: ParkingOrder, eventOf: ReadonlyMap<string, string>): Record<string, unknown> {
  const { id, settlements, payMethod: _, lotId: __, leftAt: ___, exitLaneId: ____, entryPassingId, ...rest } = order;
  return {
    OrderId: id,
    ...wire(rest),
    EntryEventId: eventOf.get(entryPassingId ?? '') ?? null,
    Settlements: settlements.map((one) => ({ AtMs: one.atMs, AmountFen: one.amountFen })),
  };
}

/** Everything else: settings of box, lot, lanes and cameras, tariffs, lists, and who may work at the box. */
export async function restSections(tx: TenantTx, boxId: string, setup: BoxSetup): Promise<FeedRow[]> {
  const { heartbeatSeconds, whenOffline, lotId } = setup;
  const lot = await requireLot(tx, lotId);
  const hasCash = await isChannelOpen(tx, lotId, 'cash');
  const arrearsLimitFen = await arrearsLimitOf(tx, setup);
  const arrears = arrearsLimitFen === null ? null : { LimitFen: arrearsLimitFen, Rank: ARREARS_RANK };
  const { detectorUse: _, detectorArriveSeconds: __, detectorLeaveSeconds: ___, ...rest } = lot;
  return [
    { section: 'box', key: 'box', value: { BoxId: boxId, ...wire({ heartbeatSeconds, whenOffline, lotId }) } },
    { section: 'lot', key: lotId, value: { ...wire(rest), HasCash: hasCash, Arrears: arrears } },
    ...(await laneSection(tx, setup)),
    ...(await cameraSection(tx, setup)),
    ...(await tariffSections(tx, lotId)),
    ...kindSection(tx),
    ...(await listSection(tx, lotId)),
    ...(await vipSection(tx, lotId)),
    ...(arrearsLimitFen === null ? [] : await debtSection(tx, arrearsLimitFen)),
    ...(await attendantSection(tx, lotId)),
  ];
}

async function laneSection(tx: TenantTx, { laneIds }: BoxSetup): Promise<FeedRow[]> {
  const untils = await tx.query<{ id: string; modeUntil: Date | null }>(
    'select id, mode_until from lane_fact where tenant_id = $1 and id = any($2::uuid[])',
    [tx.tenantId, laneIds],
  );
  const rows: FeedRow[] = [];
  for (const { id, modeUntil } of untils) {
    const setting = await findLaneSetting(tx, id);
    if (!setting) continue;
    const { laneId, laneName, laneCode, direction, tidalPlan, mode, policies, whenFull, noPlate, unmatched, gateName } =
      setting;
    const own = { direction, tidalPlan, mode, modeUntil, policies, whenFull, noPlate, unmatched, gateName };
    rows.push({ section: 'lane', key: laneId, value: { Id: laneId, Code: laneCode, Name: laneName, ...wire(own) } });
  }
  return rows;
}

async function cameraSection(tx: TenantTx, { laneIds }: BoxSetup): Promise<FeedRow[]> {
  const rows: FeedRow[] = [];
  for (const one of await findLaneCameras(tx, laneIds)) {
    const { networkAddress, tokenHash, secretSealed, callSecretSealed, ...rest } = one;
    rows.push({
      section: 'camera',
      key: one.id,
      value: { ...wire(rest), Address: networkAddress, Map: await cameraMapOf(tx, one.id) },
      sealed: { open: { TokenHash: tokenHash }, closed: { Secret: secretSealed, CallPassword: callSecretSealed } },
    });
  }
  return rows;
}

async function tariffSections(tx: TenantTx, lotId: string): Promise<FeedRow[]> {
  const inside = await listInside(tx, lotId);
  const begun = [...new Set(inside.flatMap((one) => one.chargeVersionId ?? []))];
  const { bindings, tariffs, days } = await tariffsOfLot(tx, lotId, begun);
  return [
    ...bindings.map((one) => ({ section: 'binding', key: one.id, value: wire(one) })),
    ...tariffs.map((one) => ({ section: 'tariff', key: one.versionId, value: wire(one) })),
    ...days.map((one) => ({ section: 'day', key: one.day, value: wire(one) })),
  ];
}

function kindSection(tx: TenantTx): FeedRow[] {
  return tx.slots.all(listKindSlot).map(({ kind }) => {
    const { name, words, rank, lanePolicy, isFree = false, isLimited = false } = kind;
    const value = { Name: name, Zh: words.zh, En: words.en, ...wire({ rank, lanePolicy, isFree, isLimited }) };
    return { section: 'kind', key: name, value };
  });
}

async function listSection(tx: TenantTx, lotId: string): Promise<FeedRow[]> {
  const entries = await entriesOfLot(tx, lotId, new Date(tx.now.getTime() + AHEAD_MS));
  return entries.map((one) => ({ section: 'list', key: `${one.kind}/${one.id}/${one.plate}`, value: listValue(one) }));
}

function listValue({ id, kind, plate, sharedIds, cover, ...rest }: LotEntry): Record<string, unknown> {
  return {
    Kind: kind,
    EntryId: id,
    Plate: plate,
    ...wire(rest),
    SharedIds: [...sharedIds].sort(),
    Cover: cover && {
      Zh: cover.words.zh,
      En: cover.words.en,
      Minutes: cover.minutes,
      Hours: cover.hours,
      SpotKind: cover.spotKind,
      Spans: cover.spans.map(({ fromMs, toMs }) => ({ FromMs: fromMs, ToMs: Number.isFinite(toMs) ? toMs : null })),
    },
  };
}

/** What members of VIP groups have off their fees; the key begins with the plate. */
async function vipSection(tx: TenantTx, lotId: string): Promise<FeedRow[]> {
  const found = await findMembershipsOfLot(tx, lotId, new Date(tx.now.getTime() + AHEAD_MS));
  return found.map(({ orderId: _, ...one }) => ({ section: 'vip', key: `${one.plate}/${one.id}`, value: wire(one) }));
}

/** The sum above which a car is stopped at the entries of a lot; null where there is none. */
async function arrearsLimitOf(tx: TenantTx, { laneIds }: BoxSetup): Promise<number | null> {
  const [laneId] = laneIds;
  const setting = laneId ? await findLaneSetting(tx, laneId) : null;
  return setting?.arrearsLimitFen ?? null;
}

/** The plates that owe more than the lot lets in. */
async function debtSection(tx: TenantTx, limitFen: number): Promise<FeedRow[]> {
  const found = await findOwing(tx, limitFen, MOST_DEBTS);
  return found.map((one) => ({ section: 'debt', key: `${one.plate}/`, value: wire(one) }));
}

async function attendantSection(tx: TenantTx, lotId: string): Promise<FeedRow[]> {
  const pins = await tx.query<{ id: string; name: string; account: string; hashSealed: string }>(
    `select a.id, coalesce(nullif(a.name, ''), a.account) as name, a.account, p.hash_sealed
     from box_pin p join account_fact a on a.tenant_id = p.tenant_id and a.id = p.account_id
     where p.tenant_id = $1 and a.state = 'active' order by a.id limit 5000`,
    [tx.tenantId],
  );
  if (pins.length === 0) return [];
  const [collect, open, settle] = [
    await holders(tx, collectCash.access, lotId),
    await holders(tx, openLane.access, lotId),
    await holders(tx, settlePassing.access, lotId),
  ];
  return pins
    .filter(({ id }) => collect.has(id) || open.has(id) || settle.has(id))
    .map(({ id, name, hashSealed }) => ({
      section: 'attendant',
      key: id,
      value: { Id: id, Name: name, MayCollect: collect.has(id), MayOpen: open.has(id), MaySettle: settle.has(id) },
      sealed: { open: {}, closed: { Pin: hashSealed } },
    }));
}

/** The accounts that hold a permission in a lot. */
async function holders(tx: TenantTx, access: Access, lotId: string): Promise<ReadonlySet<string>> {
  if (typeof access !== 'object') return new Set();
  const all = await findHolders(tx, access.name);
  return new Set(all.filter((one) => one.lotIds === null || one.lotIds.includes(lotId)).map((one) => one.id));
}
