import { type Query, statementOf } from './statement.ts';

const COUNT = /^\s*select count\(\*\)/;

/**
 * Reads from a snapshot, which does not change: all pages of one list come from one cursor, so that the last page costs no
 * more than the first, and rows are counted once.
 */
export function readingSnapshot(ask: Query): Query {
  const cursors = new Map<string, { readonly name: string; at: number }>();
  const counts = new Map<string, Promise<unknown[]>>();
  const countOnce = (text: string, values: readonly unknown[]) => {
    const key = JSON.stringify([text, values]);
    const counted = counts.get(key) ?? ask(text, values);
    counts.set(key, counted);
    return counted;
  };
  const read = async (...[text, values = [], page]: Parameters<Query>): Promise<unknown[]> => {
    if (!page) return COUNT.test(text) ? countOnce(text, values) : ask(text, values);
    const offset = (page.page - 1) * page.perPage;
    const key = JSON.stringify([text, values]);
    let cursor = cursors.get(key);
    if (!cursor) {
      cursor = { name: `list_${cursors.size + 1}`, at: 0 };
      cursors.set(key, cursor);
      await ask(`declare ${cursor.name} no scroll cursor for ${text}`, values);
    }
    if (offset < cursor.at) {
      // A cursor does not go back.
      const earlier = statementOf(text, values, page);
      return ask(earlier.text, earlier.values);
    }
    if (offset > cursor.at) await ask(`move forward ${offset - cursor.at} from ${cursor.name}`);
    cursor.at = offset + page.perPage;
    return ask(`fetch forward ${page.perPage} from ${cursor.name}`);
  };
  return read as Query;
}
