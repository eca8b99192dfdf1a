import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Ingress, Kernel } from '@boyun/kernel/server';

const VALID_MS = 10 * 60_000;
const BATCH = 1000;
const PURPOSE = 'tenant-export';
/** What would let somebody in stays here. */
const SECRET = /hash|secret|sealed|token/;

/** An address that gives the rows of a tenant for ten minutes. */
export function exportAddress(kernel: Pick<Kernel, 'secrets' | 'clock'>, tenantId: number): string {
  const expires = kernel.clock.now().getTime() + VALID_MS;
  return `/api/tenantExport/${tenantId}?e=${expires}&s=${kernel.secrets.sign(PURPOSE, `${tenantId} ${expires}`)}`;
}

/** All rows of a tenant, one line of JSON each: `{"table":"lot","row":{…}}`, read as of one moment. */
async function* linesOf(kernel: Pick<Kernel, 'database'>, tenantId: number): AsyncGenerator<string> {
  const client = await kernel.database.connect();
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const tables = await client.query<{ name: string; columns: string[] }>(
      `select c.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
       from information_schema.columns c
       join pg_class k on k.relname = c.table_name and k.relnamespace = 'public'::regnamespace
         and k.relkind in ('r', 'p') and not k.relispartition
       where c.table_schema = 'public' group by 1 having bool_or(c.column_name = 'tenant_id') order by 1`,
    );
    const lineOf = (table: string, row: unknown) => `${JSON.stringify({ table, row })}\n`;
    const own = await client.query('select to_jsonb(t) as row from tenant t where id = $1', [tenantId]);
    for (const { row } of own.rows) yield lineOf('tenant', row);
    for (const { name, columns } of tables.rows) {
      const shown = columns.filter((column) => !SECRET.test(column)).map((column) => `"${column}"`);
      await client.query(
        `declare rows no scroll cursor for
         select to_jsonb(r) as row from (select ${shown.join(', ')} from "${name}" where tenant_id = ${Number(tenantId)}) r`,
      );
      for (;;) {
        const { rows } = await client.query(`fetch ${BATCH} from rows`);
        if (rows.length === 0) break;
        yield rows.map(({ row }) => lineOf(name, row)).join('');
      }
      await client.query('close rows');
    }
  } finally {
    await client.end();
  }
}

/** Streams the rows of a tenant, packed; the memory it takes does not grow with them. */
export const tenantExport: Ingress = {
  name: 'tenant-export',
  access: 'public',
  prefix: '/api/tenantExport',
  mount(app, kernel) {
    app.get('/:id', async (request, reply) => {
      const { id } = request.params as { id: string };
      const { e = '', s = '' } = request.query as Record<string, string>;
      const isGood = /^\d{1,9}$/.test(id) && kernel.secrets.isSigned(PURPOSE, `${id} ${e}`, s);
      if (!isGood || Number(e) <= kernel.clock.now().getTime())
        return reply.code(404).send({ state: 'fail', data: null, message: '链接已失效 / The link has expired' });
      return reply
        .header('content-type', 'application/gzip')
        .header('content-disposition', `attachment; filename="tenant-${id}.ndjson.gz"`)
        .send(Readable.from(linesOf(kernel, Number(id))).pipe(createGzip()));
    });
  },
};
