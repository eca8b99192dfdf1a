import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import type { Ingress, Kernel } from '@boyun/kernel/server';
import { TAR_END, tarEntry } from './tar.service.ts';

const VALID_MS = 10 * 60_000;
const BATCH = 1000;
const PURPOSE = 'tenant-export';
/** What would let somebody in stays here. */
const SECRET = /hash|secret|sealed|token/;

/** An address that gives everything of a tenant for ten minutes. */
export function exportAddress(kernel: Pick<Kernel, 'secrets' | 'clock'>, tenantId: number): string {
  const expires = kernel.clock.now().getTime() + VALID_MS;
  return `/api/tenantExport/${tenantId}?e=${expires}&s=${kernel.secrets.sign(PURPOSE, `${tenantId} ${expires}`)}`;
}

type Exporting = Pick<Kernel, 'database' | 'files' | 'clock'>;

/** Everything of a tenant as an archive: its rows by table, a line of JSON each, read as of one moment; then its files. */
async function* archiveOf(kernel: Exporting, tenantId: number): AsyncGenerator<Buffer> {
  const now = kernel.clock.now();
  for await (const { table, part, lines } of rowsOf(kernel, tenantId))
    yield tarEntry(`rows/${table}/${String(part).padStart(6, '0')}.ndjson`, Buffer.from(lines), now);
  for await (const key of kernel.files.list(tenantId)) {
    // What was exported before is made of the same rows.
    if (key.startsWith(`${tenantId}/export/`)) continue;
    const file = await kernel.files.open(key);
    if (file) yield tarEntry(`files/${key.slice(key.indexOf('/') + 1)}`, await buffer(file), now);
  }
  yield TAR_END;
}

interface Part {
  readonly table: string;
  readonly part: number;
  readonly lines: string;
}

/** The rows of a tenant's tables, so many at a time. */
async function* rowsOf(kernel: Pick<Kernel, 'database'>, tenantId: number): AsyncGenerator<Part> {
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
    const linesOf = (rows: readonly { row: unknown }[]) => rows.map(({ row }) => `${JSON.stringify(row)}\n`).join('');
    const own = await client.query('select to_jsonb(t) as row from tenant t where id = $1', [tenantId]);
    yield { table: 'tenant', part: 1, lines: linesOf(own.rows) };
    for (const { name, columns } of tables.rows) {
      const shown = columns.filter((column) => !SECRET.test(column)).map((column) => `"${column}"`);
      await client.query(
        `declare rows no scroll cursor for
         select to_jsonb(r) as row from (select ${shown.join(', ')} from "${name}" where tenant_id = ${Number(tenantId)}) r`,
      );
      for (let part = 1; ; part += 1) {
        const { rows } = await client.query(`fetch ${BATCH} from rows`);
        if (rows.length === 0) break;
        yield { table: name, part, lines: linesOf(rows) };
      }
      await client.query('close rows');
    }
  } finally {
    await client.end();
  }
}

/** Streams everything of a tenant, packed; the memory it takes does not grow with it. */
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
        .header('content-disposition', `attachment; filename="tenant-${id}.tar.gz"`)
        .send(Readable.from(archiveOf(kernel, Number(id))).pipe(createGzip()));
    });
  },
};
