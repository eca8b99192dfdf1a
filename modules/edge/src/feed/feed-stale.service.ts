import type { Kernel, TenantTx } from '@boyun/kernel/server';
import type { Feed } from './feed.queries.ts';

/** Which rows may differ from what they are made of. */
export interface Stale {
  readonly stays: boolean;
  readonly rest: boolean;
}

/** When something last happened in a tenant that concerns the cars inside, and anything else. */
interface Last {
  staysMs: number;
  restMs: number;
}

/** What happens all the time and concerns at most the cars inside. */
const OF_STAYS = /^(stay|order|payment|passing|card|wallet|merchant-grant|user-coupon|roadside)\./;
/** What happens often and concerns no box. */
const OF_NOTHING =
  /^(command|camera-order|alarm|box-item|device|device-message|quarantine|magnetic|screen|lcd|session|repair|push|message|task|shift|attendance|invoice|feedback)\./;

const lastOf = new WeakMap<Kernel, Map<number, Last>>();

/** Follows what happens in this process and all others, so that feeds are compared only when something has changed. */
export function followChanges(kernel: Kernel): void {
  const byTenant = new Map<number, Last>();
  lastOf.set(kernel, byTenant);
  kernel.live.onEvent(({ tenantId, kind }) => {
    if (OF_NOTHING.test(kind)) return;
    const last = byTenant.get(tenantId) ?? { staysMs: 0, restMs: 0 };
    byTenant.set(tenantId, last);
    const nowMs = kernel.clock.now().getTime();
    if (OF_STAYS.test(kind)) last.staysMs = nowMs;
    else last.restMs = nowMs;
  });
}

/** A feed is compared this often although nothing seems to have changed: time passes, and a process may have missed something. */
const STAYS_MS = 60_000;
const REST_MS = 600_000;

/** Which rows of a feed may have changed since they were compared. */
export function isStale(kernel: Kernel, tx: TenantTx, { staysAt, restAt }: Feed): Stale {
  const last = lastOf.get(kernel)?.get(tx.tenantId);
  const since = (at: Date | null, lastMs: number | undefined, everyMs: number) =>
    at === null || tx.now.getTime() - at.getTime() >= everyMs || (lastMs !== undefined && lastMs >= at.getTime());
  return { stays: since(staysAt, last?.staysMs, STAYS_MS), rest: since(restAt, last?.restMs, REST_MS) };
}
