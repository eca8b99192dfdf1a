import {
  choice,
  description,
  instant,
  integer,
  list,
  operation,
  optional,
  permission,
  readOnly,
  reference,
  refusals,
  resource,
  text,
} from '@boyun/kernel/contract';
import { DeviceState } from '../camera/camera.contract.ts';

/** How a box treats cars while the cloud is unreachable. */
export const OfflinePolicy = {
  list: { zh: '按已下发名单放行', en: 'Open for the lists it has' },
  open: { zh: '全部放行', en: 'Open for everybody' },
  hold: { zh: '全部等待人工', en: 'Wait for a person' },
} as const;

/** Whether a box runs the latest configuration it was sent. */
export const ConfigurationState = {
  none: { zh: '未下发', en: 'Not pushed', tone: 'neutral' },
  waiting: { zh: '待确认', en: 'Not yet confirmed', tone: 'warn' },
  confirmed: { zh: '已确认', en: 'Confirmed', tone: 'good' },
} as const;

/** An edge box on site, which controls some lanes and keeps working while the cloud is unreachable. */
export const box = resource('box', {
  title: { zh: '盒子', en: 'Edge boxes' },
  path: '/api/boxManage',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    lotId: reference({ zh: '所属车场', en: 'Parking lot' }, 'lot'),
    serialNo: text({ zh: '序列号', en: 'Serial number' }, { max: 64, pattern: /^[A-Za-z0-9-]+$/ }),
    laneIds: list({ zh: '车道', en: 'Lanes' }, reference({ zh: '车道', en: 'Lane' }, 'lane'), { max: 32 }),
    laneNames: readOnly(text({ zh: '管理的车道', en: 'Its lanes' }, { max: 4000 })),
    heartbeatSeconds: integer({ zh: '心跳间隔（秒）', en: 'Heartbeat (s)' }, { min: 10, max: 300, byDefault: 30 }),
    whenOffline: choice({ zh: '断网时', en: 'When offline' }, OfflinePolicy, { byDefault: 'list' }),
    state: readOnly(choice({ zh: '状态', en: 'State' }, DeviceState, { byDefault: 'never' })),
    lastSeenAt: readOnly(optional(instant({ zh: '最后心跳', en: 'Last heartbeat' }))),
    appVersion: readOnly(optional(text({ zh: '程序版本', en: 'Version' }, { max: 32 }))),
    queueLength: readOnly(optional(integer({ zh: '离线队列', en: 'Offline queue' }))),
    queueCapacity: readOnly(optional(integer({ zh: '队列容量', en: 'Can keep' }, { max: 10_000_000 }))),
    oldestAt: readOnly(optional(instant({ zh: '最早未传记录', en: 'Oldest record' }))),
    clockOffsetMs: readOnly(
      optional(
        integer({ zh: '时钟偏差（毫秒）', en: 'Clock is off by (ms)' }, { min: -2_000_000_000, max: 2_000_000_000 }),
      ),
    ),
    configurationState: readOnly(choice({ zh: '配置', en: 'Configuration' }, ConfigurationState)),
    configurationNumber: readOnly(integer({ zh: '配置版本', en: 'Configuration number' })),
    acknowledgedNumber: readOnly(integer({ zh: '已确认版本', en: 'Confirmed number' })),
    pushedAt: readOnly(optional(instant({ zh: '下发时间', en: 'Pushed' }))),
    acknowledgedAt: readOnly(optional(instant({ zh: '确认时间', en: 'Confirmed' }))),
    remark: description,
  },
  columns: [
    'name',
    'lotId',
    'state',
    'lastSeenAt',
    'queueLength',
    'configurationState',
    'appVersion',
    'serialNo',
    'laneNames',
    'whenOffline',
  ],
  computed: ['laneIds', 'laneNames', 'configurationState'],
  search: { name: 'contains', lotId: 'equals', serialNo: 'prefix', state: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.name,
});

const boxId = reference({ zh: '盒子', en: 'Box' }, 'box');

/** Replaces the secret of a box. The new one is returned only once; the old one is invalid from then on. */
export const rotateBoxSecret = operation('rotate-box-secret', {
  title: { zh: '重置盒子密钥', en: 'New box secret' },
  path: '/api/boxManage/rotateSecret',
  access: permission('box.rotate-secret', { zh: '重置盒子密钥', en: 'Make a new box secret' }),
  needsPassword: { zh: '旧密钥立即失效，是否生成新密钥？', en: 'The old secret stops at once. Make a new one?' },
  input: { boxId },
  output: {
    serialNo: text({ zh: '序列号', en: 'Serial number' }),
    deviceSecret: text({ zh: '密钥', en: 'Secret' }),
    statusPath: text({ zh: '心跳地址', en: 'Heartbeat address' }),
    passingPath: text({ zh: '过车上报地址', en: 'Passing address' }),
  },
  audit: 'box.secret-rotated',
});

/** Publishes the current lanes and rules to a box, which fetches them with its next heartbeat and confirms them. */
export const pushBoxConfiguration = operation('push-box-configuration', {
  title: { zh: '下发盒子配置', en: 'Push configuration to a box' },
  path: '/api/boxManage/pushConfiguration',
  access: permission('box.push-configuration', { zh: '下发盒子配置', en: 'Push configuration to a box' }),
  input: { boxId },
  output: { configurationNumber: integer({ zh: '配置版本', en: 'Configuration number' }) },
  audit: 'box.configuration-pushed',
});

export const boxRefusal = refusals('box', {
  'lane-elsewhere': {
    status: 422,
    zh: '车道“{lane}”不在该车场',
    en: 'Lane "{lane}" is not in this lot',
  },
  'lane-taken': {
    status: 409,
    zh: '车道“{lane}”已由盒子“{box}”管理，请先从该盒子移除',
    en: 'Lane "{lane}" belongs to box "{box}", take it out there first',
  },
  'no-lanes': {
    status: 422,
    zh: '盒子还没有车道，无法下发配置',
    en: 'The box has no lanes yet, there is nothing to push',
  },
});
