/** Names of columns and the keys they have in rows. There are as many as columns in the schema and aliases in statements. */
const keys = new Map<string, string>();

/** Returns the key of a column in a row: `lot_id` becomes `lotId`, a name without an underscore stays as it is. */
export function rowKey(column: string): string {
  let key = keys.get(column);
  if (key === undefined) {
    key = column.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    keys.set(column, key);
  }
  return key;
}

/** A result as the driver returns it in its row mode `array`; statements sent together have several, none of which is read. */
export interface ValuesResult {
  readonly fields?: readonly { readonly name: string }[];
  readonly rows?: readonly (readonly unknown[])[];
}

/** Returns the rows of a result as objects with the columns' keys. */
export function rowsOf<T>({ fields = [], rows = [] }: ValuesResult): T[] {
  const names = fields.map((one) => rowKey(one.name));
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at += 1) row[names[at]!] = values[at];
    return row as T;
  });
}
