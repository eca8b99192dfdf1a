import { MESSAGE_PATH } from '@boyun/domain/message-map';
import { choice, flag, operation, optional, permission, reference, refusals, text } from '@boyun/kernel/contract';

/** How a time is written. */
const TimeFormat = {
  iso: { zh: '标准时间（2026-03-01 08:00:00）', en: 'ISO 8601 (2026-03-01 08:00:00)' },
  seconds: { zh: '秒时间戳', en: 'Seconds since 1970' },
  milliseconds: { zh: '毫秒时间戳', en: 'Milliseconds since 1970' },
  pattern: { zh: '自定义格式', en: 'A notation of its own' },
} as const;

/** How a confidence is written. */
const ConfidenceScale = {
  percent: { zh: '0 到 100', en: '0 to 100' },
  fraction: { zh: '0 到 1', en: '0 to 1' },
  byte: { zh: '0 到 255', en: '0 to 255' },
} as const;

const path = (zh: string, en: string) => text({ zh, en }, { max: 120, pattern: MESSAGE_PATH });
const cameraId = reference({ zh: '相机', en: 'Camera' }, 'camera');

/** The fields of a map. */
export const mapFields = {
  plate: path('车牌', 'Plate'),
  time: path('时间', 'Time'),
  timeFormat: choice({ zh: '时间格式', en: 'Time format' }, TimeFormat, { byDefault: 'iso' }),
  timePattern: optional(
    text(
      { zh: '自定义格式', en: 'Notation' },
      { max: 40, hint: { zh: '如 yyyyMMddHHmmss', en: 'Such as yyyyMMddHHmmss' } },
    ),
  ),
  timeZone: optional(
    text(
      { zh: '时区', en: 'Time zone' },
      { max: 64, hint: { zh: '留空为车场时区；如 UTC', en: 'Empty: that of the lot. Such as UTC' } },
    ),
  ),
  confidence: optional(path('置信度', 'Confidence')),
  confidenceScale: choice({ zh: '置信度范围', en: 'Confidence is' }, ConfidenceScale, { byDefault: 'percent' }),
  color: optional(path('车牌颜色', 'Plate colour')),
  direction: optional(path('方向', 'Direction')),
  entryWord: optional(
    text(
      { zh: '表示进场的值', en: 'Value that says in' },
      { max: 32, hint: { zh: '如 in、0、进', en: 'Such as in or 0' } },
    ),
  ),
  picture: optional(path('图片', 'Picture')),
  deviceId: optional(path('设备编号', 'Device id')),
  eventId: optional(path('事件编号', 'Event id')),
};

/** Returns the map of a camera. */
export const getCameraMap = operation('get-camera-map', {
  title: { zh: '字段映射', en: 'Mapping' },
  path: '/api/camera/getMap',
  access: permission('camera.get-map', { zh: '查看字段映射', en: 'View: mappings of cameras' }),
  input: { cameraId },
  output: {
    ...mapFields,
    plate: optional(mapFields.plate),
    time: optional(mapFields.time),
    isSet: flag({ zh: '已设置', en: 'Set up' }),
  },
  isRead: true,
});

/** Says where the values of a passing are in the JSON of a camera. */
export const saveCameraMap = operation('save-camera-map', {
  title: { zh: '保存字段映射', en: 'Save the mapping' },
  path: '/api/camera/saveMap',
  access: permission('camera.save-map', { zh: '设置字段映射', en: 'Set up mappings of cameras' }),
  input: { cameraId, ...mapFields },
  output: {},
  audit: 'camera.map-saved',
});

/** Why a map is refused. */
export const cameraMapRefusal = refusals('camera-map', {
  'not-mapped': {
    status: 422,
    zh: '只有“通用 JSON”协议的相机使用字段映射',
    en: 'Only cameras of the protocol for any JSON have a mapping',
  },
  'bad-pattern': {
    status: 422,
    zh: '自定义格式须含 yyyy、MM、dd、HH、mm 各一次，可加 ss、SSS',
    en: 'A notation names yyyy, MM, dd, HH and mm once each, and may name ss and SSS',
  },
  'bad-zone': { status: 422, zh: '没有时区“{zone}”', en: 'There is no time zone "{zone}"' },
});
