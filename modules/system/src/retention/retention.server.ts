import { kernelRefusal, Refusal, type Values } from '@boyun/kernel/contract';
import { handle, type RetainedKind, type TenantTx } from '@boyun/kernel/server';
import { getRetention, retentionRefusal, saveRetention, TERMS, type TermKey, termKeys } from './retention.contract.ts';
import { GRACE_MS } from './retention.jobs.ts';
import { retentionSaved } from './retention-event.contract.ts';

type Days = Record<`${TermKey}Days`, number>;

const column = (key: string) => `${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_days`;
const columns = termKeys.map((key) => `${column(key)} as "${key}Days"`).join(', ');

async function settingOf(tx: TenantTx): Promise<Days & { version: number; beginsAt: Date }> {
  const [row] = await tx.query<Days & { version: number; beginsAt: Date }>(
    `select version, begins_at, ${columns} from retention_setting where tenant_id = $1`,
    [tx.tenantId],
  );
  if (row) return row;
  const defaults = Object.fromEntries(termKeys.map((key) => [`${key}Days`, TERMS[key].byDefault])) as Days;
  return { ...defaults, version: 0, beginsAt: new Date(tx.now.getTime() + GRACE_MS) };
}

interface Size {
  readonly oldestAt: Date | null;
  readonly rowCount: number;
  readonly bytes: number;
}

/** Number of files of a kind that are opened to estimate their size. */
const SAMPLE = 10;

/**
 * Returns the oldest row of a kind and estimates of its rows and bytes: rows from the planner, bytes as the proportional
 * share of the table and its partitions.
 */
async function sizeOfKind(tx: TenantTx, { table, condition = 'true' }: RetainedKind): Promise<Size> {
  const [oldest] = await tx.query<{ at: Date }>(
    `select uuid_time(id) as at from ${table} where tenant_id = $1 and ${condition} order by id limit 1`,
    [tx.tenantId],
  );
  if (!oldest) return { oldestAt: null, rowCount: 0, bytes: 0 };
  const [plan] = await tx.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) select from ${table} where tenant_id = $1 and ${condition}`,
    [tx.tenantId],
  );
  const rowCount = Math.max(1, plan!['QUERY PLAN'][0].Plan['Plan Rows']);
  const [whole] = await tx.query<{ rows: number; bytes: number }>(
    `select coalesce(sum(greatest(c.reltuples, 1)), 1)::float as rows, coalesce(sum(pg_total_relation_size(c.oid)), 0)::float as bytes
     from pg_class c where c.oid = any(coalesce(
       nullif(array(select relid::oid from pg_partition_tree($1) where isleaf), '{}'), array[$1::regclass::oid]))`,
    [table],
  );
  return { oldestAt: oldest.at, rowCount, bytes: (whole!.bytes * Math.min(rowCount, whole!.rows)) / whole!.rows };
}

/** Reads and saves the terms and shows stored amounts; for the tenant's administrators. */
export const retentionOperations = [
  handle(getRetention, async (tx, _input, _act, kernel) => {
    const states = await tx.query<{ key: string; lastRunAt: Date; lastCount: number; totalCount: number }>(
      `select split_part(kind, ' ', 1) as key, min(finished_at) as "lastRunAt", sum(run_count)::int as "lastCount",
         sum(total_count)::int as "totalCount" from retention_state where tenant_id = $1 group by 1`,
      [tx.tenantId],
    );
    const kinds: Values<typeof getRetention.output>['kinds'] = [];
    for (const key of termKeys) {
      const parts = kernel.retained.filter((one) => one.key === key);
      const sizes: Size[] = [];
      for (const part of parts) sizes.push(await sizeOfKind(tx, part));
      const state = states.find((one) => one.key === key);
      const [pictured] = parts.filter((one) => one.fileColumn);
      const fileBytes = pictured ? await sampleFiles(tx, kernel.files, pictured) : 0;
      const oldest = sizes.flatMap((one) => one.oldestAt?.getTime() ?? []);
      kinds.push({
        key,
        oldestAt: oldest.length > 0 ? new Date(Math.min(...oldest)) : null,
        rowCount: sizes.reduce((sum, one) => sum + one.rowCount, 0),
        // The size of pictures is that of their files; masking plates frees no space.
        kilobytes: Math.round(
          (key === 'passingPicture'
            ? fileBytes * sizes[0]!.rowCount
            : sizes.reduce((sum, one) => sum + one.bytes, 0) + fileBytes * (sizes[0]?.rowCount ?? 0)) / 1024,
        ),
        lastRunAt: state?.lastRunAt ?? null,
        lastCount: state?.lastCount ?? 0,
        totalCount: state?.totalCount ?? 0,
      });
    }
    return { ...(await settingOf(tx)), kinds };
  }),
  handle(saveRetention, async (tx, { version, ...after }, act) => {
    const { version: was, beginsAt: _beginsAt, ...before } = await settingOf(tx);
    if (was !== version) throw new Refusal(kernelRefusal.changed);
    if (after.passingPictureDays > after.passingDays) throw new Refusal(retentionRefusal['picture-longer']);
    const names = termKeys.map(column);
    const values = termKeys.map((key) => after[`${key}Days`]);
    const saved = await tx.query(
      `insert into retention_setting as s (tenant_id, version, updated_at, begins_at, ${names.join(', ')})
       values ($1, $3 + 1, $2, $2, ${names.map((_, index) => `$${index + 4}`).join(', ')})
       on conflict (tenant_id) do update set version = s.version + 1, updated_at = $2, begins_at = least(s.begins_at, $2),
         ${names.map((name, index) => `${name} = $${index + 4}`).join(', ')}
         where s.version = $3
       returning version`,
      [tx.tenantId, tx.now, version, ...values],
    );
    if (saved.length === 0) throw new Refusal(kernelRefusal.changed);
    tx.emit(retentionSaved, { data: { version: version + 1 } });
    act.describe({ subjectKind: 'retention', subjectId: `${tx.tenantId}`, subject: null, before, after });
    return {};
  }),
];

/** Returns the average size in bytes of the newest files of a kind; zero where none can be read. */
async function sampleFiles(
  tx: TenantTx,
  files: { open(key: string): Promise<AsyncIterable<Buffer> | null> },
  { table, fileColumn }: RetainedKind,
): Promise<number> {
  const rows = await tx.query<{ key: string }>(
    `select ${fileColumn} as key from ${table} where tenant_id = $1 and ${fileColumn} is not null order by id desc limit $2`,
    [tx.tenantId, SAMPLE],
  );
  const sizes: number[] = [];
  for (const { key } of rows) {
    const stream = await files.open(key);
    if (!stream) continue;
    let bytes = 0;
    for await (const chunk of stream) bytes += chunk.length;
    sizes.push(bytes);
  }
  return sizes.length === 0 ? 0 : sizes.reduce((sum, one) => sum + one, 0) / sizes.length;
}
