import { parseYuan } from '@boyun/domain/money';
import { systemWho } from '@boyun/kernel/server';
import type { TestServer, TestUser } from './server.ts';

/** One level of an approval flow, as the calls name its fields. */
export interface TestFlow {
  readonly Kind: string;
  readonly Level?: number;
  readonly Role?: string;
  readonly AmountFrom?: string;
  readonly IsEnabled?: boolean;
}

/**
 * Writes a level of an approval flow as a fixture, or replaces it: a change through the calls needs a second administrator
 * or a day.
 */
export async function setFlow(
  server: Pick<TestServer, 'product'>,
  { tenantId }: Pick<TestUser, 'tenantId'>,
  flow: TestFlow,
) {
  const { Kind, Level = 1, Role = null, AmountFrom = '0.00', IsEnabled = true } = flow;
  await server.product.kernel.database.inTenant(systemWho(tenantId), (tx) =>
    tx.query(
      `insert into review_flow (tenant_id, id, created_at, updated_at, kind, level, role, amount_from_fen, is_enabled)
       values ($1, $2, $3, $3, $4, $5, $6, $7, $8)
       on conflict (tenant_id, kind, level) do update
         set role = $6, amount_from_fen = $7, is_enabled = $8, version = review_flow.version + 1`,
      [tx.tenantId, tx.newId(), tx.now, Kind, Level, Role, parseYuan(AmountFrom), IsEnabled],
    ),
  );
}

/** Takes the flow of a kind away. */
export async function dropFlow(
  server: Pick<TestServer, 'product'>,
  { tenantId }: Pick<TestUser, 'tenantId'>,
  kind: string,
) {
  await server.product.kernel.database.inTenant(systemWho(tenantId), (tx) =>
    tx.query('delete from review_flow where tenant_id = $1 and kind = $2', [tx.tenantId, kind]),
  );
}
