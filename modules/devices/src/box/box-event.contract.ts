import { event, integer, reference, text } from '@boyun/kernel/contract';
import { stateNotices } from '../notice/state-notice.contract.ts';
import { box } from './box.contract.ts';

const boxId = reference({ zh: '盒子编号', en: 'Edge box' }, 'box');
const fields = { boxId, name: text({ zh: '名称', en: 'Name' }, { max: 64 }) };

const live = { access: [box.can.list] };
const notices = stateNotices({ zh: '盒子', en: 'Edge box' }, '/_cloud_basic/boxManage');

/** A box came back online. */
export const boxOnline = event('box.online', {
  label: { zh: '盒子恢复在线', en: 'An edge box came back online' },
  fields,
  live,
  publishedAs: { name: 'box.online', label: { zh: '盒子恢复在线', en: 'An edge box came back online' }, fields },
  push: notices.online,
});

/** A box went offline. */
export const boxOffline = event('box.offline', {
  label: { zh: '盒子离线', en: 'An edge box went offline' },
  fields,
  live,
  publishedAs: { name: 'box.offline', label: { zh: '盒子离线', en: 'An edge box went offline' }, fields },
  push: notices.offline,
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
