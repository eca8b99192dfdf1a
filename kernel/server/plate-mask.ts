import type { TenantTx } from './database.ts';

/** Replaces everything after the first two characters of a masked plate. */
export const PLATE_MASK = '****';

/** Masks a plate so that it identifies no car; its province and city stay, for statistics. */
function maskedPlate(plate: string): string {
  return plate.slice(0, 2) + PLATE_MASK;
}

/** A row whose columns and events name a plate, and what replaces the plate there. */
export interface PlateMask {
  readonly id: string;
  readonly plate: string;
  readonly mask: string;
}

/** Returns how the plate of a row is masked. */
export function plateMaskOf({ id, plate }: { readonly id: string; readonly plate: string }): PlateMask {
  return { id, plate, mask: maskedPlate(plate) };
}

/** The columns that contain plates, for `maskPlateRows`. */
interface MaskedTable {
  readonly table: string;
  /** The column that holds the ids the masks are given for. */
  readonly idColumn: string;
  /** Text columns in which the plate may occur, besides the column `plate`. */
  readonly textColumns?: readonly string[];
  /** Further assignments in SQL; `t` is the row, `r.plate` its plate and `r.mask` what replaces it. */
  readonly assignments?: string;
}

/** Masks the plates in the rows of a table that belong to the given ids. Returns the masks by the ids of these rows. */
export function maskPlateRows(
  tx: TenantTx,
  { table, idColumn, textColumns = [], assignments }: MaskedTable,
  masks: readonly PlateMask[],
): Promise<PlateMask[]> {
  const changes = [
    'plate = r.mask',
    ...textColumns.map((column) => `${column} = replace(t.${column}, r.plate, r.mask)`),
    ...(assignments ? [assignments] : []),
  ];
  return tx.query<PlateMask>(
    `update ${table} t set ${changes.join(', ')} from unnest($2::uuid[], $3::text[], $4::text[]) as r(id, plate, mask)
     where t.tenant_id = $1 and t.${idColumn} = r.id returning t.id, r.plate, r.mask`,
    [tx.tenantId, ...columnsOf(masks)],
  );
}

/** Masks the plates in the events of rows. */
export async function maskPlateEvents(tx: TenantTx, masks: readonly PlateMask[]): Promise<void> {
  await tx.query('select redact_events($1, $2, $3)', columnsOf(masks));
}

function columnsOf(masks: readonly PlateMask[]): string[][] {
  return [masks.map((one) => one.id), masks.map((one) => one.plate), masks.map((one) => one.mask)];
}
