import {
  choice,
  description,
  flag,
  instant,
  integer,
  inUse,
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

/** Where a browser becomes a display: `/lcd/tv`, or `/lcd/{pairing code}`. */
export const LCD_PATH = '/lcd';

/** A display: a browser that shows the programmes of its lot. */
export const lcd = resource('lcd', {
  title: { zh: 'LCD屏', en: 'LCD displays' },
  path: '/api/lcd',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    lotId: reference({ zh: '所属车场', en: 'Parking lot' }, 'lot'),
    laneId: {
      ...optional(reference({ zh: '车道', en: 'Lane' }, 'lane')),
      hint: {
        zh: '选择后，收费码节目显示该车道的码；不选则显示车场的码',
        en: 'Pay codes are then those of this lane, otherwise of the lot',
      },
    },
    isMuted: flag({ zh: '静音播放', en: 'Muted' }, { byDefault: true }),
    isActive: inUse,
    isPaired: readOnly(flag({ zh: '已配对', en: 'Paired' })),
    state: readOnly(choice({ zh: '状态', en: 'State' }, DeviceState, { byDefault: 'never' })),
    lastSeenAt: readOnly(optional(instant({ zh: '最后在线', en: 'Last seen' }))),
    shown: readOnly(optional(text({ zh: '正在播放', en: 'Shown now' }, { max: 64 }))),
    screenSize: readOnly(optional(text({ zh: '分辨率', en: 'Size' }, { max: 16 }))),
    waitingFiles: readOnly(integer({ zh: '待下载', en: 'To download' })),
    pairedAt: readOnly(optional(instant({ zh: '配对时间', en: 'Paired since' }))),
    remark: description,
  },
  columns: [
    'name',
    'lotId',
    'laneId',
    'state',
    'shown',
    'lastSeenAt',
    'isPaired',
    'screenSize',
    'waitingFiles',
    'isActive',
  ],
  computed: ['isPaired'],
  search: { name: 'contains', lotId: 'equals', state: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  retire: { isActive: false },
  subject: (row) => row.name,
  order: [{ field: 'lotId' }, { field: 'name' }],
});

const access = permission('lcd.pair', { zh: '配对LCD屏', en: 'Pair LCD displays' });
const lcdId = reference({ zh: 'LCD屏', en: 'LCD display' }, 'lcd');

/** Makes a code by which one browser becomes this display. */
export const pairLcd = operation('pair-lcd', {
  title: { zh: '配对', en: 'Pair' },
  path: '/api/lcd/pair',
  access,
  input: { lcdId },
  output: {
    code: text({ zh: '配对码', en: 'Pairing code' }),
    path: text({ zh: '播放地址', en: 'Address of the player' }),
    until: instant({ zh: '有效期至', en: 'Valid until' }),
  },
  audit: 'lcd.pairing-begun',
});

/** Ends the pairing of a display: its player shows nothing any more. */
export const unpairLcd = operation('unpair-lcd', {
  title: { zh: '解除配对', en: 'Unpair' },
  path: '/api/lcd/unpair',
  access,
  needsPassword: {
    zh: '该屏将停止播放，需重新配对后才能恢复，是否继续？',
    en: 'The display stops until it is paired again. Continue?',
  },
  input: { lcdId },
  output: {},
  audit: 'lcd.unpaired',
});

export const lcdRefusal = refusals('lcd', {
  'lane-elsewhere': { status: 422, zh: '该车道不在所选车场', en: 'The lane is not in this lot' },
  'not-active': { status: 409, zh: '该屏已停用', en: 'This display is disabled' },
  'unknown-code': {
    status: 404,
    zh: '配对码无效或已过期，请在“LCD屏”页面重新生成',
    en: 'This pairing code is not valid or has expired: make a new one on the page of LCD displays',
  },
  'unknown-player': {
    status: 404,
    zh: '此屏的配对已解除，请重新配对',
    en: 'This display is not paired any more: pair it again',
  },
});
