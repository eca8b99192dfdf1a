import { Refusal } from '@boyun/kernel/contract';
import {
  byPlate,
  containing,
  coversLot,
  handle,
  hashToken,
  newToken,
  notFound,
  serveReport,
  sql,
  type TenantTx,
} from '@boyun/kernel/server';
import {
  addPos,
  claimPos,
  damagePos,
  handlePosAct,
  losePos,
  pairPos,
  posActList,
  posDevicePage,
  posEventList,
  posRefusal,
  restorePos,
  returnPos,
} from './pos.contract.ts';
import { movePos, notePos, ONLINE_SECONDS, type Pos, requireAct, requirePos } from './pos.service.ts';
import { posActHandled } from './pos-event.contract.ts';
import { IS_SILENT_ON_DUTY } from './pos-health.service.ts';

const subjectOf = ({ id, deviceNo }: Pick<Pos, 'id' | 'deviceNo'>) => ({
  subjectKind: 'pos-device',
  subjectId: id,
  subject: deviceNo,
});

/** Terminals, their history, and what was done with them. */
export const posReports = [
  serveReport(posDevicePage, ({ tx }) => {
    const since = new Date(tx.now.getTime() - ONLINE_SECONDS * 1000);
    const online = sql`case when p.last_seen_at > ${since} then 'online' else 'offline' end`;
    return {
      from: 'pos_device',
      as: 'p',
      joins: 'left join account_fact a on a.tenant_id = p.tenant_id and a.id = p.collector_id',
      lot: 'p.lot_id',
      own: 'p.collector_id = ?',
      filters: {
        deviceNo: containing('p.device_no'),
        collector: containing('a.name'),
        online: (asked) => sql`(${online}) = ${asked}`,
        isSilent: `${IS_SILENT_ON_DUTY} = ?`,
      },
      columns: { online, collector: 'a.name', isPaired: 'p.secret_hash is not null' },
      order: 'p.device_no',
    };
  }),
  serveReport(posEventList, {
    from: 'pos_event',
    as: 'e',
    joins: `join pos_device p on p.tenant_id = e.tenant_id and p.id = e.device_id
      left join account_fact a on a.tenant_id = e.tenant_id and a.id = e.collector_id`,
    lot: 'e.lot_id',
    own: 'e.collector_id = ?',
    filters: { deviceId: 'e.device_id::text = ?' },
    period: 'e.at',
    columns: { deviceNo: 'p.device_no', collector: 'a.name' },
    order: 'e.at desc, e.id desc',
  }),
  serveReport(posActList, ({ who }) => ({
    from: 'pos_act',
    as: 'c',
    joins: 'join pos_device p on p.tenant_id = c.tenant_id and p.id = c.device_id',
    lot: 'c.lot_id',
    own: 'c.account_id = ?',
    filters: { plate: byPlate('c.plate') },
    period: 'c.received_at',
    columns: { deviceNo: 'p.device_no', reason: `c.reason_${who.language}` },
    order: 'c.received_at desc, c.id desc',
    totals: { cashFen: 'c.cash_fen' },
  })),
];

/** Adding terminals and handing them out. */
export const posServers = [
  handle(addPos, async (tx, { deviceNo, lotId, model, remark }, act) => {
    await requireLotOfCaller(tx, lotId);
    const id = tx.newId();
    const made = await tx.query(
      `insert into pos_device (tenant_id, id, device_no, lot_id, model, remark, status_at, status_by, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $7) on conflict (tenant_id, device_no) do nothing returning id`,
      [tx.tenantId, id, deviceNo, lotId, model, remark, tx.now, tx.who.name],
    );
    if (made.length === 0) throw new Refusal(posRefusal['number-taken'], { number: deviceNo });
    await notePos(tx, { id, deviceNo, lotId }, 'added', { collectorId: null, note: remark });
    act.describe(subjectOf({ id, deviceNo }));
    return { id };
  }),
  handle(pairPos, async (tx, { deviceId }, act) => {
    const pos = await requirePos(tx, deviceId);
    requireAct(tx, pos, 'pair');
    const terminal = newToken(tx.tenantId);
    await tx.query('update pos_device set secret_hash = $3 where tenant_id = $1 and id = $2', [
      tx.tenantId,
      pos.id,
      hashToken(terminal),
    ]);
    await notePos(tx, pos, 'paired', { collectorId: pos.collectorId, note: null });
    const [tenant] = await tx.query<{ code: string }>('select code from tenant where id = $1', [tx.tenantId]);
    act.describe({ ...subjectOf(pos), after: {} });
    return { deviceNo: pos.deviceNo, terminal, appPath: `/pos/${tenant!.code}` };
  }),
  handle(claimPos, async (tx, { deviceId, collectorId, note }, act) => {
    const pos = await requirePos(tx, deviceId);
    const [collector] = await tx.query<{ name: string }>(
      'select name from account_fact where tenant_id = $1 and id = $2',
      [tx.tenantId, collectorId],
    );
    if (!collector) throw notFound(tx.who, { zh: '收费员', en: 'Collector' });
    await movePos(tx, pos, 'claim', { collectorId, note });
    act.describe({ ...subjectOf(pos), after: { collector: collector.name, note } });
    return {};
  }),
  ...(
    [
      [returnPos, 'return'],
      [damagePos, 'damage'],
      [losePos, 'lose'],
      [restorePos, 'restore'],
    ] as const
  ).map(([operation, step]) =>
    handle(operation, async (tx, { deviceId, note }, act) => {
      const pos = await requirePos(tx, deviceId);
      await movePos(tx, pos, step, { note });
      act.describe({ ...subjectOf(pos), after: { note } });
      return {};
    }),
  ),
  handle(handlePosAct, async (tx, { id, note }, act) => {
    const [row] = await tx.query<{ lotId: string; plate: string | null }>(
      `update pos_act set state = 'handled', handled_at = $3, handled_by = $4, note = $5
       where tenant_id = $1 and id::text = $2 and state = 'refused' returning lot_id, plate`,
      [tx.tenantId, id, tx.now, tx.who.name, note],
    );
    if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, { zh: '待处理的操作', en: 'Work to settle' });
    tx.emit(posActHandled, { lotId: row.lotId, subjectId: id, data: { note } });
    act.describe({ subjectKind: 'pos-act', subjectId: id, subject: row.plate ?? '', after: { note } });
    return {};
  }),
];

async function requireLotOfCaller(tx: TenantTx, lotId: string): Promise<void> {
  const [lot] = coversLot(tx.who, lotId)
    ? await tx.query('select from lot_fact where tenant_id = $1 and id = $2', [tx.tenantId, lotId])
    : [];
  if (!lot) throw notFound(tx.who, { zh: '车场', en: 'Parking lot' });
}
