import { isPlate } from '@boyun/domain/plate';
import { Refusal } from '@boyun/kernel/contract';
import { notFound, type TenantTx } from '@boyun/kernel/server';
import { unitRefusal } from '../unit/unit.contract.ts';
import { type UnitRow, whyClosed } from '../unit/unit.queries.ts';
import { unitVisitor } from './unit-visitor.contract.ts';

/** What is said of a visit before it is entered. */
export interface Visit {
  readonly plate: string;
  readonly lotIds: readonly string[];
  readonly validFrom: Date;
  readonly validUntil: Date;
}

/** Refuses a visit that the unit cannot pay for: not in force, lots of others, a bad plate or time. */
export function checkVisit(tx: TenantTx, of: UnitRow, { plate, lotIds, validFrom, validUntil }: Visit): void {
  const closed = whyClosed(of, tx.now);
  if (closed) throw new Refusal(closed);
  if (!of.hasPaidVisits) throw new Refusal(unitRefusal['pays-no-visitors']);
  if (!isPlate(plate)) throw new Refusal(unitRefusal['bad-plate'], { plate });
  if (validFrom > validUntil) throw new Refusal(unitRefusal['ends-before-start']);
  if (lotIds.some((one) => !of.lotIds.includes(one))) throw new Refusal(unitRefusal['other-lot']);
}

/** Cancels a visit that is not over, where the unit is one the caller may act for; returns its plate. */
export async function cancelVisit(
  tx: TenantTx,
  id: string,
  mayTouch: (visit: { readonly unitId: string; readonly lotIds: readonly string[] }) => boolean,
): Promise<string> {
  const [row] = await tx.query<{ plate: string; unitId: string; lotIds: string[]; isOpen: boolean }>(
    `select plate, unit_id, lot_ids, cancelled_at is null and valid_until > $3 as "isOpen"
     from unit_visitor where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id, tx.now],
  );
  if (!row || !mayTouch(row)) throw notFound(tx.who, unitVisitor.title);
  if (!row.isOpen) throw new Refusal(unitRefusal['came-already']);
  await tx.query(
    `update unit_visitor set cancelled_at = $3, updated_at = $3, version = version + 1 where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, tx.now],
  );
  return row.plate;
}
