import { lot } from '@boyun/facilities/contract';
import { flag, type Label, operation, reference, refusals } from '@boyun/kernel/contract';

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');

/** What a lot needs before it is opened. */
export const getReadiness = operation('get-lot-readiness', {
  title: { zh: '营业准备', en: 'Readiness of a lot' },
  path: '/api/parkLot/getReadiness',
  access: lot.can.list,
  input: { lotId },
  output: {
    hasSpots: flag({ zh: '车位', en: 'Spots' }),
    hasGate: flag({ zh: '出入口', en: 'Gates' }),
    hasLane: flag({ zh: '车道', en: 'Lanes' }),
    hasWayInAndOut: flag({ zh: '入场和出场车道', en: 'A lane in and a lane out' }),
    hasSeenCamera: flag({ zh: '相机已接入', en: 'A camera that has reported' }),
    hasTariff: flag({ zh: '收费规则', en: 'A tariff in force' }),
    hasPayment: flag({ zh: '支付渠道', en: 'A payment channel' }),
    hasStaff: flag({ zh: '值守人员', en: 'Staff' }),
  },
  isRead: true,
});

/** Opens a lot for business: its gates admit cars from now on. Without a tariff it opens only where `isFree` says that it charges nothing. */
export const openLot = operation('open-lot', {
  title: { zh: '开始营业', en: 'Open for business' },
  path: '/api/parkLot/open',
  access: lot.can.update,
  input: {
    lotId,
    isFree: flag({ zh: '免费停放，不绑定收费规则', en: 'Parking is free: no tariff is bound' }, { byDefault: false }),
  },
  output: {},
  audit: 'lot.opened',
});

/** Closes a lot: its gates admit no more cars, and those inside can leave. */
export const closeLot = operation('close-lot', {
  title: { zh: '停用', en: 'Close' },
  path: '/api/parkLot/close',
  access: lot.can.update,
  input: { lotId },
  output: {},
  audit: 'lot.closed',
});

/** What a lot cannot work without, as a refusal names it. */
export const MISSING = {
  spots: { zh: '车位', en: 'spots' },
  lane: { zh: '车道', en: 'a lane' },
  tariff: { zh: '生效的收费规则（免费停放请勾选）', en: 'a tariff in force (tick that parking is free if it is)' },
} as const satisfies Record<string, Label>;

export const openingRefusal = refusals('lot-opening', {
  'not-ready': { status: 422, zh: '还不能营业，缺少：{missing}', en: 'The lot cannot open yet; it lacks {missing}' },
  'already-open': { status: 409, zh: '该车场已在营业', en: 'The lot is already open' },
  'not-open': { status: 409, zh: '该车场未在营业', en: 'The lot is not open' },
});
