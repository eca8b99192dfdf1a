import type { TenantTx } from './database.ts';
import type { Kernel } from './kernel.ts';
import type { Sweep } from './module.ts';
import { sweepFound } from './sweep-tenants.ts';
import { systemWho } from './who.ts';

/** Plates examined in one transaction. */
const BATCH = 500;

/**
 * Forgets plates that no searched table has any more. Triggers forget the plate of a row that is deleted or masked, but not those of a
 * month that is dropped as a whole.
 */
export const gonePlates: Sweep = {
  name: 'gone-plates',
  everySeconds: 24 * 3600,
  async run(kernel) {
    await sweepFound(kernel, { sql: 'select id as "tenantId" from tenant' }, async ({ tenantId }) => {
      const isGone = await kernel.database.inTenant(systemWho(tenantId), goneCondition);
      let after: string | null = '';
      while (after !== null) after = await forgetBatch(kernel, tenantId, isGone, after);
    });
  },
};

/** The condition that no searched table has the plate of `b`. */
async function goneCondition(tx: TenantTx): Promise<string> {
  const searched = await tx.query<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = 'note_plate' and tgparentid = 0 order by 1`,
  );
  return searched
    .map(({ name }) => `not exists (select from ${name} r where r.tenant_id = $1 and r.plate = b.plate)`)
    .join(' and ');
}

/** Examines the plates after one, in order; returns the last of them, null at the end. */
function forgetBatch(kernel: Kernel, tenantId: number, isGone: string, after: string): Promise<string | null> {
  return kernel.database.inTenant(systemWho(tenantId), async (tx) => {
    const [row] = await tx.query<{ last: string | null; count: number }>(
      `with batch as (
         select plate from plate_tail where tenant_id = $1 and tail = plate and tail > $2 order by tail limit $3
       ), gone as (
         select b.plate, tail from batch b cross join lateral plate_tails(b.plate) as tail where ${isGone}
       ), forgotten as (
         delete from plate_tail t using gone g where t.tenant_id = $1 and t.tail = g.tail and t.plate = g.plate
       )
       select max(plate collate "C") as last, count(*) as count from batch`,
      [tenantId, after, BATCH],
    );
    return row!.count < BATCH ? null : row!.last;
  });
}
