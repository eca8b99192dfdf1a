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
import { DeviceState } from '../camera/camera.contract.ts';

/** What a screen is for. */
export const ScreenKind = {
  lane: { zh: '车道屏', en: 'Lane screen' },
  guidance: { zh: '余位引导屏', en: 'Guidance screen' },
} as const;

/** How a screen is reached. */
export const ScreenRoute = {
  camera: { zh: '相机串口透传（RS-485）', en: 'Through the camera (RS-485)' },
  tcp: { zh: '网络（TCP）', en: 'Network (TCP)' },
} as const;

/** The frames its control card takes. */
export const ScreenCard = {
  'card-64ff': { zh: '64FF 协议卡（OLM 等）', en: '64FF card (OLM and others)' },
  'card-aa55': { zh: 'AA55 协议卡（华夏相机配套）', en: 'AA55 card (sold with Huaxia)' },
  plain: { zh: '简单帧（STX/ETX）', en: 'Plain frames (STX/ETX)' },
} as const;

/** A LED screen of a lane, or one that shows free spots. */
export const screen = resource('screen', {
  title: { zh: '显示屏', en: 'Screens' },
  path: '/api/screen',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    lotId: reference({ zh: '所属车场', en: 'Parking lot' }, 'lot'),
    kind: choice({ zh: '类型', en: 'Kind' }, ScreenKind, { byDefault: 'lane' }),
    laneId: optional(reference({ zh: '车道', en: 'Lane' }, 'lane')),
    garageIds: {
      ...list({ zh: '统计区域', en: 'Counted areas' }, reference({ zh: '区域', en: 'Area' }, 'garage'), { max: 20 }),
      hint: { zh: '引导屏用；不选表示全场', en: 'For guidance screens; none for the whole lot' },
    },
    route: choice({ zh: '连接方式', en: 'Connection' }, ScreenRoute, { byDefault: 'camera' }),
    format: choice({ zh: '控制卡协议', en: 'Control card' }, ScreenCard, { byDefault: 'card-64ff' }),
    channel: integer({ zh: '相机串口', en: 'Serial line' }, { max: 7, byDefault: 0 }),
    address: optional(text({ zh: '地址', en: 'Address' }, { max: 64, pattern: /^[A-Za-z0-9.:-]+$/ })),
    port: optional(integer({ zh: '端口', en: 'Port' }, { min: 1, max: 65_535 })),
    isSpeaking: {
      ...flag({ zh: '由屏播报语音', en: 'The screen speaks' }, { byDefault: false }),
      hint: { zh: '开启后相机不再播报', en: 'The camera then says nothing' },
    },
    brightnessPlan: optional(
      text(
        { zh: '分时亮度', en: 'Brightness by hour' },
        {
          max: 120,
          pattern: /^\d\d:\d\d=\d{2,3}( \d\d:\d\d=\d{2,3})*$/,
          hint: {
            zh: '如 06:00=80 18:00=40（百分比）；仅 64FF 卡支持',
            en: 'Such as 06:00=80 18:00=40, in percent; 64FF cards only',
          },
        },
      ),
    ),
    state: readOnly(choice({ zh: '状态', en: 'State' }, DeviceState, { byDefault: 'never' })),
    lastSeenAt: readOnly(optional(instant({ zh: '最后应答', en: 'Last answer' }))),
    shown: readOnly(optional(text({ zh: '当前内容', en: 'Shown now' }, { max: 500 }))),
    shownAt: readOnly(optional(instant({ zh: '更新时间', en: 'Shown since' }))),
    lastError: readOnly(optional(text({ zh: '最近失败', en: 'Last failure' }, { max: 200 }))),
    remark: description,
  },
  columns: ['name', 'lotId', 'kind', 'laneId', 'state', 'shown', 'shownAt', 'route', 'format', 'lastError', 'address'],
  search: { name: 'contains', lotId: 'equals', kind: 'equals', state: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
  order: [{ field: 'lotId' }, { field: 'name' }],
});

/** Situations a template is for. */
export const Situation = {
  welcome: { zh: '入场放行', en: 'Welcome' },
  'welcome-pack': { zh: '月卡车入场', en: 'Pass holder enters' },
  'no-entry': { zh: '禁止入场', en: 'No entry' },
  full: { zh: '车位已满', en: 'Full' },
  wait: { zh: '等待人工', en: 'Wait for staff' },
  'fee-due': { zh: '应缴费用', en: 'Fee due' },
  goodbye: { zh: '出场放行', en: 'Goodbye' },
  guidance: { zh: '余位引导', en: 'Free spots' },
} as const;

/** What screens show and say in a situation; where no template applies, the product's own words. */
export const screenTemplate = resource('screen-template', {
  title: { zh: '屏显模板', en: 'Screen templates' },
  path: '/api/screenTemplate',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    situation: choice({ zh: '场景', en: 'Situation' }, Situation, { byDefault: 'welcome' }),
    lotIds: {
      ...list({ zh: '车场', en: 'Lots' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot'), { max: 500 }),
      hint: { zh: '不选表示全部车场；指定车场的优先', en: 'None for all; one for some lots comes first there' },
      whenEmpty: { zh: '全部车场', en: 'All lots' },
    },
    lines: text(
      { zh: '显示内容', en: 'Lines' },
      {
        min: 1,
        max: 255,
        isLong: true,
        hint: {
          zh: '每行一条，最多四行。可用：{plate} 车牌 {lot} 车场 {message} 提示 {fee} 费用 {free} 余位 {days} 月卡剩余天数 {time} 时间 {area} 区域',
          en: 'A line each, four at most: {plate} {lot} {message} {fee} {free} {days} {time} {area}',
        },
      },
    ),
    voice: optional(text({ zh: '语音', en: 'Voice' }, { max: 120 })),
    isEnabled: inUse,
  },
  columns: ['name', 'situation', 'lotIds', 'lines', 'voice', 'isEnabled'],
  search: { name: 'contains', situation: 'equals', isEnabled: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
  order: [{ field: 'situation' }, { field: 'name' }],
});

/** Shows words on a screen now, and says what it answered. The next car or count replaces them. */
export const pushScreen = operation('push-screen', {
  title: { zh: '推送到屏', en: 'Show on the screen' },
  path: '/api/screen/push',
  access: permission('screen.push', { zh: '推送屏显', en: 'Show words on screens' }),
  input: {
    screenId: reference({ zh: '显示屏', en: 'Screen' }, 'screen'),
    words: text({ zh: '显示内容', en: 'Lines' }, { min: 1, max: 120, isLong: true }),
    voice: optional(text({ zh: '语音', en: 'Voice' }, { max: 60 })),
  },
  output: {
    isShown: flag({ zh: '已显示', en: 'Shown' }),
    message: text({ zh: '结果', en: 'Result' }, { max: 300 }),
  },
  audit: 'screen.pushed',
});

export const screenRefusal = refusals('screen', {
  'lane-needed': { status: 422, zh: '车道屏须选择车道', en: 'A lane screen needs its lane' },
  'lane-elsewhere': { status: 422, zh: '该车道不在所选车场', en: 'The lane is not in this lot' },
  'network-only': {
    status: 422,
    zh: '余位引导屏须用网络连接：相机没有车辆经过时不会转发',
    en: 'A guidance screen needs a network address: a camera passes nothing on while no car comes',
  },
  'address-needed': { status: 422, zh: '网络连接须填写地址和端口', en: 'Address and port are needed' },
  'private-address': {
    status: 422,
    zh: '该地址指向内网（{address}），请管理员在 DEVICE_ALLOW 中放行',
    en: 'This address is private ({address}) and not permitted in DEVICE_ALLOW',
  },
  'has-screen': { status: 409, zh: '该车道已有显示屏', en: 'This lane has a screen' },
  'unknown-value': { status: 422, zh: '模板中没有变量“{name}”', en: 'Templates have no value {name}' },
});
