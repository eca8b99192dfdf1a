import {
  choice,
  group,
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
import { CameraProtocol } from './protocol.contract.ts';

/** Whether a device is online. */
export const DeviceState = {
  never: { zh: '从未连接', en: 'Never connected', tone: 'neutral' },
  online: { zh: '在线', en: 'Online', tone: 'good' },
  offline: { zh: '离线', en: 'Offline', tone: 'bad' },
} as const;

/** A plate-reading camera of a lane. */
export const camera = resource('camera', {
  title: { zh: '相机', en: 'Cameras' },
  path: '/api/camera',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    laneId: reference({ zh: '所属车道', en: 'Lane' }, 'lane'),
    lotId: readOnly(reference({ zh: '所属车场', en: 'Parking lot' }, 'lot')),
    protocol: choice({ zh: '协议', en: 'Protocol' }, CameraProtocol, { byDefault: 'vzenith-http' }),
    serialNo: optional(
      text(
        { zh: '序列号', en: 'Serial number' },
        {
          max: 64,
          pattern: /^[A-Za-z0-9_-]+$/,
          hint: { zh: '留空则以首次上报为准并锁定', en: 'Empty: the first one reported is pinned' },
        },
      ),
    ),
    networkAddress: optional(text({ zh: '网络地址', en: 'Network address' }, { max: 64 })),
    state: readOnly(choice({ zh: '状态', en: 'State' }, DeviceState, { byDefault: 'never' })),
    lastSeenAt: readOnly(optional(instant({ zh: '最后心跳', en: 'Last heartbeat' }))),
    lastEventAt: readOnly(optional(instant({ zh: '最后过车', en: 'Last passing' }))),
    readPercent: readOnly(optional(integer({ zh: '识别率 %', en: 'Read right, %' }, { max: 100 }))),
    meanConfidence: readOnly(optional(integer({ zh: '平均置信度', en: 'Mean confidence' }, { max: 100 }))),
    aheadSeconds: readOnly(
      optional(integer({ zh: '时钟偏差（秒）', en: 'Clock ahead by (s)' }, { min: -2_147_483_648 })),
    ),
    callUrl: readOnly(optional(text({ zh: '控制地址', en: 'Control address' }, { max: 200 }))),
    callError: readOnly(optional(text({ zh: '最近控制失败', en: 'Last failed call' }, { max: 200 }))),
  },
  columns: [
    'name',
    'lotId',
    'laneId',
    'protocol',
    'serialNo',
    'state',
    'lastSeenAt',
    'lastEventAt',
    'readPercent',
    'meanConfidence',
    'aheadSeconds',
    'networkAddress',
    'callUrl',
    'callError',
  ],
  order: [{ field: 'lotId' }, { field: 'name' }],
  search: { name: 'contains', lotId: 'equals', laneId: 'equals', serialNo: 'prefix', state: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.name,
});

/** Replaces token and secret of a camera. The new ones are returned only once; the old ones are invalid from then on. */
export const rotateCameraSecret = operation('rotate-camera-secret', {
  title: { zh: '重置相机密钥', en: 'New camera secret' },
  path: '/api/camera/rotateSecret',
  access: permission('camera.rotate-secret', { zh: '重置相机密钥', en: 'Make a new camera secret' }),
  needsPassword: { zh: '旧密钥立即失效，是否生成新密钥？', en: 'The old secret stops at once. Make a new one?' },
  input: { cameraId: reference({ zh: '相机', en: 'Camera' }, 'camera') },
  output: {
    token: text({ zh: '令牌', en: 'Token' }),
    deviceSecret: text({ zh: '密钥', en: 'Secret' }),
    addresses: list(
      { zh: '接入地址', en: 'Addresses' },
      group(
        { zh: '接入地址', en: 'Address' },
        { name: text({ zh: '名称', en: 'Name' }), path: text({ zh: '路径', en: 'Path' }) },
      ),
    ),
  },
  audit: 'camera.secret-rotated',
});

/** Why a device or an act on one is refused. */
export const deviceRefusal = refusals('device', {
  unknown: { status: 401, zh: '未知设备', en: 'Unknown device' },
  'wrong-serial': { status: 401, zh: '序列号与登记不符', en: 'The serial number is not the registered one' },
  'bad-signature': { status: 401, zh: '签名错误', en: 'The signature is wrong' },
  'old-timestamp': { status: 401, zh: '时间戳超出允许范围', en: 'The timestamp is too far from now' },
  malformed: { status: 400, zh: '报文格式错误：{reason}', en: 'Malformed message: {reason}' },
  'no-camera': {
    status: 422,
    zh: '车道“{lane}”没有能控制道闸的设备，无法远程开关闸；只上报识别结果的相机需另配盒子或带继电器的相机',
    en: 'Lane "{lane}" has no device that moves its barrier. Cameras that only report need a box or a camera with a relay beside them',
  },
});
