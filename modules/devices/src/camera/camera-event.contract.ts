import { event, optional, reference, text } from '@boyun/kernel/contract';
import { nameOfThing, stateEvents } from '../notice/state-event.contract.ts';
import { camera } from './camera.contract.ts';

const cameraId = reference({ zh: '相机编号', en: 'Camera' }, 'camera');
const fields = {
  cameraId,
  laneId: optional(reference({ zh: '车道编号', en: 'Lane' }, 'lane')),
  name: nameOfThing,
};
const states = stateEvents('device.offline', 'device.online', {
  what: { zh: '设备', en: 'Device' },
  one: 'A device',
  fields,
  access: camera.can.list,
  path: '/_cloud_device/camera',
  isPublished: true,
});

/** A camera went offline. */
export const deviceOffline = states.offline;

/** A camera came back online. */
export const deviceOnline = states.online;

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

/** A camera could not be called, or did not do what it was told. */
export const cameraCallFailed = event('camera.call-failed', {
  label: { zh: '相机控制失败', en: 'A camera could not be controlled' },
  fields: { ...fields, reason: text({ zh: '原因', en: 'Reason' }, { max: 200 }) },
});

/** A camera that could not be called answers again. */
export const cameraCallWorks = event('camera.call-works', {
  label: { zh: '相机控制恢复', en: 'A camera can be controlled again' },
  fields,
});

/** The secret of a camera was replaced. */
export const cameraSecretRotated = event('camera.secret-rotated', {
  label: { zh: '更换相机密钥', en: 'The secret of a camera was changed' },
  fields: { cameraId },
});
