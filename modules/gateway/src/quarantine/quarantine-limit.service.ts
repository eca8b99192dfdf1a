import { type Kernel, systemWho, type TenantTx } from '@boyun/kernel/server';
import { quarantineForgotten } from './quarantine-event.contract.ts';

/** Limits of what is kept of refused messages; the oldest rows go first. */
export const quarantineLimits = {
  /** Notes about callers that proved nothing. */
  notesPerTenant: 500,
  notesInAll: 20_000,
  /** Messages of known devices. */
  rowsPerTenant: 2000,
  rowsInAll: 50_000,
  bytesPerTenant: 50 * 1024 * 1024,
  bytesInAll: 1024 * 1024 * 1024,
} as const;

/** Rows written in a minute; what is beyond them is refused and counted in the metrics only. */
const PER_MINUTE = {
  note: { source: 60, tenant: 300, all: 1200 },
  message: { source: 60, tenant: 600, all: 3000 },
} as const;
const MINUTE_MS = 60_000;
const MAX_COUNTED = 10_000;
const TRIM_EVERY_MS = 5000;

interface State {
  startedMs: number;
  readonly counts: Map<string, number>;
  trimmedMs: number;
}
const states = new WeakMap<Kernel, State>();

/** Returns whether another row may be written now for an address or device (`source`), its tenant, and the installation. */
export function takeRow(kernel: Kernel, kind: 'note' | 'message', source: string, tenantId: number): boolean {
  const state = stateOf(kernel);
  const nowMs = kernel.clock.now().getTime();
  if (Math.abs(nowMs - state.startedMs) >= MINUTE_MS || state.counts.size > MAX_COUNTED) {
    state.startedMs = nowMs;
    state.counts.clear();
  }
  const limits = PER_MINUTE[kind];
  const keys = [
    [`${kind} from ${source} of ${tenantId}`, limits.source],
    [`${kind} of ${tenantId}`, limits.tenant],
    [kind, limits.all],
  ] as const;
  if (keys.some(([key, max]) => (state.counts.get(key) ?? 0) >= max)) return false;
  for (const [key] of keys) state.counts.set(key, (state.counts.get(key) ?? 0) + 1);
  return true;
}

/** The network an address belongs to: an IPv6 caller has a whole /64 to choose addresses from. */
export function networkOf(address: string | null): string {
  if (!address?.includes(':')) return address ?? '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const behind = tail === undefined ? [] : tail.split(':').filter(Boolean);
  while (groups.length + behind.length < 8) groups.push('0');
  return [...groups, ...behind]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}

/** Removes the oldest rows of a tenant beyond its limits, with their files. Writers of one tenant wait for each other. */
export async function trimTenant(kernel: Pick<Kernel, 'files'>, tx: TenantTx, isNote: boolean): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('quarantine'), $1)`, [tx.tenantId]);
  const rows = await tx.query<{ bodyKey: string | null }>(
    `delete from quarantine where tenant_id = $1 and id in (
       select id from (
         select id, row_number() over newest as row, sum(body_bytes) over newest as bytes
         from quarantine where tenant_id = $1 and is_note = $2
         window newest as (order by received_at desc, id desc)) as counted
       where row > $3 or bytes > $4)
     returning body_key`,
    [
      tx.tenantId,
      isNote,
      isNote ? quarantineLimits.notesPerTenant : quarantineLimits.rowsPerTenant,
      quarantineLimits.bytesPerTenant,
    ],
  );
  await removed(kernel, tx, rows);
}

/** Removes the oldest rows of all tenants beyond the limits of the installation; unless forced, at most every 5 s. */
export async function trimAll(kernel: Kernel, isForced = false): Promise<void> {
  const state = stateOf(kernel);
  const nowMs = kernel.clock.now().getTime();
  if (!isForced && Math.abs(nowMs - state.trimmedMs) < TRIM_EVERY_MS) return;
  state.trimmedMs = nowMs;
  const beyond = await kernel.database.system<{ tenantId: number; ids: string[] }>(
    `select tenant_id, array_agg(id) as ids from (
       select tenant_id, id, is_note, row_number() over newest as row, sum(body_bytes) over newest as bytes
       from quarantine window newest as (partition by is_note order by received_at desc, id desc)) as counted
     where row > case when is_note then $1::bigint else $2::bigint end or bytes > $3
     group by tenant_id`,
    [quarantineLimits.notesInAll, quarantineLimits.rowsInAll, quarantineLimits.bytesInAll],
  );
  for (const { tenantId, ids } of beyond)
    await kernel.database.inTenant(systemWho(tenantId, 'gateway'), async (tx) => {
      const rows = await tx.query<{ bodyKey: string | null }>(
        `delete from quarantine where tenant_id = $1 and id = any($2::uuid[]) returning body_key`,
        [tenantId, ids],
      );
      await removed(kernel, tx, rows);
    });
}

/** Files the removal of rows and removes their files, before the commit: a row whose file is left is removed again. */
export async function removed(
  kernel: Pick<Kernel, 'files'>,
  tx: TenantTx,
  rows: readonly { readonly bodyKey: string | null }[],
): Promise<void> {
  for (const { bodyKey } of rows) if (bodyKey) await kernel.files.remove(bodyKey);
  if (rows.length > 0) tx.emit(quarantineForgotten, { data: { count: rows.length } });
}

function stateOf(kernel: Kernel): State {
  const known = states.get(kernel);
  if (known) return known;
  const fresh: State = { startedMs: Number.NEGATIVE_INFINITY, counts: new Map(), trimmedMs: Number.NEGATIVE_INFINITY };
  states.set(kernel, fresh);
  return fresh;
}
