import {
  choice,
  description,
  flag,
  instant,
  integer,
  inUse,
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

/** Whether a car was heard of lately. */
export const CarState = {
  never: { zh: '未连接', en: 'Never seen', tone: 'neutral' },
  online: { zh: '在线', en: 'Online', tone: 'good' },
  offline: { zh: '离线', en: 'Offline', tone: 'neutral' },
} as const;

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');

/** A car with a camera that patrols lots and streets. */
export const patrolCar = resource('patrol-car', {
  title: { zh: '巡逻车', en: 'Patrol cars' },
  path: '/api/patrolCar',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    serialNo: text(
      { zh: '设备序列号', en: 'Serial number' },
      {
        max: 64,
        pattern: /^[A-Za-z0-9-]+$/,
        hint: { zh: '车载终端签名时使用的序列号', en: 'The number its device signs with' },
      },
    ),
    lotIds: {
      ...list({ zh: '巡逻车场', en: 'Lots' }, lotId, { min: 1, max: 200 }),
      hint: {
        zh: '看到的车辆归入其中最近的车场，或上报中写明的车场',
        en: 'A car that is seen belongs to the nearest of them, or to the one the report names',
      },
    },
    canOpenOrders: flag(
      { zh: '无订单时建单', en: 'Opens orders' },
      {
        byDefault: true,
        hint: {
          zh: '路侧车位上看到没有订单的车辆时直接建单；否则转人工处理',
          en: 'For a car without an order on a roadside spot; otherwise a person decides',
        },
      },
    ),
    isEnabled: inUse,
    state: readOnly(choice({ zh: '状态', en: 'State' }, CarState)),
    lastSeenAt: readOnly(optional(instant({ zh: '最后联系', en: 'Last contact' }))),
    positionedAt: readOnly(optional(instant({ zh: '最后定位', en: 'Last position' }))),
    clockOffsetSeconds: readOnly(
      optional(integer({ zh: '时钟偏差（秒）', en: 'Clock is behind (s)' }, { min: -100_000, max: 100_000 })),
    ),
    remark: description,
  },
  columns: ['name', 'plate', 'state', 'lastSeenAt', 'positionedAt', 'lotIds', 'canOpenOrders', 'serialNo', 'isEnabled'],
  computed: ['state'],
  search: { name: 'contains', serialNo: 'prefix', lotIds: 'has', isEnabled: 'equals' },
  lotField: 'lotIds',
  isSeenWhole: true,
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
});

/** Replaces the secret of a car. The new one is returned only once; the old one is invalid from then on. */
export const rotatePatrolSecret = operation('rotate-patrol-secret', {
  title: { zh: '重置巡逻车密钥', en: 'New patrol-car secret' },
  path: '/api/patrolCar/rotateSecret',
  access: permission('patrol-car.rotate-secret', { zh: '重置巡逻车密钥', en: 'Make a new patrol-car secret' }),
  needsPassword: { zh: '旧密钥立即失效，是否生成新密钥？', en: 'The old secret stops at once. Make a new one?' },
  input: { carId: reference({ zh: '巡逻车', en: 'Patrol car' }, 'patrol-car') },
  output: {
    serialNo: text({ zh: '序列号', en: 'Serial number' }),
    deviceSecret: text({ zh: '签名密钥', en: 'Signing secret' }),
    sightingPath: text({ zh: '车牌上报地址', en: 'Address for plates' }),
    positionPath: text({ zh: '位置上报地址', en: 'Address for positions' }),
    tourPath: text({ zh: '出车收车地址', en: 'Address for tours' }),
  },
  audit: 'patrol-car.secret-rotated',
});

export const patrolCarRefusal = refusals('patrol-car', {
  'has-tours': {
    status: 409,
    zh: '该车已有巡逻记录，请停用而不是删除',
    en: 'The car has tours already: take it out of use instead',
  },
});
