import { event, integer, reference } from '@boyun/kernel/contract';
import { nameOfThing, stateEvents } from '../notice/state-event.contract.ts';
import { box } from './box.contract.ts';

const boxId = reference({ zh: '盒子编号', en: 'Edge box' }, 'box');
const fields = { boxId, name: nameOfThing };

const states = stateEvents('box.offline', 'box.online', {
  what: { zh: '盒子', en: 'Edge box' },
  one: 'An edge box',
  fields,
  access: box.can.list,
  path: '/_cloud_basic/boxManage',
  isPublished: true,
});

/** A box came back online. */
export const boxOnline = states.online;

/** A box went offline. */
export const boxOffline = states.offline;

/** More records wait on a box than should. */
export const boxQueueFull = event('box.queue-full', {
  label: { zh: '盒子离线队列积压', en: 'Too many records wait on an edge box' },
  fields: { ...fields, queueLength: integer({ zh: '积压', en: 'Waiting' }) },
});

/** A box has caught up. */
export const boxQueueCleared = event('box.queue-cleared', {
  label: { zh: '盒子离线队列已清', en: 'An edge box has caught up' },
  fields,
});

/** The clock of a box is off by more than half a minute. */
export const boxClockWrong = event('box.clock-wrong', {
  label: { zh: '盒子时钟偏差', en: 'The clock of an edge box is wrong' },
  fields: {
    ...fields,
    offSeconds: integer({ zh: '偏差（秒）', en: 'Off by (s)' }, { min: -2_000_000, max: 2_000_000 }),
  },
});

/** The clock of a box is right again. */
export const boxClockFine = event('box.clock-fine', {
  label: { zh: '盒子时钟恢复', en: 'The clock of an edge box is right again' },
  fields,
});

/** A box confirmed its configuration. */
export const boxConfirmed = event('box.configuration-confirmed', {
  label: { zh: '盒子确认配置', en: 'An edge box confirmed its configuration' },
  fields: { ...fields, number: integer({ zh: '配置号', en: 'Number of the configuration' }) },
});

/** The secret of a box was replaced. */
export const boxSecretRotated = event('box.secret-rotated', {
  label: { zh: '更换盒子密钥', en: 'The secret of an edge box was changed' },
  fields: { boxId },
});

/** A configuration was sent to a box. */
export const boxConfigured = event('box.configuration-pushed', {
  label: { zh: '下发盒子配置', en: 'An edge box was configured' },
  fields: { boxId, configurationNumber: integer({ zh: '配置号', en: 'Number of the configuration' }) },
});
