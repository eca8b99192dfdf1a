import { roleNames } from '@boyun/access/server';
import { Refusal } from '@boyun/kernel/contract';
import { handle, handleFreely, type TenantTx } from '@boyun/kernel/server';
import {
  deleteListView,
  getListViews,
  getViewRoles,
  listViewRefusal,
  saveListView,
  shareListView,
} from './list-view.contract.ts';
import { listViewDeleted, listViewSaved, listViewShared } from './list-view-event.contract.ts';

const MOST_VIEWS = 30;

/** Returns the caller's own view, locked; throws `not-found`. */
async function requireOwn(tx: TenantTx, id: string): Promise<{ name: string; list: string; roles: string[] }> {
  const [row] = await tx.query<{ name: string; list: string; roles: string[] }>(
    'select name, list, roles from list_view where tenant_id = $1 and id = $2 and account_id = $3 for update',
    [tx.tenantId, id, tx.who.userId],
  );
  if (!row) throw new Refusal(listViewRefusal['not-found']);
  return row;
}

/** Operations on list views and their sharing. */
export const listViewOperations = [
  handle(getListViews, async (tx) => ({
    views: await tx.query(
      `select v.id, v.list, v.name, v.query, v.setting, v.roles, v.account_id = $2 as "isOwn", a.name as "ownerName"
       from list_view v join account_fact a on a.tenant_id = v.tenant_id and a.id = v.account_id
       where v.tenant_id = $1 and (v.account_id = $2 or v.roles && $3::text[])
       order by v.name, v.id limit 1000`,
      [tx.tenantId, tx.who.userId, tx.who.roles],
    ),
  })),
  // Column settings are not audited, only named views are.
  handleFreely(saveListView, (kernel, { list, name, query, setting }, { who }) =>
    kernel.database.inTenant(who!, async (tx) => {
      const [row] = await tx.query<{ id: string }>(
        `insert into list_view (tenant_id, id, created_at, updated_at, account_id, list, name, query, setting)
         values ($1, $2, $3, $3, $4, $5, $6, $7, $8)
         on conflict (tenant_id, account_id, list, name)
           do update set updated_at = $3, query = excluded.query, setting = excluded.setting
         returning id`,
        [tx.tenantId, tx.newId(), tx.now, tx.who.userId, list, name, query, setting],
      );
      const { id } = row!;
      if (name === '') return { id };
      const [count] = await tx.query<{ all: number }>(
        `select count(*) as all from list_view where tenant_id = $1 and account_id = $2 and list = $3 and name <> ''`,
        [tx.tenantId, tx.who.userId, list],
      );
      if (count!.all > MOST_VIEWS) throw new Refusal(listViewRefusal['too-many'], { most: MOST_VIEWS });
      const after = { list, name, query };
      tx.emit(listViewSaved, { subjectId: id, data: after });
      tx.audit({ action: saveListView.audit!, subjectKind: 'list-view', subjectId: id, subject: name, after });
      return { id };
    }),
  ),
  handle(deleteListView, async (tx, { id }, act) => {
    const before = await requireOwn(tx, id);
    await tx.query('delete from list_view where tenant_id = $1 and id = $2', [tx.tenantId, id]);
    tx.emit(listViewDeleted, { subjectId: id, data: { list: before.list, name: before.name } });
    act.describe({ subjectKind: 'list-view', subjectId: id, subject: before.name, before });
    return {};
  }),
  handle(shareListView, async (tx, { id, roles }, act) => {
    const before = await requireOwn(tx, id);
    const known = (await roleNames(tx)).map((one) => one.value);
    const unknown = roles.find((one) => !known.includes(one));
    if (unknown !== undefined) throw new Refusal(listViewRefusal['unknown-role'], { role: unknown });
    await tx.query('update list_view set roles = $3, updated_at = $4 where tenant_id = $1 and id = $2', [
      tx.tenantId,
      id,
      roles,
      tx.now,
    ]);
    tx.emit(listViewShared, { subjectId: id, data: { roles } });
    const subject = { subjectKind: 'list-view', subjectId: id, subject: before.name };
    act.describe({ ...subject, before: { roles: before.roles }, after: { roles } });
    return {};
  }),
  handle(getViewRoles, async (tx) => ({ roles: await roleNames(tx) })),
];
