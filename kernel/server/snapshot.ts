type Ask = <T = Record<string, unknown>>(text: string, values?: readonly unknown[]) => Promise<T[]>;

const PAGE = /^(.+?)\s+limit (\d+) offset (\d+)\s*$/s;
const COUNT = /^\s*select count\(\*\)/;

/**
 * What is asked of a snapshot, which does not change: the pages of one list (`… limit n offset m`) come from one cursor, so
 * that the last page costs no more than the first, and rows are counted once. `plain` asks without keeping the statement:
 * every cursor has a name of its own.
 */
export function readingSnapshot(ask: Ask, plain: Ask): Ask {
  const cursors = new Map<string, { readonly name: string; at: number }>();
  const counts = new Map<string, Promise<unknown[]>>();
  const read = async (text: string, values: readonly unknown[] = []): Promise<unknown[]> => {
    const [, list, rows, before] = PAGE.exec(text) ?? [];
    if (list === undefined) {
      if (!COUNT.test(text)) return ask(text, values);
      const key = JSON.stringify([text, values]);
      const counted = counts.get(key) ?? ask(text, values);
      counts.set(key, counted);
      return counted;
    }
    const [limit, offset] = [Number(rows), Number(before)];
    const key = JSON.stringify([list, values]);
    let cursor = cursors.get(key);
    if (!cursor) {
      cursor = { name: `list_${cursors.size + 1}`, at: 0 };
      cursors.set(key, cursor);
      await plain(`declare ${cursor.name} no scroll cursor for ${list}`, values);
    }
    // A cursor does not go back.
    if (offset < cursor.at) return ask(text, values);
    if (offset > cursor.at) await plain(`move forward ${offset - cursor.at} from ${cursor.name}`);
    cursor.at = offset + limit;
    return plain(`fetch forward ${limit} from ${cursor.name}`);
  };
  return read as Ask;
}
