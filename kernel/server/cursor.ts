import type { Query } from './statement.ts';

/** Reads the rows of one query in batches, from a cursor: it runs once, and only one batch is in memory. */
export type Stream = <T = Record<string, unknown>>(text: string, values?: readonly unknown[]) => AsyncGenerator<T[]>;

/** Rows of a batch. */
const BATCH_ROWS = 1000;

/** Returns the function that reads from cursors of one transaction. */
export function cursorOf(query: Query): Stream {
  let count = 0;
  return async function* stream<T>(text: string, values: readonly unknown[] = []) {
    count += 1;
    const name = `rows_${count}`;
    // All rows are read: the plan need not bring the first ones early.
    await query('set local cursor_tuple_fraction = 1');
    await query(`declare ${name} no scroll cursor for ${text}`, values);
    for (;;) {
      const rows = await query<T>(`fetch forward ${BATCH_ROWS} from ${name}`);
      if (rows.length > 0) yield rows;
      if (rows.length < BATCH_ROWS) break;
    }
    await query(`close ${name}`);
  };
}
