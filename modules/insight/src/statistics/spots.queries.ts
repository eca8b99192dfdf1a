import type { TenantTx } from '@boyun/kernel/server';
import type { LotPlace } from '../console/console.queries.ts';
import type { Range } from '../stat/stat-range.service.ts';

interface Change {
  readonly lotId: string;
  readonly sinceMs: number;
  readonly capacity: number;
}

/** How many spots lots have had over time. */
export class Spots {
  readonly #changes: ReadonlyMap<string, readonly Change[]>;

  constructor(changes: readonly Change[]) {
    this.#changes = Map.groupBy(changes, (one) => one.lotId);
  }

  /** The number of spots at a moment. */
  at(lot: LotPlace, atMs: number): number {
    return this.#of(lot).findLast((one) => one.sinceMs <= atMs)?.capacity ?? lot.capacity;
  }

  /** The time that all spots offered in a stretch, in seconds. */
  seconds(lot: LotPlace, { fromMs, toMs }: Range): number {
    const inside = this.#of(lot).filter(({ sinceMs }) => sinceMs > fromMs && sinceMs < toMs);
    const starts = [{ sinceMs: fromMs, capacity: this.at(lot, fromMs) }, ...inside];
    return starts.reduce((sum, { sinceMs, capacity }, index) => {
      const untilMs = starts[index + 1]?.sinceMs ?? toMs;
      return sum + (capacity * (untilMs - sinceMs)) / 1000;
    }, 0);
  }

  #of({ id }: LotPlace): readonly Change[] {
    return this.#changes.get(id) ?? [];
  }
}

/** Reads how many spots lots have had. */
export async function readSpots(tx: TenantTx, lots: readonly LotPlace[]): Promise<Spots> {
  const rows = await tx.query<{ lotId: string; since: Date | null; capacity: number }>(
    `select lot_id, case when isfinite(since) then since end as since, capacity from lot_capacity_fact
     where tenant_id = $1 and lot_id = any($2::uuid[]) order by lot_id, lot_capacity_fact.since`,
    [tx.tenantId, lots.map((one) => one.id)],
  );
  return new Spots(
    rows.map(({ since, ...one }) => ({ ...one, sinceMs: since?.getTime() ?? Number.NEGATIVE_INFINITY })),
  );
}
