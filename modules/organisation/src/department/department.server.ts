import { countByDepartment, releaseFormerStaff, requirePlacesWithin } from '@boyun/access/server';
import { Refusal } from '@boyun/kernel/contract';
import { handle, notFound, serveResource, type TenantTx } from '@boyun/kernel/server';
import { department, departmentRefusal, moveDepartment } from './department.contract.ts';
import { departmentMoved } from './department-event.contract.ts';

/** Departments: no cycles, only empty ones can be deleted, and no places beyond those of the account that grants them. */
export const departmentServer = serveResource(department, {
  async beforeWrite(tx, values, before) {
    if (before && values.parentId) await requireNoCircle(tx, before.id, values.parentId);
    if (before) return values;
    return { ...values, position: await countParts(tx, values.parentId ?? null) };
  },
  async afterWrite(tx, row) {
    await requirePlacesWithin(tx, row);
  },
  async beforeDelete(tx, row) {
    const parts = await countParts(tx, row.id);
    const staff = (await countByDepartment(tx, [row.id])).get(row.id) ?? 0;
    if (parts + staff > 0) throw new Refusal(departmentRefusal['not-empty'], { name: row.name, parts, staff });
    await releaseFormerStaff(tx, row.id);
  },
  async afterRead(tx, rows) {
    const staff = await countByDepartment(
      tx,
      rows.map((row) => row.id),
    );
    for (const row of rows) row.staffCount = staff.get(row.id) ?? 0;
  },
});

async function countParts(tx: TenantTx, parentId: string | null): Promise<number> {
  const [row] = await tx.query<{ parts: number }>(
    'select count(*) as parts from department where tenant_id = $1 and parent_id is not distinct from $2',
    [tx.tenantId, parentId],
  );
  return row!.parts;
}

async function requireNoCircle(tx: TenantTx, id: string, parentId: string): Promise<void> {
  const rows = await tx.query(
    `with recursive above as (
       select id, parent_id from department where tenant_id = $1 and id = $3
       union
       select d.id, d.parent_id from department d join above a on d.id = a.parent_id where d.tenant_id = $1
     ) select 1 from above where id = $2`,
    [tx.tenantId, id, parentId],
  );
  if (rows.length > 0) throw new Refusal(departmentRefusal['own-part']);
}

interface Place {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
}

/** Moves are serialized for the whole tree: concurrent moves could create a cycle or duplicate positions. */
export const moveDepartmentOperation = handle(moveDepartment, async (tx, { departmentId, parentId, beforeId }, act) => {
  const all = await tx.query<Place>(
    `select id, name, parent_id from department where tenant_id = $1 order by position, name for update`,
    [tx.tenantId],
  );
  const moved = all.find((one) => one.id === departmentId);
  const isKnown = (id: string | null) => id === null || all.some((one) => one.id === id);
  if (!moved || !isKnown(parentId) || !isKnown(beforeId)) throw notFound(tx.who, department.title);
  if (parentId) await requireNoCircle(tx, departmentId, parentId);
  const siblings = all.filter((one) => one.parentId === parentId && one.id !== departmentId);
  const place = siblings.findIndex((one) => one.id === beforeId);
  siblings.splice(place < 0 ? siblings.length : place, 0, moved);
  await tx.query(
    'update department set parent_id = $3, version = version + 1, updated_at = $4 where tenant_id = $1 and id = $2',
    [tx.tenantId, departmentId, parentId, tx.now],
  );
  await tx.query(
    `update department d set position = p.place - 1
     from unnest($2::uuid[]) with ordinality as p(id, place) where d.tenant_id = $1 and d.id = p.id`,
    [tx.tenantId, siblings.map((one) => one.id)],
  );
  act.describe({
    subjectKind: 'department',
    subjectId: departmentId,
    subject: moved.name,
    before: { parentId: moved.parentId },
    after: { parentId },
  });
  tx.emit(departmentMoved, { subjectId: departmentId, data: { parentId } });
  return {};
});
