import { choice, decimal, integer, optional, reference, refusals, resource, text } from '@boyun/kernel/contract';

/** Closed lots have barriers; roadside ones do not. */
export const LotKind = {
  closed: { zh: '封闭车场', en: 'Closed lot' },
  roadside: { zh: '路侧停车', en: 'Roadside' },
} as const;

/** Whether a lot takes cars. */
export const LotState = {
  open: { zh: '营业', en: 'Open', tone: 'good' },
  closed: { zh: '停用', en: 'Closed', tone: 'neutral' },
} as const;

/** What happens when a plate enters that is already inside. */
export const DuplicateEntryPolicy = {
  admit: { zh: '关闭原订单并放行', en: 'Close the old order and let in' },
  hold: { zh: '等待人工确认', en: 'Wait for a person' },
} as const;

/** A parking lot with its capacity and its rules at the gate. */
export const lot = resource('lot', {
  title: { zh: '车场', en: 'Parking lots' },
  path: '/api/parkLot',
  fields: {
    name: text(
      { zh: '车场名称', en: 'Lot name' },
      {
        min: 2,
        max: 255,
        pattern: /^[\p{Script=Han}A-Za-z0-9\-()（）【】[\]]+(?: [\p{Script=Han}A-Za-z0-9\-()（）【】[\]]+)*$/u,
      },
    ),
    code: text({ zh: '车场编码', en: 'Lot code' }, { max: 32, pattern: /^[A-Za-z0-9-]+$/ }),
    kind: choice({ zh: '类型', en: 'Kind' }, LotKind, { byDefault: 'closed' }),
    state: choice({ zh: '状态', en: 'State' }, LotState, { byDefault: 'open' }),
    regionId: optional(reference({ zh: '行政区域', en: 'Region' }, 'region')),
    areaId: optional(reference({ zh: '片区', en: 'Area' }, 'area')),
    outerLotId: optional(reference({ zh: '外层车场', en: 'Outer lot' }, 'lot')),
    address: optional(text({ zh: '地址', en: 'Address' }, { max: 255 })),
    longitude: optional(decimal({ zh: '经度', en: 'Longitude' }, { min: -180, max: 180 })),
    latitude: optional(decimal({ zh: '纬度', en: 'Latitude' }, { min: -90, max: 90 })),
    timeZone: text({ zh: '时区', en: 'Time zone' }, { max: 64, byDefault: 'Asia/Shanghai' }),
    capacity: integer({ zh: '总车位', en: 'Spots' }, { max: 100_000 }),
    rentableSpots: integer({ zh: '可租车位', en: 'Rentable spots' }, { max: 100_000, byDefault: 0 }),
    evSpots: integer({ zh: '充电车位', en: 'EV spots' }, { max: 100_000, byDefault: 0 }),
    accessibleSpots: integer({ zh: '无障碍车位', en: 'Accessible spots' }, { max: 100_000, byDefault: 0 }),
    duplicateEntry: choice({ zh: '重复入场', en: 'Repeated entry' }, DuplicateEntryPolicy, { byDefault: 'admit' }),
    orderLockSeconds: integer(
      { zh: '订单锁定秒数', en: 'Order lock (s)' },
      {
        min: 5,
        max: 1200,
        byDefault: 120,
        hint: { zh: '支付进行中订单锁定的时间', en: 'How long an order stays locked while it is being paid' },
      },
    ),
    contactName: optional(text({ zh: '联系人', en: 'Contact' }, { max: 12 })),
    contactPhone: optional(text({ zh: '联系电话', en: 'Phone' }, { max: 32, pattern: /^[0-9+\- ]{5,32}$/ })),
    remark: optional(text({ zh: '备注', en: 'Remark' }, { max: 512, isLong: true })),
  },
  columns: ['name', 'code', 'kind', 'state', 'areaId', 'capacity', 'evSpots', 'accessibleSpots', 'address', 'timeZone'],
  search: { name: 'contains', code: 'prefix', kind: 'equals', state: 'equals', areaId: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.name,
  lotField: 'id',
  order: [{ field: 'name' }],
});

export const lotRefusal = refusals('lot', {
  'unknown-zone': { status: 422, zh: '未知的时区：{zone}', en: 'Unknown time zone: {zone}' },
  'own-outer': { status: 422, zh: '车场不能嵌套在自己里面', en: 'A lot cannot stand inside itself' },
  'too-many-spots': {
    status: 422,
    zh: '各类车位之和不能超过总车位',
    en: 'The spots of each kind may not exceed all spots',
  },
});
