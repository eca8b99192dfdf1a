import type { Page, Query, Statement } from './statement.ts';

/** A piece of SQL with the values of its parameters. A piece used twice in a statement has one set of parameters. */
export class Sql {
  /** SQL around the values: one text more than values. */
  readonly texts: readonly string[];
  readonly values: readonly unknown[];

  constructor(texts: readonly string[], values: readonly unknown[] = []) {
    this.texts = texts;
    this.values = values;
  }
}

/** SQL without values, or with them. */
export type Expression = string | Sql;

/** Returns SQL whose interpolated values become parameters; interpolated pieces of SQL become part of it. */
export function sql(texts: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  return new Sql(texts, values);
}

/** Returns an expression as a piece of SQL. */
export function piece(expression: Expression): Sql {
  return typeof expression === 'string' ? new Sql([expression]) : expression;
}

/** Returns a condition written with `?` for a value; every `?` stands for the same parameter. */
export function withValue(condition: string, value: unknown): Sql {
  const texts = condition.split('?');
  const one = new Sql(['', ''], [value]);
  return new Sql(
    texts,
    texts.slice(1).map(() => one),
  );
}

/** Joins pieces of SQL with a text between them. */
export function joined(pieces: readonly Expression[], between: string): Sql {
  if (pieces.length === 0) return new Sql(['']);
  return new Sql(['', ...pieces.slice(1).map(() => between), ''], pieces.map(piece));
}

/** Returns the text of a piece of SQL with numbered parameters, and their values. */
export function statementFrom(whole: Sql): Statement {
  const places = new Map<Sql, number[]>();
  const values: unknown[] = [];
  const textOf = (one: Sql): string => {
    const known = places.get(one) ?? [];
    places.set(one, known);
    let text = one.texts[0]!;
    for (const [index, value] of one.values.entries()) {
      if (value instanceof Sql) text += textOf(value);
      else {
        known[index] ??= values.push(value);
        text += `$${known[index]}`;
      }
      text += one.texts[index + 1]!;
    }
    return text;
  };
  return { text: textOf(whole), values };
}

/** Runs a piece of SQL as a statement of its own; with `page`, returns that page of its rows. */
export function runSql<T = Record<string, unknown>>(
  { query }: { readonly query: Query },
  whole: Sql,
  page?: Page,
): Promise<T[]> {
  const { text, values } = statementFrom(whole);
  return query<T>(text, values, page);
}
