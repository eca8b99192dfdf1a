import { setImmediate } from 'node:timers/promises';
import type { Covered, EarlierStay, Linking, Paid, Tariff } from '@boyun/domain/fee';
import { unknownSpot } from '@boyun/domain/spot-kind';
import { quoteStay, type StayQuote } from '@boyun/domain/stay-quote';
import type { TenantTx } from '@boyun/kernel/server';
import { calendarOf } from '../holiday/holiday.service.ts';
import { VERSIONS_KEPT } from '../tariff-version/tariff-version.service.ts';

/** A version of a tariff, parsed for pricing. */
export interface TariffInForce {
  readonly versionId: string;
  readonly ruleId: string;
  readonly number: number;
  readonly tariff: Tariff;
}

/** The facts about an arriving car that decide which rule and version apply. */
export interface Arrival {
  readonly lotId: string;
  readonly at: Date;
  readonly vehicleKind: string | null;
  readonly plateColor: number;
  /** The kind of the spot it occupies; null where that is not known. */
  readonly spotKind: string | null;
}

/** A priced stay before reductions. */
export type Quote = StayQuote & { readonly versionId: string | null };

/** A stay to be priced. `versionId` keeps a stay on the version it began under. */
export interface QuoteRequest {
  readonly lotId: string;
  readonly zone: string;
  readonly enteredAt: Date;
  readonly at: Date;
  readonly plateColor: number;
  readonly vehicleKind: string | null;
  readonly settlements: readonly Paid[];
  /** Parts of the stay that are not charged, and the kind of spot it occupies. */
  readonly covered: readonly Covered[];
  readonly spotKind: string | null;
  readonly versionId: string | null;
  /** Prices the stay in place of the version in force. */
  readonly tariff?: Tariff | undefined;
}

/** A request whose tariff links it to earlier stays of the plate, with its index among those priced together. */
interface LinkedRequest {
  readonly index: number;
  readonly linking: Linking;
}

/** Returns the earlier stays of the plates in their lots, in the order of the requests; called only where a tariff links stays. */
type FindEarlier = (linked: readonly LinkedRequest[]) => Promise<(readonly EarlierStay[])[]>;

// Published versions are immutable, so they are cached for the life of the process. The name of their rule may change.
const versions = new Map<string, TariffInForce>();

/** Returns a published version by id; null where there is none. */
export async function findVersion(tx: TenantTx, versionId: string): Promise<TariffInForce | null> {
  return (await findPublished(tx, [versionId])).get(versionId) ?? null;
}

/** Returns published versions by id, with one query for those that are not cached yet. */
async function findPublished(tx: TenantTx, ids: Iterable<string>): Promise<Map<string, TariffInForce>> {
  const found = new Map<string, TariffInForce>();
  const unread: string[] = [];
  for (const id of new Set(ids)) {
    const known = versions.get(`${tx.tenantId} ${id}`);
    if (known) found.set(id, known);
    else unread.push(id);
  }
  if (unread.length === 0) return found;
  const rows = await tx.query<TariffInForce>(
    `select v.id as "versionId", v.charge_rule_id as "ruleId", v.number, v.tariff
     from charge_rule_version v
     where v.tenant_id = $1 and v.id = any($2::uuid[]) and v.state = 'published'`,
    [tx.tenantId, unread],
  );
  for (const row of rows) {
    versions.set(`${tx.tenantId} ${row.versionId}`, row);
    found.set(row.versionId, row);
  }
  return found;
}

/** Returns the current name of a rule; null where it no longer exists. */
export async function ruleNameOf(tx: TenantTx, ruleId: string): Promise<string | null> {
  const [row] = await tx.query<{ name: string }>('select name from charge_rule where tenant_id = $1 and id = $2', [
    tx.tenantId,
    ruleId,
  ]);
  return row?.name ?? null;
}

// A car that entered before the first version began, and was reported later, is priced by the first version.
const BOUND = `
  select asked.n, found."bindingId", found."versionId"
  from unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::smallint[], $7::text[])
    with ordinality as asked(lot_id, at, vehicle_kind, plate_color, spot_kind, n)
  cross join lateral (
    select b.id as "bindingId", v.id as "versionId"
    from lot_fact lot
    join charge_binding b on b.tenant_id = lot.tenant_id
      and (b.lot_id = lot.id or b.area_id = lot.area_id or (b.lot_id is null and b.area_id is null))
    cross join lateral (
      select coalesce(
        (select id from charge_rule_version
         where tenant_id = b.tenant_id and charge_rule_id = b.charge_rule_id and state = 'published' and effective_from <= asked.at
         order by effective_from desc limit 1),
        (select id from charge_rule_version
         where tenant_id = b.tenant_id and charge_rule_id = b.charge_rule_id and state = 'published' and effective_from <= $6
         order by effective_from limit 1)
      ) as id
    ) as v
    where lot.tenant_id = $1 and lot.id = asked.lot_id and v.id is not null
      and (b.vehicle_kinds = '{}' or asked.vehicle_kind = any(b.vehicle_kinds))
      and (b.spot_kinds = '{}' or asked.spot_kind = any(b.spot_kinds))
      and (b.plate_colors = '{}' or asked.plate_color = any(b.plate_colors))
      and coalesce((asked.at at time zone lot.time_zone)::date between coalesce(b.from_day, '-infinity')
        and coalesce(b.to_day, 'infinity'), false)
    order by b.lot_id is null, b.area_id is null, b.vehicle_kinds = '{}', b.spot_kinds = '{}', b.plate_colors = '{}',
      b.from_day is null and b.to_day is null, b.id
    limit 1
  ) as found`;

/** A version with the binding that selected it. */
type BoundTariff = TariffInForce & { readonly bindingId: string };

/**
 * Returns the version that prices each arriving car, in the order of the arrivals: that of the most specific binding
 * which matches the car and has a version in force (`rankOf` orders them alike). Null where nothing matches.
 */
async function findTariffs(tx: TenantTx, arrivals: readonly Arrival[]): Promise<(BoundTariff | null)[]> {
  if (arrivals.length === 0) return [];
  const rows = await tx.query<{ n: number; bindingId: string; versionId: string }>(BOUND, [
    tx.tenantId,
    arrivals.map((one) => one.lotId),
    arrivals.map((one) => one.at),
    arrivals.map((one) => one.vehicleKind),
    arrivals.map((one) => one.plateColor),
    tx.now,
    arrivals.map((one) => one.spotKind ?? unknownSpot),
  ]);
  const published = await findPublished(
    tx,
    rows.map((row) => row.versionId),
  );
  const found: (BoundTariff | null)[] = arrivals.map(() => null);
  for (const { n, bindingId, versionId } of rows) {
    const version = published.get(versionId);
    if (version) found[n - 1] = { ...version, bindingId };
  }
  return found;
}

/** Returns the version that prices one arriving car; see `findTariffs`. */
export async function findTariff(tx: TenantTx, arrival: Arrival): Promise<BoundTariff | null> {
  return (await findTariffs(tx, [arrival]))[0] ?? null;
}

/** Returns the start times of all published versions, latest first. */
function findBeginnings(tx: TenantTx) {
  return tx.cached(VERSIONS_KEPT, () =>
    tx.query<{ versionId: string; ruleId: string; from: Date; isByExit: boolean }>(
      `select id as "versionId", charge_rule_id as "ruleId", effective_from as "from",
         coalesce(tariff ->> 'versionBy' = 'exit', false) as "isByExit"
       from charge_rule_version where tenant_id = $1 and state = 'published' order by effective_from desc`,
      [tx.tenantId],
    ),
  );
}

/** Returns the tariffs of rules that are in force at an instant, by rule id; a rule without one is left out. */
export async function tariffsInForce(tx: TenantTx, ruleIds: readonly string[], at: Date): Promise<Map<string, Tariff>> {
  if (ruleIds.length === 0) return new Map();
  const beginnings = await findBeginnings(tx);
  const inForce = [...new Set(ruleIds)].flatMap((ruleId) => {
    const begun = beginnings.find((one) => one.ruleId === ruleId && one.from <= at);
    return begun ? [{ ruleId, versionId: begun.versionId }] : [];
  });
  const published = await findPublished(
    tx,
    inForce.map((one) => one.versionId),
  );
  return new Map(
    inForce.flatMap(({ ruleId, versionId }) => {
      const found = published.get(versionId);
      return found ? [[ruleId, found.tariff] as const] : [];
    }),
  );
}

/** Returns the versions under which stays began, in the order of the requests. */
async function findBegun(tx: TenantTx, requests: readonly QuoteRequest[]): Promise<(TariffInForce | null)[]> {
  const known = await findPublished(
    tx,
    requests.flatMap((one) => one.versionId ?? []),
  );
  const arrivals = requests.filter((one) => one.versionId === null).map((one) => ({ ...one, at: one.enteredAt }));
  const bound = await findTariffs(tx, arrivals);
  let next = 0;
  return requests.map(({ versionId }) => (versionId ? known.get(versionId) : bound[next++]) ?? null);
}

/** Returns the versions that price current stays: those they began under, unless the version in force at exit prices by exit. */
async function findVersionsAtExit(tx: TenantTx, requests: readonly QuoteRequest[]): Promise<(TariffInForce | null)[]> {
  const begun = await findBegun(tx, requests);
  if (begun.every((one) => one === null)) return begun;
  const beginnings = Map.groupBy(await findBeginnings(tx), (one) => one.ruleId);
  const later = begun.map((began, index) => {
    const inForce = began && beginnings.get(began.ruleId)?.find((one) => one.from <= requests[index]!.at);
    return inForce?.isByExit ? inForce.versionId : null;
  });
  const published = await findPublished(
    tx,
    later.flatMap((one) => one ?? []),
  );
  return begun.map((began, index) => published.get(later[index] ?? '') ?? began);
}

/** Number of stays priced before yielding to other work of the process. */
const TURN_STAYS = 50;

/**
 * Prices stays, each up to its own instant, in the order of the requests and with a constant number of queries. In a lot
 * without a rule the fee is zero, and its line says so.
 */
export async function quoteStays(
  tx: TenantTx,
  requests: readonly QuoteRequest[],
  findEarlier: FindEarlier,
): Promise<Quote[]> {
  const found = await findVersionsAtExit(tx, requests);
  const linked = found.flatMap((one, index) => {
    const linking = (requests[index]!.tariff ?? one?.tariff)?.linking;
    return linking ? [{ index, linking }] : [];
  });
  const earlier = new Map<number, readonly EarlierStay[]>();
  if (linked.length > 0) {
    const stays = await findEarlier(linked);
    for (const [place, { index }] of linked.entries()) earlier.set(index, stays[place]!);
  }
  const isPriced = found.some((one, index) => one !== null || requests[index]!.tariff);
  const calendar = isPriced ? await calendarOf(tx) : {};
  const quotes: Quote[] = [];
  for (const [index, request] of requests.entries()) {
    const versionId = found[index]?.versionId ?? null;
    const tariff = request.tariff ?? found[index]?.tariff;
    const { enteredAt, at, ...stay } = request;
    const times = { enteredAtMs: enteredAt.getTime(), atMs: at.getTime() };
    quotes.push({ ...quoteStay(tariff, { ...stay, ...times, calendar, earlier: earlier.get(index) }), versionId });
    if (index % TURN_STAYS === TURN_STAYS - 1) await setImmediate();
  }
  return quotes;
}
