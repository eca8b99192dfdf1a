import { maskPlateEvents, maskPlateRows, PLATE_MASK, plateMaskOf } from './plate-mask.ts';
import { progressOf, type RetainedKind } from './retention.ts';
import { systemWho } from './who.ts';

/** A table whose rows name plates for as long as something holds. */
interface PlateTable {
  /** Identifies the table among those of the kind. */
  readonly part: string;
  readonly table: string;
  /** The column with the instant after which a row only tells of the past. */
  readonly endColumn: string;
  /** The column with the mobile of a row's person, where it has one: emptied along with the plate, also of rows without a plate. */
  readonly mobileColumn?: string;
}

/** Returns a kind that masks the plates of rows that are older than the term and have ended, with what their events say of them. */
export function retainedPlates({ part, table, endColumn, mobileColumn }: PlateTable): RetainedKind {
  const hasPlate = `plate not like '%${PLATE_MASK}'`;
  const isNamed = mobileColumn ? `(${hasPlate} or plate is null and ${mobileColumn} is not null)` : hasPlate;
  const assignments = mobileColumn && `${mobileColumn} = null`;
  return {
    key: 'strangerPlate',
    part,
    table,
    condition: isNamed,
    step: ({ database }, { tenantId, before, after, limit }) =>
      database.inTenant(systemWho(tenantId), async (tx) => {
        const rows = await tx.query<{ id: string; plate: string | null; isDue: boolean }>(
          `select id, plate, coalesce(${isNamed} and ${endColumn} < $2, false) as "isDue" from ${table}
           where tenant_id = $1 and id < first_uuid($2) and ($3::uuid is null or id > $3) order by id limit $4`,
          [tenantId, before, after, limit],
        );
        const masks = rows.flatMap(({ id, plate, isDue }) => (isDue && plate ? [plateMaskOf({ id, plate })] : []));
        const persons = rows.flatMap(({ id, plate, isDue }) => (isDue && !plate ? [id] : []));
        if (persons.length > 0)
          await tx.query(`update ${table} set ${assignments} where tenant_id = $1 and id = any($2::uuid[])`, [
            tenantId,
            persons,
          ]);
        if (masks.length > 0) {
          await maskPlateRows(tx, { table, idColumn: 'id', ...(assignments ? { assignments } : {}) }, masks);
          await maskPlateEvents(tx, masks);
        }
        return progressOf(rows, limit, masks.length + persons.length);
      }),
  };
}
