import type { ReportRow } from '@boyun/kernel/contract';
import { handleReport, lotCondition, sizeOf } from '@boyun/kernel/server';
import { cameraMessageList } from './camera-message.contract.ts';

export const cameraMessageListServer = handleReport(cameraMessageList, async (tx, filters, paging) => {
  const where = lotCondition(tx.who, 'm')
    .add('m.camera_id = ?', filters.cameraId)
    .add('m.lot_id = ?', filters.lotId)
    .add('m.kind = ?', filters.kind)
    .within('m.id', 'm.received_at', filters);
  const size = await sizeOf(tx, 'camera_message m', where);
  const rows = await tx.query<ReportRow<typeof cameraMessageList>>(
    `select m.id, m.received_at as "receivedAt", m.camera_id as "cameraId", m.lot_id as "lotId", m.kind, m.channel,
       m.picture, m.data
     from camera_message m where ${where.sql} order by m.received_at desc, m.id desc`,
    where.values,
    paging,
  );
  return { rows, ...size };
});
