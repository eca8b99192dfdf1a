import { serveResource } from '@boyun/kernel/server';
import { requireUnit } from '../unit/unit.queries.ts';
import { unitDepartment } from './unit-department.contract.ts';

/** Departments of units whose lots the caller sees. */
export const unitDepartmentServer = serveResource(unitDepartment, {
  async beforeWrite(tx, values, before) {
    if (before) await requireUnit(tx, before.unitId);
    if (values.unitId) await requireUnit(tx, values.unitId);
    return values;
  },
  async beforeDelete(tx, { unitId }) {
    await requireUnit(tx, unitId);
  },
});
