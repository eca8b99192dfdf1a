import type { TenantTx } from '@boyun/kernel/server';
import type { PlaceKind } from './place-code.contract.ts';

/** A valid fixed code with its place. */
export interface PlaceCode {
  readonly id: string;
  readonly code: string;
  readonly kind: PlaceKind;
  readonly lotId: string;
  readonly placeId: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** SQL of the name of a code's place; null where the place is gone. */
export const PLACE_NAME = `case c.kind
  when 'lot' then (select l.name from lot_fact l where l.tenant_id = c.tenant_id and l.id = c.place_id)
  when 'lane' then (select l.name from lane_fact l where l.tenant_id = c.tenant_id and l.id = c.place_id)
  else (select s.number from spot_fact s where s.tenant_id = c.tenant_id and s.id = c.place_id) end`;

const COLUMNS = `c.id, c.code, c.kind, c.lot_id, c.place_id, c.created_at, ${PLACE_NAME} as name`;

/** Returns the valid codes of the places of a lot, or of one of them: the lot first, then lanes and spots by name. */
export async function findPlaceCodes(
  tx: TenantTx,
  { lotId, kind, placeId }: { lotId: string; kind: PlaceKind | null; placeId: string | null },
  limit: number,
): Promise<PlaceCode[]> {
  return tx.query<PlaceCode>(
    `select * from (select ${COLUMNS} from place_code c
       where c.tenant_id = $1 and c.lot_id = $2 and c.ended_at is null
         and ($3::text is null or c.kind = $3) and ($4::uuid is null or c.place_id = $4)) found
     where name is not null order by array_position(array['lot', 'lane', 'spot'], kind), name, id limit $5`,
    [tx.tenantId, lotId, kind, placeId, limit],
  );
}

/** Returns the places of a lot that have no code. */
export async function findUncoded(
  tx: TenantTx,
  { lotId, kind, placeId }: { lotId: string; kind: PlaceKind | null; placeId: string | null },
  limit: number,
): Promise<{ kind: PlaceKind; placeId: string }[]> {
  return tx.query(
    `select p.kind, p.id as place_id from (
       select 'lot' as kind, id from lot_fact where tenant_id = $1 and id = $2
       union all select 'lane', id from lane_fact where tenant_id = $1 and lot_id = $2
       union all select 'spot', id from spot_fact where tenant_id = $1 and lot_id = $2) p
     where ($3::text is null or p.kind = $3) and ($4::uuid is null or p.id = $4)
       and not exists (select from place_code c where c.tenant_id = $1 and c.place_id = p.id and c.ended_at is null)
     limit $5`,
    [tx.tenantId, lotId, kind, placeId, limit],
  );
}

/** Gives places their codes; a place that has got one meanwhile keeps it. */
export async function insertPlaceCodes(
  tx: TenantTx,
  lotId: string,
  rows: readonly { readonly kind: PlaceKind; readonly placeId: string; readonly code: string }[],
): Promise<void> {
  await tx.query(
    `insert into place_code (tenant_id, id, code, kind, lot_id, place_id, created_at)
     select $1, n.id, n.code, n.kind, $2, n.place, $3
     from unnest($4::uuid[], $5::text[], $6::text[], $7::uuid[]) as n(id, code, kind, place)
     on conflict (tenant_id, place_id) where ended_at is null do nothing`,
    [
      tx.tenantId,
      lotId,
      tx.now,
      rows.map(() => tx.newId()),
      rows.map((one) => one.code),
      rows.map((one) => one.kind),
      rows.map((one) => one.placeId),
    ],
  );
}

/** Returns a valid code by its id, locked; null where there is none. */
export async function lockPlaceCode(tx: TenantTx, id: string): Promise<PlaceCode | null> {
  const [row] = await tx.query<PlaceCode>(
    `select ${COLUMNS} from place_code c where c.tenant_id = $1 and c.id = $2 and c.ended_at is null for update`,
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** Ends a code: who scans it from now on is told that it is invalid. */
export async function endPlaceCode(tx: TenantTx, id: string): Promise<void> {
  await tx.query('update place_code set ended_at = $3 where tenant_id = $1 and id = $2', [tx.tenantId, id, tx.now]);
}

/** Returns a valid code as drivers scan it, locked where a look-up follows, so that its look-ups are counted one after the other. */
export async function findScanned(tx: TenantTx, code: string, isLocked: boolean): Promise<PlaceCode | null> {
  const [row] = await tx.query<PlaceCode>(
    `select ${COLUMNS} from place_code c
     where c.tenant_id = $1 and c.code = $2 and c.ended_at is null${isLocked ? ' for no key update' : ''}`,
    [tx.tenantId, code],
  );
  return row?.name == null ? null : row;
}

/** Counts the look-ups since a moment that limits apply to: by the code, by the plate in its lot, and those of the address without a result. */
export async function countLookups(
  tx: TenantTx,
  { id, lotId }: PlaceCode,
  { plate, address }: { readonly plate: string; readonly address: string },
  since: Date,
): Promise<{ byCode: number; byPlate: number; missesByAddress: number }> {
  const [row] = await tx.query<{ byCode: number; byPlate: number; missesByAddress: number }>(
    `select
       (select count(*)::int from stay_lookup where tenant_id = $1 and place_code_id = $2 and at > $6) as "byCode",
       (select count(*)::int from stay_lookup
        where tenant_id = $1 and lot_id = $3 and plate = $4 and at > $6) as "byPlate",
       (select count(*)::int from stay_lookup
        where tenant_id = $1 and address = $5 and at > $6 and order_id is null) as "missesByAddress"`,
    [tx.tenantId, id, lotId, plate, address, since],
  );
  return row!;
}

/** Writes a look-up down; with the pass that its result is paid by. */
export async function insertLookup(
  tx: TenantTx,
  { id, lotId }: PlaceCode,
  lookup: {
    readonly plate: string;
    readonly address: string;
    readonly orderId: string | null;
    readonly passCode: string | null;
  },
): Promise<void> {
  await tx.query(
    `insert into stay_lookup (tenant_id, id, at, place_code_id, lot_id, address, plate, order_id, pass_code)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tx.tenantId, tx.newId(), tx.now, id, lotId, lookup.address, lookup.plate, lookup.orderId, lookup.passCode],
  );
}

/** Returns the pay codes of the stays of a plate in a lot that may be due: that of the car inside first, then of debts there. */
export function findPayable(tx: TenantTx, lotId: string, plate: string): Promise<{ payCode: string }[]> {
  return tx.query(
    `select pay_code from (
       (select o.pay_code, o.id, 0 as rank from car_inside_fact c
        join stay_fact o on o.tenant_id = c.tenant_id and o.id = c.order_id
        where c.tenant_id = $1 and c.lot_id = $2 and c.plate = $3)
       union all
       (select o.pay_code, o.id, 1 from stay_fact o
        where o.tenant_id = $1 and o.plate = $3 and o.lot_id = $2 and o.pay_state = 'arrears'
        order by o.id limit 1)) found
     order by rank, id limit 2`,
    [tx.tenantId, lotId, plate],
  );
}
