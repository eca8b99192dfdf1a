import { event, reference } from '@boyun/kernel/contract';

/** The map of a camera was set up. */
export const cameraMapSaved = event('camera.map-saved', {
  label: { zh: '设置字段映射', en: 'The mapping of a camera was set up' },
  fields: { cameraId: reference({ zh: '相机编号', en: 'Camera' }, 'camera') },
});
