import type { Row } from '@boyun/kernel/contract';
import { coversLots, handle, serveResource } from '@boyun/kernel/server';
import { requireUnit } from '../unit/unit.queries.ts';
import { cancelUnitVisitor, unitVisitor } from './unit-visitor.contract.ts';
import { cancelVisit, checkVisit } from './visitor.service.ts';

/** Visitors at the cost of units; entered by the operator, or by units at their desk. */
export const unitVisitorServer = serveResource(unitVisitor, {
  async beforeWrite(tx, values) {
    const row = values as Row<typeof unitVisitor>;
    checkVisit(tx, await requireUnit(tx, row.unitId), row);
    return { ...values, lotIds: [...new Set(row.lotIds)].sort(), invitedBy: tx.who.name, cancelledAt: null };
  },
});

export const cancelUnitVisitorServer = handle(cancelUnitVisitor, async (tx, { id }, act) => {
  const plate = await cancelVisit(tx, id, ({ lotIds }) => coversLots(tx.who, lotIds));
  act.describe({ subjectKind: unitVisitor.name, subjectId: id, subject: plate });
  return {};
});
