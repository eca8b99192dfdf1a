import type { TenantTx } from '@boyun/kernel/server';

/** The state of what a box is told. */
export interface Feed {
  readonly life: string;
  readonly version: number;
  readonly keptFrom: number;
  readonly secretMark: string;
  readonly staysAt: Date | null;
  readonly restAt: Date | null;
}

const COLUMNS = 'life, version, kept_from, secret_mark, stays_at, rest_at';

/** The feed of a box; null before it first asked. */
export async function findFeed(tx: TenantTx, boxId: string): Promise<Feed | null> {
  const [row] = await tx.query<Feed>(`select ${COLUMNS} from box_feed where tenant_id = $1 and box_id = $2`, [
    tx.tenantId,
    boxId,
  ]);
  return row ?? null;
}

/** The feed of a box, locked; made where there is none. One with another secret begins a new life. */
export async function lockFeed(tx: TenantTx, boxId: string, secretMark: string): Promise<Feed> {
  const [row] = await tx.query<Feed>(
    `insert into box_feed as f (tenant_id, box_id, life, secret_mark) values ($1, $2, $3, $4)
     on conflict (tenant_id, box_id) do update set secret_mark = $4,
       life = case when f.secret_mark = $4 then f.life else $3::uuid end
     returning ${COLUMNS}`,
    [tx.tenantId, boxId, tx.newId(), secretMark],
  );
  return row!;
}

/** Notes when the rows of a feed were last compared with what they are made of. */
export async function noteRead(tx: TenantTx, boxId: string, what: { stays: boolean; rest: boolean }): Promise<void> {
  await tx.query(
    `update box_feed set stays_at = case when $3 then $5 else stays_at end, rest_at = case when $4 then $5 else rest_at end
     where tenant_id = $1 and box_id = $2`,
    [tx.tenantId, boxId, what.stays, what.rest, tx.now],
  );
}

/** Notes how far a box has read once nothing more follows. */
export async function noteAllRead(tx: TenantTx, boxId: string, version: number): Promise<void> {
  await tx.query('update box_feed set read_version = $3, read_at = $4 where tenant_id = $1 and box_id = $2', [
    tx.tenantId,
    boxId,
    version,
    tx.now,
  ]);
}

/** Digests of the rows a box has of some sections (those that are not `stay`, or those alone), by section and key. */
export async function findDigests(tx: TenantTx, boxId: string, isStay: boolean): Promise<Map<string, string>> {
  const rows = await tx.query<{ section: string; key: string; digest: string }>(
    `select section, key, digest from box_row
     where tenant_id = $1 and box_id = $2 and (section = 'stay') = $3 and digest is not null`,
    [tx.tenantId, boxId, isStay],
  );
  return new Map(rows.map(({ section, key, digest }) => [`${section}/${key}`, digest]));
}

/** A row that is new, has changed or (without a value) is gone. */
export interface ChangedRow {
  readonly section: string;
  readonly key: string;
  readonly digest: string | null;
  readonly value: unknown;
}

/** Writes changed rows under new numbers. The feed is locked by the caller. */
export async function writeChanges(tx: TenantTx, boxId: string, changes: readonly ChangedRow[]): Promise<void> {
  await tx.query(
    `with numbered as (
       update box_feed set version = version + $3 where tenant_id = $1 and box_id = $2 returning version - $3 as before
     )
     insert into box_row (tenant_id, box_id, section, key, version, digest, value, gone_at)
     select $1, $2, c.section, c.key, n.before + c.place, c.digest, c.value, case when c.digest is null then $8::timestamptz end
     from numbered n cross join unnest($4::text[], $5::text[], $6::text[], $7::jsonb[]) with ordinality as c(section, key, digest, value, place)
     on conflict (tenant_id, box_id, section, key) do update
       set version = excluded.version, digest = excluded.digest, value = excluded.value, gone_at = excluded.gone_at`,
    [
      tx.tenantId,
      boxId,
      changes.length,
      changes.map((one) => one.section),
      changes.map((one) => one.key),
      changes.map((one) => one.digest),
      changes.map((one) => (one.digest === null ? null : JSON.stringify(one.value))),
      tx.now,
    ],
  );
}

/** A row as a box reads it. */
export interface ReadRow {
  readonly section: string;
  readonly key: string;
  readonly version: number;
  readonly value: { readonly value: Record<string, unknown>; readonly sealed?: unknown } | null;
}

/** The rows of a box above a number, in order; marks of rows gone up to `since` are left out, since the box has not had those rows. */
export function readRows(
  tx: TenantTx,
  boxId: string,
  { after, since, limit }: { after: number; since: number; limit: number },
): Promise<ReadRow[]> {
  return tx.query<ReadRow>(
    `select section, key, version, value from box_row
     where tenant_id = $1 and box_id = $2 and version > $3 and (digest is not null or version > $4)
     order by version limit $5`,
    [tx.tenantId, boxId, after, since, limit],
  );
}

/** Deletes up to some marks of rows that have been gone for long; a box that has not read them begins anew. */
export async function dropGone(tx: TenantTx, before: Date, limit: number): Promise<number> {
  const rows = await tx.query<{ boxId: string }>(
    `with old as (
       delete from box_row where tenant_id = $1 and (box_id, section, key) in (
         select box_id, section, key from box_row where tenant_id = $1 and gone_at < $2 limit $3)
       returning box_id, version
     ), moved as (
       update box_feed f set kept_from = greatest(f.kept_from, o.version)
       from (select box_id, max(version) as version from old group by 1) o
       where f.tenant_id = $1 and f.box_id = o.box_id
     )
     select box_id from old`,
    [tx.tenantId, before, limit],
  );
  return rows.length;
}
