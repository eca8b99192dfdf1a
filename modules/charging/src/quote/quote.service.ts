import {
  type Covered,
  type EarlierStay,
  type FeeLine,
  type Linking,
  type Paid,
  priceStay,
  type Tariff,
} from '@boyun/domain/fee';
import type { TenantTx } from '@boyun/kernel/server';
import { calendarOf } from '../holiday/holiday.service.ts';
import { VERSIONS_KEPT } from '../tariff-version/tariff-version.service.ts';

/** A version of a tariff ready to price with. */
export interface TariffInForce {
  readonly versionId: string;
  readonly ruleId: string;
  readonly number: number;
  readonly tariff: Tariff;
}

/** What decides which rule and version hold for a car that comes. */
export interface Arrival {
  readonly lotId: string;
  readonly at: Date;
  readonly vehicleKind: string | null;
  readonly plateColor: number;
}

/** A priced stay: the lines add up to `feeFen`; `dueFen` is what the settlements have left open. */
export interface Quote {
  readonly feeFen: number;
  readonly dueFen: number;
  readonly lines: readonly FeeLine[];
  readonly versionId: string | null;
  readonly graceMinutes: number;
}

/** What is to be priced. `versionId` keeps a stay on the version it began under. */
export interface QuoteRequest {
  readonly lotId: string;
  readonly zone: string;
  readonly enteredAt: Date;
  readonly at: Date;
  readonly plateColor: number;
  readonly vehicleKind: string | null;
  readonly settlements: readonly Paid[];
  /** Parts of the stay that are not charged, and the kind of spot it stands on. */
  readonly covered: readonly Covered[];
  readonly spotKind: string | null;
  readonly versionId: string | null;
  /** Finds the earlier stays of the plate in the lot; asked only where the tariff links stays. */
  readonly findEarlier: (linking: Linking) => Promise<EarlierStay[]>;
}

// A published version never changes, so it is kept for as long as the process lives. The name of its rule may change.
const versions = new Map<string, TariffInForce>();

/** A published version by its id; null where there is none. */
export async function findVersion(tx: TenantTx, versionId: string): Promise<TariffInForce | null> {
  const key = `${tx.tenantId} ${versionId}`;
  const known = versions.get(key);
  if (known) return known;
  const [row] = await tx.query<TariffInForce>(
    `select v.id as "versionId", v.charge_rule_id as "ruleId", v.number, v.tariff
     from charge_rule_version v
     where v.tenant_id = $1 and v.id = $2 and v.state = 'published'`,
    [tx.tenantId, versionId],
  );
  if (!row) return null;
  versions.set(key, row);
  return row;
}

/** The name a rule has now; null where it is gone. */
export async function ruleNameOf(tx: TenantTx, ruleId: string): Promise<string | null> {
  const [row] = await tx.query<{ name: string }>('select name from charge_rule where tenant_id = $1 and id = $2', [
    tx.tenantId,
    ruleId,
  ]);
  return row?.name ?? null;
}

/**
 * The version a car that comes is priced by: of the bindings that fit it and have a version in force the most specific one
 * (`rankOf` orders them alike). A car that came before the first version began, and is told of since, is priced by that
 * first one. Null where nothing fits.
 */
export async function findTariff(
  tx: TenantTx,
  arrival: Arrival,
): Promise<(TariffInForce & { readonly bindingId: string }) | null> {
  const [row] = await tx.query<{ bindingId: string; versionId: string }>(
    `select b.id as "bindingId", v.id as "versionId"
     from lot
     join charge_binding b on b.tenant_id = lot.tenant_id
       and (b.lot_id = lot.id or b.area_id = lot.area_id or (b.lot_id is null and b.area_id is null))
     cross join lateral (
       select coalesce(
         (select id from charge_rule_version
          where tenant_id = b.tenant_id and charge_rule_id = b.charge_rule_id and state = 'published' and effective_from <= $3
          order by effective_from desc limit 1),
         (select id from charge_rule_version
          where tenant_id = b.tenant_id and charge_rule_id = b.charge_rule_id and state = 'published' and effective_from <= $6
          order by effective_from limit 1)
       ) as id
     ) as v
     where lot.tenant_id = $1 and lot.id = $2 and v.id is not null
       and (b.vehicle_kinds = '{}' or $4::text = any(b.vehicle_kinds))
       and (b.plate_colors = '{}' or $5::smallint = any(b.plate_colors))
       and coalesce(($3::timestamptz at time zone lot.time_zone)::date between coalesce(b.from_day, '-infinity')
         and coalesce(b.to_day, 'infinity'), false)
     order by b.lot_id is null, b.area_id is null, b.vehicle_kinds = '{}', b.plate_colors = '{}',
       b.from_day is null and b.to_day is null, b.id
     limit 1`,
    [tx.tenantId, arrival.lotId, arrival.at, arrival.vehicleKind, arrival.plateColor, tx.now],
  );
  const version = row ? await findVersion(tx, row.versionId) : null;
  return version && { ...version, bindingId: row!.bindingId };
}

/** Which published versions of all rules begin when, latest first. */
function findBeginnings(tx: TenantTx) {
  return tx.keep(VERSIONS_KEPT, () =>
    tx.query<{ versionId: string; ruleId: string; from: Date; isByExit: boolean }>(
      `select id as "versionId", charge_rule_id as "ruleId", effective_from as "from",
         coalesce(tariff ->> 'versionBy' = 'exit', false) as "isByExit"
       from charge_rule_version where tenant_id = $1 and state = 'published' order by effective_from desc`,
      [tx.tenantId],
    ),
  );
}

/** The version a stay under way is priced by: the one it began under, unless the one in force now goes by the exit. */
async function versionAtExit(tx: TenantTx, began: TariffInForce, at: Date): Promise<TariffInForce> {
  const inForce = (await findBeginnings(tx)).find((one) => one.ruleId === began.ruleId && one.from <= at);
  if (!inForce?.isByExit) return began;
  return (await findVersion(tx, inForce.versionId)) ?? began;
}

/** Prices a stay up to a moment. A lot without a rule charges nothing, and says so in the line. */
export async function quoteStay(tx: TenantTx, request: QuoteRequest): Promise<Quote> {
  const { lotId, vehicleKind, plateColor } = request;
  const began = request.versionId
    ? await findVersion(tx, request.versionId)
    : await findTariff(tx, { lotId, at: request.enteredAt, vehicleKind, plateColor });
  if (!began) return freeOfRule(request);
  const found = await versionAtExit(tx, began, request.at);
  const { linking } = found.tariff;
  const priced = priceStay(found.tariff, {
    enteredAtMs: request.enteredAt.getTime(),
    exitAtMs: Math.max(request.enteredAt.getTime(), request.at.getTime()),
    zone: request.zone,
    calendar: await calendarOf(tx),
    plateColor,
    ...(vehicleKind ? { vehicleKind } : {}),
    ...(request.spotKind ? { spotKind: request.spotKind } : {}),
    ...(request.covered.length > 0 ? { covered: request.covered } : {}),
    ...(request.settlements.length > 0 ? { paid: request.settlements } : {}),
    ...(linking ? { earlier: await request.findEarlier(linking) } : {}),
  });
  return {
    feeFen: priced.totalFen,
    dueFen: priced.dueFen,
    lines: priced.lines,
    versionId: found.versionId,
    graceMinutes: found.tariff.grace?.minutes ?? 0,
  };
}

function freeOfRule(request: QuoteRequest): Quote {
  const line: FeeLine = {
    fromMs: request.enteredAt.getTime(),
    toMs: request.at.getTime(),
    rule: 'none',
    ruleVersion: 0,
    units: 0,
    unitPriceFen: 0,
    amountFen: 0,
    zh: '车场未绑定收费规则，不收费',
    en: 'The lot has no charge rule, nothing is charged',
  };
  return { feeFen: 0, dueFen: 0, lines: [line], versionId: null, graceMinutes: 0 };
}
