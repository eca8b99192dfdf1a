import { createHash } from 'node:crypto';

/** A page of a list: its number, counted from 1, and its size in rows. */
export interface Page {
  readonly page: number;
  readonly perPage: number;
}

/**
 * Runs SQL; rows have the columns in camel case (`lot_id` is `lotId`). With `page`, only that page of the rows is read; the text must then
 * end where `limit` may follow.
 */
export type Query = <T = Record<string, unknown>>(
  text: string,
  values?: readonly unknown[],
  page?: Page,
) => Promise<T[]>;

/** A statement as it is sent. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Returns the statement that reads one page: its limits are parameters, so that all pages of a list share one text. */
export function statementOf(text: string, values: readonly unknown[] = [], page?: Page): Statement {
  if (!page) return { text, values };
  const place = values.length;
  return {
    text: `${text} limit $${place + 1} offset $${place + 2}`,
    values: [...values, page.perPage, (page.page - 1) * page.perPage],
  };
}

/**
 * Names of prepared statements, for at most `limit` different texts. A prepared statement stays in the memory of every connection that has
 * run it; texts beyond the limit get no name and are planned on each execution.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns the name of a text; undefined when it is not to be prepared. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known || this.#names.size >= this.#limit) return known;
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
    this.#names.set(text, name);
    return name;
  }
}
