import type { Client } from 'pg';
import { expect } from 'vitest';
import { onRole } from './ground.ts';
import { noting, type Statement } from './statement-log.ts';

/** A table or partition of more rows than this is not to be read from end to end. */
const FEW_ROWS = 1000;

/** A node of a plan, as `explain (format json)` shows it. */
interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** The plans of statements, each explained in its own transaction as the product would plan it, with its text. */
export async function explain(
  databaseUrl: string,
  statements: readonly Statement[],
  role = 'boyun_app',
): Promise<(Plan & { text: string })[]> {
  const plans: (Plan & { text: string })[] = [];
  await onRole(databaseUrl, role, async (client) => {
    for (const { text, values } of statements) {
      if (/^(select|with|update|delete|insert)\b/i.test(text.trim())) {
        const { rows } = await client.query(`explain (format json) ${text}`, [...values]);
        plans.push({ ...(rows[0]['QUERY PLAN'][0].Plan as Plan), text });
      } else if (text.startsWith('begin')) await client.query(text.replace('read only', ''));
    }
    await client.query('rollback');
  });
  return plans;
}

/** Visits a node and all below it. */
export function walk(node: Plan, visit: (node: Plan) => void): void {
  visit(node);
  for (const child of node.Plans ?? []) walk(child, visit);
}

/** Analyzes all tables and returns the large ones. Fewer samples tell as well which index is read, and there are two thousand tables. */
export async function findLarge(client: Client): Promise<ReadonlySet<string>> {
  await client.query('set default_statistics_target = 20; analyze');
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and reltuples > $1`,
    [FEW_ROWS],
  );
  return new Set(rows.map((one) => one.name));
}

/** Large tables that statements read from end to end, each with its statement. */
export async function findScans(
  { databaseUrl, large }: { readonly databaseUrl: string; readonly large: ReadonlySet<string> },
  statements: readonly Statement[],
  role = 'boyun_app',
): Promise<string[]> {
  const scans: string[] = [];
  for (const plan of await explain(databaseUrl, statements, role))
    walk(plan, (node) => {
      if (node['Node Type'] === 'Seq Scan' && large.has(node['Relation Name'] ?? ''))
        scans.push(`${node['Relation Name']}: ${plan.text}`);
    });
  return scans;
}

/** Whether a statement counts rows and stops at ten thousand. */
export const isBoundedCount = ({ text, values }: Statement): boolean =>
  /limit \$\d+\) as counted/.test(text) && values.at(-1) === 10_001;

/** What the first page of a list reads, but for its size. */
export async function readingsOf(
  call: (path: string, body: object) => Promise<unknown>,
  path: string,
  body: object,
): Promise<Statement[]> {
  const statements = await noting(() => call(path, { Page: 1, PerPage: 20, ...body }));
  // Counting stops at ten thousand rows; reading that many of a table from its beginning is no harm.
  const pages = statements.filter((one) => !isBoundedCount(one) && !one.text.startsWith('explain'));
  expect(pages.length).toBeGreaterThan(1);
  return pages;
}
