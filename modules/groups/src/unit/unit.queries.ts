import { Refusal, type RefusalRule } from '@boyun/kernel/contract';
import { coversLots, notFound, piece, type Sql, sql, type TenantTx } from '@boyun/kernel/server';
import { unit, unitRefusal } from './unit.contract.ts';

/** A unit as business sees it. */
export interface UnitRow {
  readonly id: string;
  readonly name: string;
  readonly status: 1 | 2;
  readonly lotIds: readonly string[];
  readonly validFrom: Date;
  readonly validUntil: Date | null;
  readonly hasPaidVisits: boolean;
  readonly hasFreeVehicles: boolean;
}

const COLUMNS = 'id, name, status, lot_ids, valid_from, valid_until, has_paid_visits, has_free_vehicles';

/** A unit whose lots the caller all sees. */
export async function requireUnit(tx: TenantTx, id: string): Promise<UnitRow> {
  const [row] = await tx.query<UnitRow>(`select ${COLUMNS} from unit where tenant_id = $1 and id = $2`, [
    tx.tenantId,
    id,
  ]);
  if (!row || !coversLots(tx.who, row.lotIds)) throw notFound(tx.who, unit.title);
  return row;
}

/** A unit, and whether the caller manages its accounts. */
type OwnUnit = UnitRow & { readonly isManager: boolean };

/** The unit of the caller's own account; null where it belongs to none. */
export async function findOwnUnit(tx: TenantTx): Promise<OwnUnit | null> {
  const [row] = await tx.query<OwnUnit>(
    `select u.id, u.name, u.status, u.lot_ids, u.valid_from, u.valid_until, u.has_paid_visits, u.has_free_vehicles, a.is_manager
     from unit_account a join unit u on u.tenant_id = a.tenant_id and u.id = a.unit_id
     where a.tenant_id = $1 and a.account_id = $2`,
    [tx.tenantId, tx.who.userId],
  );
  return row ?? null;
}

/** The unit of the caller's own account. Refuses accounts of none. */
export async function requireOwnUnit(tx: TenantTx): Promise<OwnUnit> {
  const own = await findOwnUnit(tx);
  if (!own) throw new Refusal(unitRefusal['not-staff']);
  return own;
}

/** Returns why a unit can do nothing now; null where its contract is in force. */
export function whyClosed({ status, validFrom, validUntil }: UnitRow, now: Date): RefusalRule | null {
  const isInForce = status === 2 && validFrom <= now && (validUntil === null || validUntil > now);
  return isInForce ? null : unitRefusal['not-now'];
}

/** The condition that a row is of the unit of the caller's account. */
export const ofOwnUnit = (tx: TenantTx, alias: string): Sql =>
  sql`${piece(alias)}.unit_id = (select unit_id from unit_account where tenant_id = ${tx.tenantId} and account_id = ${tx.who.userId})`;

/** The condition that a row's unit has one of the caller's lots. */
export const ofUnitLots = (alias: string): string =>
  `exists (select from unit u where u.tenant_id = ${alias}.tenant_id and u.id = ${alias}.unit_id and u.lot_ids && ?::uuid[])`;

/** Spots of units, taken ones, cars and debts. */
export interface UnitFigures {
  readonly id: string;
  readonly spotCount: number;
  readonly takenCount: number;
  readonly vehicleCount: number;
  readonly owedFen: number;
}

/** Returns what units have and owe, by their ids. */
export async function figuresOf(tx: TenantTx, unitIds: readonly string[]): Promise<ReadonlyMap<string, UnitFigures>> {
  const rows = await tx.query<UnitFigures>(
    `select u.id, q.spots as "spotCount", q.taken as "takenCount", v.cars as "vehicleCount", b.owed as "owedFen"
     from unnest($2::uuid[]) as u(id)
     cross join lateral (
       select coalesce(sum(spots), 0)::int as spots, coalesce(sum((select count(*) from stay_fact s
         where s.tenant_id = $1 and s.list_entry_id = unit_quota.id and s.parking_state = 'inside')), 0)::int as taken
       from unit_quota where tenant_id = $1 and unit_id = u.id) q
     cross join lateral (
       select count(distinct plate)::int as cars from unit_vehicle where tenant_id = $1 and unit_id = u.id
         and valid_from <= $3 and (valid_until is null or valid_until > $3)) v
     cross join lateral (
       select coalesce(sum(amount_fen - credit_fen - paid_fen), 0)::bigint as owed from unit_bill
       where tenant_id = $1 and unit_id = u.id) b`,
    [tx.tenantId, unitIds, tx.now],
  );
  return new Map(rows.map((one) => [one.id, one]));
}

/** A lot of a unit with its spots. */
export interface UnitPlace {
  readonly lotId: string;
  readonly lotName: string;
  readonly spots: number;
  readonly taken: number;
}

/** Returns the lots in which a unit has spots, by name. */
export function placesOf(tx: TenantTx, unitId: string): Promise<UnitPlace[]> {
  return tx.query<UnitPlace>(
    `select q.lot_id, l.name as "lotName", q.spots, (select count(*)::int from stay_fact s
       where s.tenant_id = q.tenant_id and s.list_entry_id = q.id and s.parking_state = 'inside') as taken
     from unit_quota q join lot_fact l on l.tenant_id = q.tenant_id and l.id = q.lot_id
     where q.tenant_id = $1 and q.unit_id = $2 order by l.name`,
    [tx.tenantId, unitId],
  );
}
