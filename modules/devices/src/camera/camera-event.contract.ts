import { event, optional, reference, text } from '@boyun/kernel/contract';
import { stateNotices } from '../notice/state-notice.contract.ts';
import { camera } from './camera.contract.ts';

const cameraId = reference({ zh: '相机编号', en: 'Camera' }, 'camera');
const fields = {
  cameraId,
  laneId: optional(reference({ zh: '车道编号', en: 'Lane' }, 'lane')),
  name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
};
const live = { access: [camera.can.list] };
const notices = stateNotices({ zh: '设备', en: 'Device' }, '/_cloud_device/camera');

/** A camera went offline. */
export const deviceOffline = event('device.offline', {
  label: { zh: '设备离线', en: 'A device fell silent' },
  fields,
  live,
  publishedAs: { name: 'device.offline', label: { zh: '设备离线', en: 'A device fell silent' }, fields },
  push: notices.offline,
});

/** A camera came back online. */
export const deviceOnline = event('device.online', {
  label: { zh: '设备恢复在线', en: 'A device was heard again' },
  fields,
  live,
  publishedAs: { name: 'device.online', label: { zh: '设备恢复在线', en: 'A device was heard again' }, fields },
  push: notices.online,
});

/** The serial number of a camera became known and is required from now on. */
export const serialPinned = event('camera.serial-pinned', {
  label: { zh: '绑定相机序列号', en: 'The serial number of a camera was pinned' },
  fields: { cameraId, serialNo: text({ zh: '序列号', en: 'Serial number' }, { max: 64 }) },
});

/** The address at which a camera is called was set. */
export const cameraAccessSet = event('camera.access-set', {
  label: { zh: '设置相机控制地址', en: 'The control address of a camera was set' },
  fields: { cameraId },
});

/** The secret of a camera was replaced. */
export const cameraSecretRotated = event('camera.secret-rotated', {
  label: { zh: '更换相机密钥', en: 'The secret of a camera was changed' },
  fields: { cameraId },
});
