import {
  choice,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  permission,
  plate,
  reference,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';

/** Where a fixed code hangs. */
export const PlaceKind = {
  lot: { zh: '车场', en: 'Parking lot' },
  lane: { zh: '车道', en: 'Lane' },
  spot: { zh: '车位', en: 'Spot' },
} as const;
export type PlaceKind = keyof typeof PlaceKind;

/** The most codes of one sheet. */
export const MOST_CODES = 5000;

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const kind = choice({ zh: '位置类型', en: 'Kind of place' }, PlaceKind);
const name = text({ zh: '位置', en: 'Place' });
const path = text({ zh: '路径', en: 'Path' }, { max: 100 });
const code = text({ zh: '固定码', en: 'Fixed code' }, { max: 64 });

const access = permission('place-code.list', { zh: '查看固定收费码', en: 'View: Fixed pay codes' });

/** The valid fixed codes, with the look-ups of the last day: many that find nothing show that a code is abused. */
export const placeCodeList = report('place-code', {
  title: { zh: '固定收费码', en: 'Fixed pay codes' },
  path: '/api/placeCode/getPage',
  access,
  filters: { lotId: optional(lotId), kind: optional(kind) },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    name,
    kind,
    lotId,
    placeId: text({ zh: '位置编号', en: 'Id of the place' }),
    createdAt: instant({ zh: '启用时间', en: 'In use since' }),
    lookupCount: integer({ zh: '24小时查询', en: 'Look-ups in 24 hours' }),
    missCount: integer({ zh: '其中未查到', en: 'Of them without a result' }),
  },
});

/** Returns the fixed codes of a lot, or of one place in it, to be shown or printed; places without one get it now. */
export const getPlaceCodes = operation('get-place-codes', {
  title: { zh: '查看固定码', en: 'Show fixed codes' },
  path: '/api/placeCode/show',
  access,
  input: {
    lotId,
    kind: optional(kind),
    placeId: optional(text({ zh: '位置编号', en: 'Id of the place' }, { max: 36, pattern: /^[0-9a-f-]{36}$/ })),
  },
  output: {
    lotName: text({ zh: '车场', en: 'Parking lot' }),
    // The public address of this installation; null while none is configured.
    site: optional(text({ zh: '公网地址', en: 'Public address' }, { max: 200 })),
    codes: list(
      { zh: '固定码', en: 'Fixed codes' },
      group(
        { zh: '固定码', en: 'Fixed code' },
        {
          id: text({ zh: '编号', en: 'Id' }),
          kind,
          name,
          path,
          createdAt: instant({ zh: '启用时间', en: 'In use since' }),
        },
      ),
      { max: MOST_CODES },
    ),
  },
  audit: 'place-code.shown',
});

/** Replaces the code of a place that is abused: the one that hangs there is invalid at once. */
export const rotatePlaceCode = operation('rotate-place-code', {
  title: { zh: '更换固定码', en: 'Replace the fixed code' },
  path: '/api/placeCode/rotate',
  access: permission('place-code.rotate', { zh: '更换固定收费码', en: 'Replace fixed pay codes' }),
  needsPassword: { zh: '旧码将失效，是否更换？', en: 'The former code will no longer work. Replace it?' },
  input: {
    placeCodeId: reference({ zh: '固定码', en: 'Fixed code' }, 'place-code'),
    note: text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255, isLong: true }),
  },
  output: { path },
  audit: 'place-code.rotated',
});

/** What the page of a fixed code shows before a plate is entered; at an exit, the car that waits and owes. */
export const getPlacePage = operation('get-place-page', {
  title: { zh: '固定码页面', en: 'Page of a fixed code' },
  path: '/api/payment/place/get',
  access: 'public',
  perMinute: 600,
  input: { code },
  output: {
    lotName: text({ zh: '车场', en: 'Parking lot' }),
    kind,
    name,
    canPay: flag({ zh: '可在线支付', en: 'Can be paid by phone' }),
    waitingPlate: optional(text({ zh: '等待车辆', en: 'Waiting car' }, { max: 16 })),
    waitingDueFen: optional(money({ zh: '应付', en: 'Due' })),
    canInvoice: flag({ zh: '可开发票', en: 'Issues invoices' }),
  },
  isRead: true,
});

/**
 * Finds the stay of a plate that is due in the lot of a fixed code. The sentence for all that is not found is the same: not parked there,
 * nothing due, parked elsewhere.
 */
export const findPlaceStay = operation('find-place-stay', {
  title: { zh: '按车牌查询停车费', en: 'Find a fee by the plate' },
  path: '/api/payment/place/find',
  access: 'public',
  perMinute: 60,
  input: { code, plate: plate() },
  output: { code: text({ zh: '支付码', en: 'Pay code' }) },
  audit: 'stay.looked-up',
});

export const placeRefusal = refusals('place-code', {
  'unknown-code': {
    status: 404,
    zh: '二维码已失效，请联系现场工作人员',
    en: 'This code is no longer valid, ask the staff of the car park',
  },
  'not-found': {
    status: 404,
    zh: '没有查到该车牌在本车场的待缴费用，请核对车牌',
    en: 'Nothing is due for this plate in this car park, check the plate',
  },
  'too-often': { status: 429, zh: '查询过于频繁，请几分钟后再试', en: 'Too many look-ups, try again in a few minutes' },
});
