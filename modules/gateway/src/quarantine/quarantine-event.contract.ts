import { event, integer, optional, reference, text } from '@boyun/kernel/contract';

const quarantineId = reference({ zh: '隔离消息', en: 'Quarantined message' }, 'quarantine');
const cameraId = optional(reference({ zh: '相机编号', en: 'Camera' }, 'camera'));

/** A message of a device could not be taken. */
export const deviceRefused = event('device.refused', {
  label: { zh: '设备消息被隔离', en: 'A message of a device was quarantined' },
  fields: {
    quarantineId,
    cameraId,
    reason: text({ zh: '原因', en: 'Reason' }, { max: 255 }),
    path: text({ zh: '路径', en: 'Path' }, { max: 512 }),
  },
});

/** A quarantined message was taken after all. */
export const quarantineReplayed = event('quarantine.replayed', {
  label: { zh: '重放隔离消息', en: 'A quarantined message was replayed' },
  fields: { quarantineId, cameraId },
});

/** A quarantined message was discarded. */
export const quarantineDiscarded = event('quarantine.discarded', {
  label: { zh: '丢弃隔离消息', en: 'A quarantined message was discarded' },
  fields: { quarantineId, cameraId },
});

/** The oldest quarantined messages were removed to stay within the limits. */
export const quarantineForgotten = event('quarantine.forgotten', {
  label: { zh: '清理隔离消息', en: 'Quarantined messages were removed' },
  fields: { count: integer({ zh: '数量', en: 'Count' }) },
});
