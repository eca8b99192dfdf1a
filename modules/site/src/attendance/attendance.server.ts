import { lot } from '@boyun/facilities/contract';
import { kernelRefusal, Refusal, type ReportRow } from '@boyun/kernel/contract';
import {
  answer,
  coversLot,
  escapeLike,
  handle,
  lotCondition,
  pageOf,
  sizeOf,
  type TenantTx,
} from '@boyun/kernel/server';
import {
  attendanceList,
  attendanceRefusal,
  getOwnAttendance,
  signInToWork,
  signOutOfWork,
} from './attendance.contract.ts';

/** Where the caller is signed in. */
async function findOpen(tx: TenantTx) {
  const [row] = await tx.query<{ lotName: string; signedInAt: Date }>(
    `select l.name as "lotName", t.signed_in_at as "signedInAt"
     from attendance t join lot l on l.tenant_id = t.tenant_id and l.id = t.lot_id
     where t.tenant_id = $1 and t.account_id = $2 and t.signed_out_at is null`,
    [tx.tenantId, tx.who.userId],
  );
  return row ?? null;
}

export const attendanceListServer = answer(attendanceList, async (tx, filters, paging) => {
  const where = lotCondition(tx.who, 't')
    .add('a.name ilike ?', filters.name && `%${escapeLike(filters.name)}%`)
    .add('t.lot_id = ?', filters.lotId)
    .add('t.signed_in_at >= ?', filters.from)
    .add('t.signed_in_at <= ?', filters.to);
  const from = 'attendance t join account a on a.tenant_id = t.tenant_id and a.id = t.account_id';
  const size = await sizeOf(tx, from, where);
  const rows = await tx.query<ReportRow<typeof attendanceList>>(
    `select t.id, a.name, t.lot_id as "lotId", t.signed_in_at as "signedInAt", t.in_place as "inPlace",
       t.signed_out_at as "signedOutAt", t.out_place as "outPlace", t.device,
       floor(extract(epoch from t.signed_out_at - t.signed_in_at) / 60)::int as minutes
     from ${from} where ${where.sql} order by t.signed_in_at desc, t.id desc ${pageOf(paging)}`,
    where.values,
  );
  return { rows, ...size };
});

/** The acts of coming to work and going home. */
export const attendanceServers = [
  handle(getOwnAttendance, async (tx) => {
    const open = tx.who.userId ? await findOpen(tx) : null;
    return { attendance: open };
  }),
  handle(signInToWork, async (tx, { lotId, place, device }, act) => {
    const [at] = coversLot(tx.who, lotId)
      ? await tx.query<{ name: string }>('select name from lot where tenant_id = $1 and id = $2', [tx.tenantId, lotId])
      : [];
    if (!at) throw new Refusal(kernelRefusal['not-found'], { what: lot.title[tx.who.language] });
    const id = tx.newId();
    const made = await tx.query(
      `insert into attendance (tenant_id, id, account_id, lot_id, signed_in_at, in_place, device)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (tenant_id, account_id) where signed_out_at is null do nothing returning id`,
      [tx.tenantId, id, tx.who.userId, lotId, tx.now, place, device],
    );
    if (made.length === 0)
      throw new Refusal(attendanceRefusal['signed-in'], { lot: (await findOpen(tx))?.lotName ?? '' });
    act.describe({ subjectKind: 'attendance', subjectId: id, subject: tx.who.name, after: { place, device } });
    tx.emit({ kind: 'attendance.signed-in', lotId, subjectId: id, data: { accountId: tx.who.userId } });
    return { attendanceId: id };
  }),
  handle(signOutOfWork, async (tx, { place }, act) => {
    const [open] = await tx.query<{ id: string; lotId: string; signedInAt: Date }>(
      `update attendance set signed_out_at = $3, out_place = $4
       where tenant_id = $1 and account_id = $2 and signed_out_at is null
       returning id, lot_id as "lotId", signed_in_at as "signedInAt"`,
      [tx.tenantId, tx.who.userId, tx.now, place],
    );
    if (!open) throw new Refusal(attendanceRefusal['signed-out']);
    const minutes = Math.floor((tx.now.getTime() - open.signedInAt.getTime()) / 60_000);
    const { id, lotId } = open;
    act.describe({ subjectKind: 'attendance', subjectId: id, subject: tx.who.name, after: { place, minutes } });
    tx.emit({ kind: 'attendance.signed-out', lotId, subjectId: id, data: { accountId: tx.who.userId, minutes } });
    return { minutes };
  }),
];
