import { onRole } from './ground.ts';
import type { Statement } from './statement-log.ts';

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
