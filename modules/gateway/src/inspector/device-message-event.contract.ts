import { choice, event, reference, text } from '@boyun/kernel/contract';
import { ReplayResult } from './device-message.contract.ts';

/** A message was replayed. */
export const deviceMessageReplayed = event('device-message.replayed', {
  label: { zh: '重放协议报文', en: 'A protocol message was replayed' },
  fields: {
    messageId: text({ zh: '报文编号', en: 'Message' }, { max: 64 }),
    cameraId: reference({ zh: '相机编号', en: 'Camera' }, 'camera'),
    result: choice({ zh: '结果', en: 'Result' }, ReplayResult),
  },
});
