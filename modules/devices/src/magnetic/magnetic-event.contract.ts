import { choice, event, instant, integer, optional, reference } from '@boyun/kernel/contract';
import { nameOfThing, stateEvents } from '../notice/state-event.contract.ts';
import { magnetic, QuietKind } from './magnetic.contract.ts';

const magneticId = reference({ zh: '地磁编号', en: 'Detector' }, 'magnetic');
const fields = { magneticId, name: nameOfThing };
const states = stateEvents('magnetic.offline', 'magnetic.online', {
  what: { zh: '地磁', en: 'Detector' },
  one: 'A detector',
  fields,
  access: magnetic.can.list,
  path: '/_cloud_device/magnetic',
});

/** A detector was not heard of for three heartbeats. */
export const magneticOffline = states.offline;

/** A detector was heard of again. */
export const magneticOnline = states.online;

/** The battery of a detector is low. */
export const magneticBatteryLow = event('magnetic.battery-low', {
  label: { zh: '地磁电量低', en: 'The battery of a detector is low' },
  fields: { ...fields, batteryPercent: integer({ zh: '电量 %', en: 'Battery, %' }) },
});

/** The battery of a detector was changed. */
export const magneticBatteryFine = event('magnetic.battery-fine', {
  label: { zh: '地磁电量恢复', en: 'The battery of a detector has recovered' },
  fields,
});

/** A detector was bound to a spot, or to none. */
export const magneticBound = event('magnetic.bound', {
  label: { zh: '地磁绑定车位', en: 'A detector was bound to a spot' },
  fields: { ...fields, spotId: optional(reference({ zh: '车位', en: 'Spot' }, 'spot')) },
});

/** A test or a mute of a detector began, or ended. */
export const magneticQuieted = event('magnetic.quieted', {
  label: { zh: '地磁测试、屏蔽或恢复', en: 'A detector was tested, muted or resumed' },
  fields: {
    ...fields,
    quietKind: optional(choice({ zh: '测试/屏蔽', en: 'Test or mute' }, QuietKind)),
    until: optional(instant({ zh: '截至', en: 'Until' })),
  },
});

/** The secret of a detector was replaced. */
export const magneticSecretRotated = event('magnetic.secret-rotated', {
  label: { zh: '更换地磁密钥', en: 'The secret of a detector was changed' },
  fields: { magneticId },
});
