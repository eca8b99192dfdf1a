/** The users of the database; each has its own connections, so that none can exhaust those of another. */
export type PoolName = 'gate' | 'driver' | 'work' | 'office' | 'search' | 'long';

/** `app` sees the tenant of its transaction, `system` sees all tenants. */
export type PoolRole = 'app' | 'system';

/** Connections, timeouts and prepared statements of one pool. */
interface PoolRule {
  /** Connections per role in a process with `DEFAULT_CONNECTIONS`. */
  readonly connections: Readonly<Record<PoolRole, number>>;
  /** How long a caller waits for a connection before it is refused; null for no limit. */
  readonly acquireSeconds: number | null;
  readonly statementSeconds: number;
  readonly lockSeconds: number;
  /** How long a transaction may wait for its next statement. */
  readonly idleSeconds: number;
  /** Maximum number of prepared statements per connection. */
  readonly prepared: Readonly<Record<PoolRole, number>>;
}

/** The README describes the purpose of each pool under "Connections and timeouts". */
export const POOL_RULES: Readonly<Record<PoolName, PoolRule>> = {
  // A device repeats its message after a few seconds, so a later response is useless.
  gate: {
    connections: { app: 11, system: 2 },
    acquireSeconds: 5,
    statementSeconds: 10,
    lockSeconds: 3,
    idleSeconds: 15,
    prepared: { app: 300, system: 50 },
  },
  // Serves unauthenticated calls: a flood of them must not hold up the gates or the office.
  driver: {
    connections: { app: 2, system: 1 },
    acquireSeconds: 5,
    statementSeconds: 10,
    lockSeconds: 3,
    idleSeconds: 15,
    prepared: { app: 200, system: 50 },
  },
  // Background work: no user waits for it, so it is never refused.
  work: {
    connections: { app: 5, system: 3 },
    acquireSeconds: null,
    statementSeconds: 120,
    lockSeconds: 10,
    idleSeconds: 60,
    prepared: { app: 400, system: 200 },
  },
  // The text of people's queries varies with every filter and column, so they are not kept prepared.
  office: {
    connections: { app: 6, system: 3 },
    acquireSeconds: 10,
    statementSeconds: 30,
    lockSeconds: 5,
    idleSeconds: 30,
    prepared: { app: 0, system: 100 },
  },
  search: {
    connections: { app: 0, system: 2 },
    acquireSeconds: 10,
    statementSeconds: 30,
    lockSeconds: 5,
    idleSeconds: 30,
    prepared: { app: 0, system: 0 },
  },
  long: {
    connections: { app: 3, system: 2 },
    acquireSeconds: null,
    statementSeconds: 600,
    lockSeconds: 10,
    idleSeconds: 120,
    prepared: { app: 100, system: 0 },
  },
};

/** Default for the connections of all pools of a process together. */
const DEFAULT_CONNECTIONS = 40;
/** Below this, some pools would have no connection of their own. */
export const MIN_CONNECTIONS = 30;
/** Upper limit of the setting. */
export const MAX_CONNECTIONS = 1000;
/** Both roles. */
export const POOL_ROLES: readonly PoolRole[] = ['app', 'system'];
/** All pools. */
export const POOL_NAMES = Object.keys(POOL_RULES) as PoolName[];

/** Distributes a total over the pools; the gate pool gets the remainder. */
export function poolSizes(total = DEFAULT_CONNECTIONS): Record<PoolName, Record<PoolRole, number>> {
  const sizeOf = (normal: number) => Math.max(Math.min(normal, 2), Math.floor((normal * total) / DEFAULT_CONNECTIONS));
  const sizes = Object.fromEntries(
    POOL_NAMES.map((name) => {
      const { app, system } = POOL_RULES[name].connections;
      return [name, { app: sizeOf(app), system: sizeOf(system) }];
    }),
  ) as Record<PoolName, Record<PoolRole, number>>;
  const all = POOL_NAMES.flatMap((name) => POOL_ROLES.map((role) => sizes[name][role])).reduce(
    (sum, size) => sum + size,
    0,
  );
  sizes.gate.app = Math.max(2, sizes.gate.app + total - all);
  return sizes;
}
