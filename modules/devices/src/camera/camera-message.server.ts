import { serveReport } from '@boyun/kernel/server';
import { cameraMessageList } from './camera-message.contract.ts';

export const cameraMessageListServer = serveReport(cameraMessageList, {
  from: 'camera_message',
  as: 'm',
  lot: 'm.lot_id',
  own: null,
  period: { at: 'm.received_at', id: 'm.id' },
  sorts: { receivedAt: 'm.id' },
  order: 'm.received_at desc, m.id desc',
});
