import { orderLockRange, pattern } from '@boyun/domain/pattern';
import {
  choice,
  decimal,
  description,
  file,
  flag,
  integer,
  type Label,
  list,
  money,
  optional,
  readOnly,
  reference,
  refusals,
  resource,
  text,
} from '@boyun/kernel/contract';

/** Closed lots have barriers; roadside ones do not. */
export const LotKind = {
  closed: { zh: '封闭车场', en: 'Closed lot' },
  roadside: { zh: '路侧停车', en: 'Roadside' },
} as const;

/** Whether a lot admits cars: only an open one does. A new lot is in preparation until it is opened. */
export const LotState = {
  preparing: { zh: '筹建', en: 'In preparation', tone: 'info' },
  open: { zh: '营业', en: 'Open', tone: 'good' },
  closed: { zh: '停用', en: 'Closed', tone: 'neutral' },
} as const;

/** What happens when a plate enters that is already inside. */
export const DuplicateEntryPolicy = {
  admit: { zh: '关闭原订单并放行', en: 'Close the old order and let in' },
  hold: { zh: '等待人工确认', en: 'Wait for a person' },
} as const;

/** What the detectors of spots do in a roadside lot; elsewhere they only show the state of their spots. */
export const DetectorUse = {
  book: { zh: '开单与结单', en: 'Open and close stays' },
  show: { zh: '仅显示车位状态', en: 'Only show the spots' },
} as const;

const settling = (zh: string, en: string, byDefault: number, hint: Label) =>
  integer({ zh, en }, { max: 600, byDefault, hint });
const openingHours = /^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/;
const ofKind = (zh: string, en: string) => integer({ zh, en }, { max: 100_000, byDefault: 0 });

/** A parking lot with its capacity and its rules at the gate. */
export const lot = resource('lot', {
  title: { zh: '车场', en: 'Parking lots' },
  path: '/api/parkLot',
  fields: {
    name: text({ zh: '车场名称', en: 'Lot name' }, { min: 2, max: 255, rule: pattern.lotName }),
    code: text({ zh: '车场编码', en: 'Lot code' }, { max: 32, rule: pattern.code }),
    kind: choice({ zh: '类型', en: 'Kind' }, LotKind, { byDefault: 'closed' }),
    state: readOnly(choice({ zh: '状态', en: 'State' }, LotState, { byDefault: 'preparing' })),
    regionId: optional(reference({ zh: '行政区域', en: 'Region' }, 'region')),
    areaId: optional(reference({ zh: '片区', en: 'Area' }, 'area')),
    outerLotId: optional(reference({ zh: '外层车场', en: 'Outer lot' }, 'lot')),
    address: optional(text({ zh: '地址', en: 'Address' }, { max: 255 })),
    longitude: optional(
      decimal(
        { zh: '经度', en: 'Longitude' },
        {
          min: -180,
          max: 180,
          rule: pattern.longitude,
          hint: { zh: 'WGS-84，最多6位小数', en: 'WGS-84, up to 6 decimals' },
        },
      ),
    ),
    latitude: optional(
      decimal(
        { zh: '纬度', en: 'Latitude' },
        {
          min: -90,
          max: 90,
          rule: pattern.latitude,
          hint: { zh: 'WGS-84，最多6位小数', en: 'WGS-84, up to 6 decimals' },
        },
      ),
    ),
    timeZone: text({ zh: '时区', en: 'Time zone' }, { max: 64, byDefault: 'Asia/Shanghai' }),
    capacity: integer({ zh: '总车位', en: 'Spots' }, { max: 100_000 }),
    rentableSpots: integer(
      { zh: '可租车位', en: 'Rentable spots' },
      {
        max: 100_000,
        byDefault: 0,
        hint: {
          zh: '最多可租出的车位数，不是单独的一类',
          en: 'Maximum number of rentable spots; not a separate kind',
        },
      },
    ),
    evSpots: ofKind('充电车位', 'EV spots'),
    accessibleSpots: ofKind('无障碍车位', 'Accessible spots'),
    fixedSpots: ofKind('固定车位', 'Fixed spots'),
    rentedSpots: ofKind('租用车位', 'Rented spots'),
    sharedSpots: ofKind('共享车位', 'Shared spots'),
    standardSpots: readOnly(integer({ zh: '普通车位', en: 'Standard spots' }, { max: 100_000 })),
    carsInside: readOnly(integer({ zh: '在场车辆', en: 'Cars inside' }, { min: -100_000 })),
    duplicateEntry: choice({ zh: '重复入场', en: 'Repeated entry' }, DuplicateEntryPolicy, { byDefault: 'admit' }),
    orderLockSeconds: optional(
      integer(
        { zh: '订单锁定秒数', en: 'Order lock (s)' },
        {
          ...orderLockRange,
          hint: {
            zh: '支付进行中订单锁定的时间，不填则按系统设置',
            en: 'How long an order stays locked during a payment; if empty, the system setting applies',
          },
        },
      ),
    ),
    arrearsLimitFen: optional(
      money(
        { zh: '欠费拦截金额', en: 'Arrears limit' },
        {
          hint: {
            zh: '欠费超过此金额的车辆入场时等待人工处理，不填则按系统设置',
            en: 'A car that owes more must wait for an attendant at the entry; if empty, the system setting applies',
          },
        },
      ),
    ),
    hasDebtCollection: flag(
      { zh: '离场追缴欠费', en: 'Debts collected at the exit' },
      {
        byDefault: false,
        hint: {
          zh: '车辆离场缴费时一并收取该车牌以往的欠费',
          en: 'Unpaid fees of earlier stays are collected at the exit',
        },
      },
    ),
    overstayHours: integer(
      { zh: '超时停放（小时）', en: 'Overstaying after (h)' },
      {
        min: 1,
        max: 8760,
        byDefault: 72,
        hint: {
          zh: '临时车停放超过此时间产生“超时停放”报警',
          en: 'A car on no list that stays longer raises an alarm',
        },
      },
    ),
    detectorUse: choice({ zh: '路侧地磁', en: 'Detectors at the roadside' }, DetectorUse, { byDefault: 'book' }),
    detectorArriveSeconds: settling('地磁驶入确认（秒）', 'Detector: arrival after (s)', 30, {
      zh: '占用持续这么久才算停入，短于此的视为误报',
      en: 'A spot that is taken for a shorter time counts as a false report',
    }),
    detectorLeaveSeconds: settling('地磁驶离确认（秒）', 'Detector: departure after (s)', 10, {
      zh: '空闲持续这么久才算驶离',
      en: 'A spot that is free for a shorter time still counts as taken',
    }),
    contactName: optional(text({ zh: '联系人', en: 'Contact' }, { max: 12, rule: pattern.contact })),
    contactPhone: optional(text({ zh: '联系电话', en: 'Phone' }, { max: 32, rule: pattern.phone })),
    licenseNo: optional(text({ zh: '经营备案号', en: 'Licence number' }, { max: 64 })),
    operatorName: optional(text({ zh: '经营单位', en: 'Operator' }, { max: 128 })),
    openingHours: text(
      { zh: '营业时间', en: 'Opening hours' },
      {
        max: 11,
        pattern: openingHours,
        byDefault: '00:00-24:00',
        hint: { zh: '如 07:00-22:30；全天为 00:00-24:00', en: 'Example: 07:00-22:30; 00:00-24:00 is all day' },
      },
    ),
    pictures: list({ zh: '车场图片', en: 'Pictures' }, file({ zh: '图片', en: 'Picture' }), { max: 9 }),
    remark: description,
  },
  columns: [
    'name',
    'code',
    'kind',
    'state',
    'carsInside',
    'capacity',
    'areaId',
    'regionId',
    'outerLotId',
    'rentableSpots',
    'evSpots',
    'accessibleSpots',
    'fixedSpots',
    'rentedSpots',
    'sharedSpots',
    'address',
    'timeZone',
  ],
  computed: ['standardSpots', 'carsInside'],
  search: { name: 'contains', code: 'prefix', kind: 'equals', state: 'equals', areaId: 'equals', outerLotId: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.name,
  lotField: 'id',
  retire: { state: 'closed' },
  order: [{ field: 'name' }],
});

export const lotRefusal = refusals('lot', {
  'unknown-zone': { status: 422, zh: '未知的时区：{zone}', en: 'Unknown time zone: {zone}' },
  'own-outer': { status: 422, zh: '车场不能嵌套在自己里面', en: 'A lot cannot be nested inside itself' },
  'roadside-nested': {
    status: 422,
    zh: '路侧停车没有出入口，不能与其他车场嵌套',
    en: 'A roadside lot has no gates and cannot be nested with another lot',
  },
  'too-many-rented': {
    status: 422,
    zh: '租用车位不能超过可租车位，可租车位不能超过总车位',
    en: 'Rented spots cannot exceed rentable spots, and rentable spots cannot exceed all spots',
  },
  'no-district': {
    status: 422,
    zh: '“{region}”下还有更细的区划，请选择到区县',
    en: '"{region}" has districts below it. Select one of them',
  },
  'half-a-point': { status: 422, zh: '经度和纬度要一起填写', en: 'Enter both longitude and latitude' },
  'too-many-spots': {
    status: 422,
    zh: '各类车位之和不能超过总车位',
    en: 'The spots of all kinds together cannot exceed the total',
  },
});
