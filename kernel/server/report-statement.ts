import { choiceValues, type Field, type Fields } from '../contract/field.ts';
import { type Report, readSort } from '../contract/operation.ts';
import type { FilterRule, ReportContext, ReportQuery } from './report.ts';
import { withinPeriod } from './report.ts';
import { quoted } from './resource-row.ts';
import { type Expression, joined, piece, type Sql, sql, withValue } from './sql.ts';

const DAY_MS = 86_400_000;

/** Returns the SQL of a resource's name for an id; null for an unknown resource. */
export type NameOf = (field: Field, id: Expression) => Sql | null;

/** How the names of figures over all groups begin. */
export const OVER_ALL = 'all:';

/** The statements of one call of a report. */
export class ReportStatements<T extends Report = Report> {
  readonly #query: ReportQuery<T>;
  readonly #context: ReportContext<T>;
  readonly #fields: Fields;
  readonly #nameOf: NameOf;

  constructor(query: ReportQuery<T>, context: ReportContext<T>, fields: Fields, nameOf: NameOf) {
    this.#query = query;
    this.#context = context;
    this.#fields = fields;
    this.#nameOf = nameOf;
  }

  /** Reads rows in an order. */
  rows(sort: string | null): Sql {
    const { columnJoins } = this.#query;
    const columns = [...this.#columns()].map(([key, column]) => sql`${column} as ${piece(`"${key}"`)}`);
    return sql`select ${joined(columns, ', ')} ${this.#from(columnJoins)} order by ${this.#order(sort)}`;
  }

  /**
   * Reads groups in an order, each with the number of all groups and the totals over them, under names that begin with `OVER_ALL`: what is
   * grouped is read once.
   */
  groups(sort: string | null): Sql {
    const { columnJoins, totals = {} } = this.#query;
    const columns = [...this.#columns()].map(([key, column]) => sql`${column} as ${piece(`"${key}"`)}`);
    const sums = Object.entries(totals).map(
      ([key, value]) => sql`coalesce(sum(${piece(value)}) over (), 0)::bigint as ${piece(`"${OVER_ALL}${key}"`)}`,
    );
    const figures = [...columns, piece(`count(*) over () as "${OVER_ALL}total"`), ...sums];
    return sql`select ${joined(figures, ', ')} ${this.#from(columnJoins)} order by ${this.#order(sort)}`;
  }

  /** Counts rows up to a limit and sums the totals over them. */
  count(limit: number, hasTotals: boolean): Sql {
    const totals = hasTotals ? Object.entries(this.#query.totals ?? {}) : [];
    const sums = totals.map(([key]) => piece(`, coalesce(sum("${key}"), 0)::bigint as "${key}"`));
    const parts = totals.map(([key, value]) => sql`${piece(value)} as ${piece(`"${key}"`)}`);
    const inner = parts.length > 0 ? joined(parts, ', ') : piece('1');
    return sql`select count(*) as total${joined(sums, '')} from (select ${inner} ${this.#from()} limit ${limit}) as counted`;
  }

  /** Asks PostgreSQL how many rows it expects. */
  estimate(): Sql {
    return sql`explain (format json) select 1 ${this.#from()}`;
  }

  /** Computes the aggregates that leave some filters aside; null without any. */
  aggregates(): Sql | null {
    const { aggregates } = this.#query;
    if (!aggregates) return null;
    const values = Object.entries(aggregates.of).map(([key, value]) => sql`${piece(value)} as ${piece(`"${key}"`)}`);
    const kept = this.#where((aggregates.without ?? []) as string[]);
    const more = aggregates.where ? sql` and ${piece(aggregates.where)}` : piece('');
    return sql`select ${joined(values, ', ')} ${this.#source()} where ${kept}${more}`;
  }

  /** The rows before grouping: `from … where …`. */
  selection(): Sql {
    return sql`${this.#source()} where ${this.#where()}`;
  }

  #source(more?: Expression): Sql {
    const { from, as, joins } = this.#query;
    return joined([sql`from ${piece(from)} ${piece(as)}`, ...(joins ? [joins] : []), ...(more ? [more] : [])], ' ');
  }

  #from(more?: Expression): Sql {
    const { groupBy, having } = this.#query;
    const grouped = groupBy ? sql` group by ${piece(groupBy)}` : piece('');
    const kept = having ? sql` having ${piece(having)}` : piece('');
    return sql`${this.#source(more)} where ${this.#where()}${grouped}${kept}`;
  }

  #where(without: readonly string[] = []): Sql {
    const { as, tenant = `${as}.tenant_id`, lot, own, where = [], filters = {}, period } = this.#query;
    const { who, filters: given } = this.#context;
    const conditions: Expression[] = [];
    if (tenant) conditions.push(withValue(`${tenant} = ?`, who.tenantId));
    if (lot && who.lotIds !== null)
      conditions.push(withValue(lot.includes('?') ? lot : `${lot} = any(?::uuid[])`, who.lotIds));
    if (own && who.isOwnOnly) conditions.push(typeof own === 'string' ? withValue(own, who.userId) : own);
    conditions.push(...where);
    const values = given as Readonly<Record<string, unknown>>;
    for (const [key, value] of Object.entries(values)) {
      const rule = (filters as Readonly<Record<string, FilterRule>>)[key];
      if (rule === null || value === null || value === undefined || without.includes(key)) continue;
      if (key === 'plate' && Array.isArray(value)) conditions.push(anyOf(rule ?? `${as}.plate = ?`, value));
      else if (rule === undefined && period && (key === 'from' || key === 'to'))
        conditions.push(...withinPeriod(period, { [key]: value as Date }));
      else conditions.push(...conditionOf(rule ?? `${as}.${quoted(key)} = ?`, value));
    }
    conditions.push(...this.#usualPeriod(values));
    return conditions.length > 0 ? joined(conditions, ' and ') : piece('true');
  }

  /** The condition for the time that is read where the caller names no beginning. */
  #usualPeriod({ from, to }: Readonly<Record<string, unknown>>): Sql[] {
    const { period, usualDays } = this.#query;
    if (!period || !usualDays || from) return [];
    const end = (to as Date | null | undefined) ?? this.#context.tx.now;
    return withinPeriod(period, { from: new Date(end.getTime() - usualDays * DAY_MS) });
  }

  #columns(): Map<string, Sql> {
    const { as, columns = {}, extra = {} } = this.#query;
    const found = new Map<string, Sql>();
    for (const key of Object.keys(this.#fields)) {
      const given = (columns as Readonly<Record<string, Expression | null>>)[key];
      if (given !== null) found.set(key, piece(given ?? `${as}.${quoted(key)}`));
    }
    for (const [key, value] of Object.entries(extra)) found.set(key, piece(value));
    return found;
  }

  #order(sort: string | null): Sql {
    const { order } = this.#query;
    const { key, isDescending } = readSort(sort);
    const field = this.#fields[key];
    if (!field) return piece(order);
    const given = (this.#query.sorts as Readonly<Record<string, Expression>> | undefined)?.[key];
    const column = this.#columns().get(key);
    if (!given && !column) throw new Error(`nothing says how to sort by ${key}`);
    const value = given ? piece(given) : this.#comparable(field, column!);
    const isFilled = !field.isOptional && (given !== undefined || !['reference', 'choice'].includes(field.kind));
    const direction = isDescending ? 'desc' : 'asc';
    // Only where a value may be missing: an index gives the plain order alone.
    return sql`${value} ${piece(isFilled ? direction : `${direction} nulls last`)}, ${piece(order)}`;
  }

  /** The sort expression of a column: names instead of ids, the declared order of choices. */
  #comparable(field: Field, column: Sql): Sql {
    if (field.kind === 'reference') return this.#nameOf(field, column) ?? column;
    if (field.kind !== 'choice') return column;
    const values = choiceValues(field.choices!).map(String);
    return sql`array_position(${values}::text[], (${column})::text)`;
  }
}

/** The condition that one of several values meets; none where the list is empty. */
function anyOf(rule: NonNullable<FilterRule>, values: readonly unknown[]): Expression {
  const each = values.flatMap((one) => conditionOf(rule, one));
  return each.length > 0 ? sql`(${joined(each, ' or ')})` : piece('false');
}

function conditionOf(rule: NonNullable<FilterRule>, value: unknown): Expression[] {
  if (typeof rule === 'string') return [withValue(rule, value)];
  const condition = rule(value as NonNullable<unknown>);
  return condition === null ? [] : [condition];
}

/** Returns the rows a report selects, `from … where …`, for further figures about them. */
export function selectionOf<T extends Report>(query: ReportQuery<T>, context: ReportContext<T>): Sql {
  return new ReportStatements(query, context, {}, () => null).selection();
}
