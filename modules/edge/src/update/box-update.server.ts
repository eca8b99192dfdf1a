import { box } from '@boyun/devices/contract';
import { Refusal } from '@boyun/kernel/contract';
import {
  coversLot,
  handle,
  lotCondition,
  notFound,
  retainedTable,
  serveReport,
  sql,
  type TenantTx,
} from '@boyun/kernel/server';
import {
  type BoxUpdateState,
  boxUpdateList,
  boxUpdateRefusal,
  cancelBoxUpdate,
  getBoxUpdate,
  planBoxUpdate,
} from './box-update.contract.ts';
import { OPEN, OPEN_STATES } from './box-update.service.ts';
import { boxUpdateCancelled, boxUpdatePlanned } from './box-update-event.contract.ts';

const count = (condition: string) =>
  `(select count(*)::int from box_update_box b where b.tenant_id = u.tenant_id and b.update_id = u.id and ${condition})`;

/** Updates, newest first: those of boxes in the lots of the reader. */
export const boxUpdateListServer = serveReport(boxUpdateList, ({ who }) => ({
  from: 'box_update',
  as: 'u',
  lot: null,
  own: 'u.made_by_id = ?',
  where: who.lotIds
    ? [
        sql`exists (select from box_update_box b where b.tenant_id = u.tenant_id and b.update_id = u.id
          and b.lot_id = any(${who.lotIds}::uuid[]))`,
      ]
    : [],
  period: 'u.created_at',
  filters: { appVersion: 'u.app_version = ?' },
  columns: {
    checksum: 'u.sha256',
    boxCount: count('true'),
    openCount: count(`b.state in ${OPEN}`),
    appliedCount: count("b.state = 'applied'"),
    failedCount: count("b.state in ('failed', 'missed')"),
  },
  order: 'u.created_at desc, u.id desc',
}));

const getServer = handle(getBoxUpdate, async (tx, { updateId }) => {
  const where = lotCondition(tx.who, 'b').add('b.update_id = ?', updateId);
  const boxes = await tx.query<{
    boxId: string;
    name: string;
    lot: string;
    appVersion: string | null;
    state: BoxUpdateState;
    detail: string | null;
    reportedAt: Date | null;
  }>(
    `select b.box_id, x.name, l.name as lot, x.app_version, b.state, b.detail, b.reported_at
     from box_update_box b
     join box_fact x on x.tenant_id = b.tenant_id and x.id = b.box_id
     join lot_fact l on l.tenant_id = b.tenant_id and l.id = b.lot_id
     where ${where.sql} order by l.name, x.name limit 200`,
    where.values,
  );
  return { boxes };
});

const planServer = handle(planBoxUpdate, async (tx, { boxIds, ...plan }, act) => {
  const ids = [...new Set(boxIds)];
  const boxes = await tx.query<{ id: string; name: string; lotId: string; open: string | null }>(
    `select x.id, x.name, x.lot_id, (select u.app_version from box_update_box b
       join box_update u on u.tenant_id = b.tenant_id and u.id = b.update_id
       where b.tenant_id = x.tenant_id and b.box_id = x.id and b.state in ${OPEN} limit 1) as open
     from box_fact x where x.tenant_id = $1 and x.id = any($2::uuid[])`,
    [tx.tenantId, ids],
  );
  if (boxes.length < ids.length || boxes.some((one) => !coversLot(tx.who, one.lotId)))
    throw notFound(tx.who, box.title);
  if (plan.notAfter <= plan.notBefore || plan.notAfter <= tx.now) throw new Refusal(boxUpdateRefusal['no-window']);
  const busy = boxes.find((one) => one.open !== null);
  if (busy) throw new Refusal(boxUpdateRefusal.planned, { box: busy.name, version: busy.open! });
  const id = await insertPlan(tx, plan, boxes);
  const { appVersion, notBefore, notAfter } = plan;
  tx.emit(boxUpdatePlanned, { lotId: null, subjectId: id, data: { appVersion, boxCount: boxes.length } });
  act.describe({
    subjectKind: 'box-upgrade',
    subjectId: id,
    subject: appVersion,
    after: { appVersion, notBefore, notAfter, boxes: boxes.map((one) => one.name) },
  });
  return { updateId: id };
});

async function insertPlan(
  tx: TenantTx,
  plan: {
    appVersion: string;
    url: string;
    sha256: string;
    sizeBytes: number;
    notBefore: Date;
    notAfter: Date;
    remark: string | null;
  },
  boxes: readonly { readonly id: string; readonly lotId: string }[],
): Promise<string> {
  const { appVersion, url, sha256, sizeBytes, notBefore, notAfter, remark } = plan;
  const id = tx.newId();
  const manifest = JSON.stringify({ Version: appVersion, Sha256: sha256, SizeBytes: sizeBytes });
  await tx.query(
    `insert into box_update (tenant_id, id, created_at, made_by, app_version, url, sha256, size_bytes, manifest, not_before, not_after, remark,
       made_by_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      tx.tenantId,
      id,
      tx.now,
      tx.who.name,
      appVersion,
      url,
      sha256,
      sizeBytes,
      manifest,
      notBefore,
      notAfter,
      remark,
      tx.who.userId,
    ],
  );
  await tx.query(
    `insert into box_update_box (tenant_id, id, update_id, box_id, lot_id, state)
     select $1, b.id, $2, b.box, b.lot, 'planned' from unnest($3::uuid[], $4::uuid[], $5::uuid[]) as b(id, box, lot)`,
    [tx.tenantId, id, boxes.map(() => tx.newId()), boxes.map((one) => one.id), boxes.map((one) => one.lotId)],
  );
  return id;
}

const cancelServer = handle(cancelBoxUpdate, async (tx, { updateId }, act) => {
  const [update] = await tx.query<{ appVersion: string }>(
    'select app_version from box_update where tenant_id = $1 and id = $2 and cancelled_at is null for update',
    [tx.tenantId, updateId],
  );
  const boxes = await tx.query<{ state: BoxUpdateState; lotId: string }>(
    'select state, lot_id from box_update_box where tenant_id = $1 and update_id = $2 for update',
    [tx.tenantId, updateId],
  );
  // Boxes beyond the lots of the caller are nobody else's to stop either.
  if (!boxes.every((one) => coversLot(tx.who, one.lotId)) || (tx.who.lotIds && boxes.length === 0))
    throw notFound(tx.who, cancelBoxUpdate.input.updateId.label);
  const open = boxes.filter((one) => OPEN_STATES.includes(one.state));
  if (!update && boxes.length === 0) throw notFound(tx.who, cancelBoxUpdate.input.updateId.label);
  if (!update || open.length === 0) throw new Refusal(boxUpdateRefusal.ended);
  await tx.query(`update box_update set cancelled_at = $3, cancelled_by = $4 where tenant_id = $1 and id = $2`, [
    tx.tenantId,
    updateId,
    tx.now,
    tx.who.name,
  ]);
  await tx.query(
    `update box_update_box set state = 'cancelled', reported_at = $3 where tenant_id = $1 and update_id = $2 and state in ${OPEN}`,
    [tx.tenantId, updateId, tx.now],
  );
  const { appVersion } = update;
  tx.emit(boxUpdateCancelled, { lotId: null, subjectId: updateId, data: { appVersion, boxCount: open.length } });
  act.describe({ subjectKind: 'box-upgrade', subjectId: updateId, subject: appVersion });
  return {};
});

/** Planning updates. */
export const boxUpdateServers = [getServer, planServer, cancelServer];

/** Updates are kept as long as passings. */
export const retainedUpdates = retainedTable({
  key: 'passing',
  part: 'box updates',
  table: 'box_update',
  condition: `not exists (select from box_update_box b where b.tenant_id = box_update.tenant_id and b.update_id = box_update.id and b.state in ${OPEN})`,
});
