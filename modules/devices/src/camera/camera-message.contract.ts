import { choice, file, instant, integer, optional, reference, report, text } from '@boyun/kernel/contract';
import { camera } from './camera.contract.ts';

/** Kinds of camera messages other than passings. */
export const MessageKind = {
  snapshot: { zh: '抓拍图片', en: 'Snapshot' },
  serial: { zh: '串口数据', en: 'Serial data' },
} as const;
export type MessageKind = keyof typeof MessageKind;

/** Snapshots of cameras and data from their serial lines, newest first; kept for thirty days. */
export const cameraMessageList = report('camera-message', {
  title: { zh: '相机上报', en: 'Messages of cameras' },
  path: '/api/camera/getMessages',
  access: camera.can.list,
  alwaysSortable: ['receivedAt'],
  filters: {
    cameraId: optional(reference({ zh: '相机', en: 'Camera' }, 'camera')),
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    kind: optional(choice({ zh: '类型', en: 'Kind' }, MessageKind)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    receivedAt: instant({ zh: '收到时间', en: 'Received' }),
    cameraId: reference({ zh: '相机', en: 'Camera' }, 'camera'),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    kind: choice({ zh: '类型', en: 'Kind' }, MessageKind),
    channel: optional(integer({ zh: '串口', en: 'Serial line' }, { max: 255 })),
    picture: optional(file({ zh: '图片', en: 'Picture' })),
    data: optional(text({ zh: '数据（十六进制）', en: 'Data (hex)' }, { max: 4096 })),
  },
});
