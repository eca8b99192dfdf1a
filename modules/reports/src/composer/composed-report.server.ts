import { roleNames } from '@boyun/access/server';
import { Refusal } from '@boyun/kernel/contract';
import { computeReport, handle, notFound, serveReport, sql, type TenantTx } from '@boyun/kernel/server';
import {
  type Compare,
  composedList,
  composedRefusal,
  composedRows,
  deleteComposed,
  getComposedRoles,
  MOST,
  runComposed,
  saveComposed,
} from './composed-report.contract.ts';
import { composedDeleted, composedSaved } from './composed-report-event.contract.ts';
import { type Composed, checkComposed, fieldsOf, runReport } from './composed-rows.service.ts';

const OWNER = '(select a.name from account_fact a where a.tenant_id = c.tenant_id and a.id = c.account_id)';
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** What the caller may open: own reports, and those for the caller's roles; administrators open all. */
const mayOpen = ({ who }: TenantTx) =>
  who.isAdmin ? sql`true` : sql`(c.account_id = ${who.userId} or c.roles && ${who.roles}::text[])`;

export const composedListServer = serveReport(composedList, ({ tx }) => ({
  from: 'composed_report',
  as: 'c',
  lot: null,
  own: 'c.account_id = ?',
  where: [mayOpen(tx)],
  filters: { name: 'position(lower(?) in lower(c.name)) > 0' },
  columns: { ownerName: OWNER, isOwn: sql`c.account_id = ${tx.who.userId ?? NOBODY}::uuid`, updatedAt: 'c.updated_at' },
  order: 'c.name, c.id',
}));

interface Stored extends Composed {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
}

/** Returns a report that the caller may open; throws `not-found`. */
async function requireComposed(tx: TenantTx, id: string, isOwn = false): Promise<Stored> {
  const [row] = await tx.query<Stored & { roles: string[] }>(
    `select id, name, account_id, dataset, measures, dimensions, lot_ids, period, compare, roles
     from composed_report where tenant_id = $1 and id = $2`,
    [tx.tenantId, id],
  );
  const { userId, isAdmin, roles } = tx.who;
  const isOwner = row?.accountId === userId;
  if (!row || !(isOwner || (!isOwn && (isAdmin || row.roles.some((one) => roles.includes(one))))))
    throw notFound(tx.who, composedList.title);
  return row;
}

/** Rows of a saved report, with the columns it has. */
export const composedRowsServer = computeReport(composedRows, async ({ tx, filters }) => {
  if (!filters.composedReportId)
    return { rows: [], shape: { title: composedRows.title[tx.who.language], columns: {} } };
  const stored = await requireComposed(tx, filters.composedReportId);
  const { rows, columns } = await runReport(tx, stored, filters);
  return {
    rows: rows.map((row, index) => ({ id: String(index + 1), ...row })),
    shape: { title: stored.name, columns: fieldsOf(columns, stored.compare as keyof typeof Compare) },
  };
});

/** Operations on composed reports: running one, and saving and deleting the caller's own. */
export const composedOperations = [
  handle(runComposed, async (tx, wish) => ({ ...(await runReport(tx, wish, wish)) })),
  handle(getComposedRoles, async (tx) => ({ roles: await roleNames(tx) })),
  handle(saveComposed, async (tx, wish, act) => {
    await checkComposed(tx, wish);
    const known = (await roleNames(tx)).map((one) => one.value);
    const unknown = wish.roles.find((one) => !known.includes(one));
    if (unknown !== undefined) throw new Refusal(composedRefusal['unknown-role'], { role: unknown });
    const before = wish.composedReportId ? await requireComposed(tx, wish.composedReportId, true) : null;
    const id = before?.id ?? tx.newId();
    await tx.query(
      `insert into composed_report (tenant_id, id, created_at, updated_at, account_id, name, dataset, measures, dimensions, lot_ids, period,
         compare, chart, roles)
       values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
       on conflict (tenant_id, id) do update set updated_at = $3, name = $5, dataset = $6, measures = $7, dimensions = $8, lot_ids = $9,
         period = $10, compare = $11, chart = $12, roles = $13`,
      [
        tx.tenantId,
        id,
        tx.now,
        tx.who.userId,
        wish.name,
        wish.dataset,
        wish.measures,
        wish.dimensions,
        wish.lotIds,
        wish.period,
        wish.compare,
        wish.chart,
        wish.roles,
      ],
    );
    const [count] = await tx.query<{ all: number }>(
      'select count(*)::int as all from composed_report where tenant_id = $1 and account_id = $2',
      [tx.tenantId, tx.who.userId],
    );
    if (count!.all > MOST.reports) throw new Refusal(composedRefusal['too-many'], { most: String(MOST.reports) });
    tx.emit(composedSaved, { subjectId: id, data: { composedReportId: id, name: wish.name } });
    const { composedReportId: _, ...after } = wish;
    act.describe({ subjectKind: 'composed-report', subjectId: id, subject: wish.name, after });
    return { composedReportId: id };
  }),
  handle(deleteComposed, async (tx, { composedReportId }, act) => {
    const { name } = await requireComposed(tx, composedReportId, true);
    await tx.query('delete from composed_report where tenant_id = $1 and id = $2', [tx.tenantId, composedReportId]);
    tx.emit(composedDeleted, { subjectId: composedReportId, data: { composedReportId, name } });
    act.describe({ subjectKind: 'composed-report', subjectId: composedReportId, subject: name, before: { name } });
    return {};
  }),
];
