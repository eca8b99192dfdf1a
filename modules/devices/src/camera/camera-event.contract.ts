import {
  type EventData,
  event,
  lotPlaceholder,
  optional,
  reference,
  text,
  timePlaceholder,
} from '@boyun/kernel/contract';
import { camera } from './camera.contract.ts';

const cameraId = reference({ zh: '相机编号', en: 'Camera' }, 'camera');
const fields = {
  cameraId,
  laneId: optional(reference({ zh: '车道编号', en: 'Lane' }, 'lane')),
  name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
};
const live = { access: [camera.can.list] };
const push = {
  placeholders: {
    device: { label: { zh: '设备', en: 'Device' }, value: (data: EventData<typeof fields>) => data.name },
    lot: lotPlaceholder,
    time: timePlaceholder,
  },
  path: '/_cloud_device/camera',
  message: 'alarm',
} as const;

/** A camera went offline. */
export const deviceOffline = event('device.offline', {
  label: { zh: '设备离线', en: 'A device fell silent' },
  fields,
  live,
  publishedAs: { name: 'device.offline', label: { zh: '设备离线', en: 'A device fell silent' }, fields },
  push: {
    ...push,
    title: { zh: '设备离线：{device}', en: 'Device offline: {device}' },
    body: {
      zh: '{lot}的设备“{device}”自{time}起没有心跳，请检查电源与网络。',
      en: '"{device}" at {lot} has been offline since {time}. Check its power and network.',
    },
  },
});

/** A camera came back online. */
export const deviceOnline = event('device.online', {
  label: { zh: '设备恢复在线', en: 'A device was heard again' },
  fields,
  live,
  publishedAs: { name: 'device.online', label: { zh: '设备恢复在线', en: 'A device was heard again' }, fields },
  push: {
    ...push,
    title: { zh: '设备恢复：{device}', en: 'Device back: {device}' },
    body: { zh: '{lot}的设备“{device}”已于{time}恢复。', en: '"{device}" at {lot} has been back online since {time}.' },
  },
});

/** The serial number of a camera became known and is required from now on. */
export const serialPinned = event('camera.serial-pinned', {
  label: { zh: '绑定相机序列号', en: 'The serial number of a camera was pinned' },
  fields: { cameraId, serialNo: text({ zh: '序列号', en: 'Serial number' }, { max: 64 }) },
});

/** The secret of a camera was replaced. */
export const cameraSecretRotated = event('camera.secret-rotated', {
  label: { zh: '更换相机密钥', en: 'The secret of a camera was changed' },
  fields: { cameraId },
});
