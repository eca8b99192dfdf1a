import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { addressOf, type Ingress, type Kernel, type Query } from '@boyun/kernel/server';
import { startDownload } from './export-consent.service.ts';
import { TAR_END, tarEntry } from './tar.service.ts';

const BATCH = 1000;
/** Columns that could grant access are not exported. */
const SECRET = /hash|secret|sealed|token/;

type Exporting = Pick<Kernel, 'database' | 'files' | 'clock'>;

/**
 * Streams everything of a tenant as an archive: its rows by table, one JSON line each, as of the moment their part is
 * read; then its files.
 */
async function* archiveOf(kernel: Exporting, tenantId: number): AsyncGenerator<Buffer> {
  const now = kernel.clock.now();
  for await (const { table, part, lines } of rowsOf(kernel, tenantId))
    yield tarEntry(`rows/${table}/${String(part).padStart(6, '0')}.ndjson`, Buffer.from(lines), now);
  for await (const key of kernel.files.list(tenantId)) {
    // Earlier exports consist of the same rows.
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

interface TableShape {
  readonly name: string;
  readonly columns: string[];
  /** Primary key columns with their types. */
  readonly keys: string[];
  readonly types: string[];
}

/**
 * Reads the rows of a tenant's tables in primary key order, in batches. Each batch is a separate statement, so a slow
 * download keeps no snapshot open.
 */
async function* rowsOf({ database }: Pick<Kernel, 'database'>, tenantId: number): AsyncGenerator<Part> {
  const linesOf = (rows: readonly { row: unknown }[]) => rows.map(({ row }) => `${JSON.stringify(row)}\n`).join('');
  yield {
    table: 'tenant',
    part: 1,
    lines: linesOf(await database.system('select to_jsonb(t) as row from tenant t where id = $1', [tenantId])),
  };
  for (const { name, columns, keys, types } of await tablesOf(database.system)) {
    const shown = columns.filter((column) => !SECRET.test(column)).map((column) => `"${column}"`);
    const [key, texts] = [keys.map((one) => `"${one}"`), keys.map((one) => `"${one}"::text`)];
    const bounds = types.map((type, at) => `$2[${at + 1}]::${type}`);
    let after: string[] | null = null;
    for (let part = 1; ; part += 1) {
      // The key values are returned as text; they reveal nothing that the row itself does not.
      const rows: { row: unknown; place: string[] }[] = await database.system(
        `select (select to_jsonb(s) from (select ${shown.map((one) => `r.${one}`).join(', ')}) s) as row, array[${texts}] as place
         from "${name}" r where tenant_id = $1 ${after ? `and (${key}) > (${bounds})` : ''} order by ${key} limit ${BATCH}`,
        after ? [tenantId, after] : [tenantId],
      );
      if (rows.length > 0) yield { table: name, part, lines: linesOf(rows) };
      if (rows.length < BATCH) break;
      after = rows.at(-1)!.place;
    }
  }
}

/** Returns the tables with tenant rows, their columns and primary keys. */
function tablesOf(query: Query): Promise<TableShape[]> {
  return query<TableShape>(
    `select k.relname as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = k.oid and a.attnum > 0 and not a.attisdropped
         order by a.attnum) as columns,
       array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality as c(num, nth)
         join pg_attribute a on a.attrelid = k.oid and a.attnum = c.num order by c.nth) as keys,
       array(select format_type(a.atttypid, a.atttypmod) from unnest(i.indkey::int2[]) with ordinality as c(num, nth)
         join pg_attribute a on a.attrelid = k.oid and a.attnum = c.num order by c.nth) as types
     from pg_class k join pg_index i on i.indrelid = k.oid and i.indisprimary
     where k.relnamespace = 'public'::regnamespace and k.relkind in ('r', 'p') and not k.relispartition
       and exists (select from pg_attribute a where a.attrelid = k.oid and a.attname = 'tenant_id' and not a.attisdropped)
     order by 1`,
  );
}

/** Streams all data of a tenant, compressed, to the holder of a single-use address; memory use is constant. */
export const tenantExport: Ingress = {
  name: 'tenant-export',
  access: 'public',
  prefix: '/api/tenantExport',
  mount(app, kernel) {
    // No HEAD route: a request for the headers would consume the address.
    app.get('/:id', { exposeHeadRoute: false }, async (request, reply) => {
      const { id } = request.params as { id: string };
      const { k = '' } = request.query as Record<string, string>;
      const isGood = /^\d{1,9}$/.test(id) && typeof k === 'string' && k !== '';
      if (!isGood || !(await startDownload(kernel, Number(id), k, addressOf(request))))
        return reply.code(404).send({ state: 'fail', data: null, message: '链接已失效 / The link has expired' });
      return reply
        .header('content-type', 'application/gzip')
        .header('content-disposition', `attachment; filename="tenant-${id}.tar.gz"`)
        .send(Readable.from(archiveOf(kernel, Number(id))).pipe(createGzip()));
    });
  },
};
