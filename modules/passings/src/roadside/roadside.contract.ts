import { plateColorLabel } from '@boyun/domain/plate';
import { SpotKind, SpotState } from '@boyun/facilities/contract';
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
  text,
} from '@boyun/kernel/contract';
import { PayState } from '@boyun/orders/contract';

const seeAccess = permission('roadside.view', { zh: '查看路侧停车', en: 'View: Roadside parking' });
const workAccess = permission('roadside.work', { zh: '路侧收费', en: 'Work at the roadside' });
const spotId = reference({ zh: '车位', en: 'Spot' }, 'spot');
const orderId = reference({ zh: '订单', en: 'Order' }, 'parking-order');
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');

/** Roadside lots to choose from, and the spots of one with the cars on them and their current fees. */
export const getRoadside = operation('get-roadside', {
  title: { zh: '路侧停车', en: 'Roadside parking' },
  path: '/api/roadside/get',
  access: seeAccess,
  input: { lotId: optional(lotId) },
  output: {
    lotId: optional(lotId),
    lots: list(
      { zh: '路侧车场', en: 'Roadside lots' },
      group({ zh: '车场', en: 'Lot' }, { lotId, name: text({ zh: '车场', en: 'Lot' }) }),
    ),
    freeCount: integer({ zh: '空闲', en: 'Free' }),
    takenCount: integer({ zh: '占用', en: 'Taken' }),
    spots: list(
      { zh: '车位', en: 'Spots' },
      group(
        { zh: '车位', en: 'Spot' },
        {
          spotId,
          number: text({ zh: '车位号', en: 'Number' }),
          kind: choice({ zh: '类型', en: 'Kind' }, SpotKind),
          state: choice({ zh: '状态', en: 'State' }, SpotState),
          hasDetector: flag({ zh: '有地磁', en: 'With a detector' }),
          orderId: optional(text({ zh: '订单', en: 'Order' })),
          plate: optional(text({ zh: '车牌', en: 'Plate' })),
          plateColor: optional(choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel)),
          enteredAt: optional(instant({ zh: '停入时间', en: 'Since' })),
          payState: optional(choice({ zh: '支付状态', en: 'Paid' }, PayState)),
          feeFen: money({ zh: '费用', en: 'Fee' }),
          dueFen: money({ zh: '待收', en: 'Due' }, { min: -100_000_000_00 }),
        },
      ),
      { max: 2000 },
    ),
  },
  isRead: true,
});

/** Records the car on a spot: opens an order, or sets the plate of the order a detector opened. */
export const openRoadside = operation('open-roadside', {
  title: { zh: '登记停车', en: 'Record a car' },
  path: '/api/roadside/open',
  access: workAccess,
  input: { spotId, plate: plate() },
  output: { orderId: text({ zh: '订单', en: 'Order' }), isRenamed: flag({ zh: '补录车牌', en: 'Plate added' }) },
  audit: 'roadside.opened',
});

/** Records that a car has left its spot; an unpaid fee becomes a debt. */
export const closeRoadside = operation('close-roadside', {
  title: { zh: '车辆驶离', en: 'Record departure' },
  path: '/api/roadside/close',
  access: workAccess,
  input: { orderId },
  output: { dueFen: money({ zh: '欠费', en: 'Owed' }) },
  audit: 'roadside.closed',
});

export const roadsideRefusal = refusals('roadside', {
  'not-roadside': { status: 422, zh: '该车位不属于路侧车场', en: 'This spot is not in a roadside lot' },
  'not-open': { status: 409, zh: '该路段未在营业', en: 'This street is not open' },
  'spot-closed': { status: 409, zh: '该车位已停用', en: 'This spot is out of use' },
  taken: {
    status: 409,
    zh: '该车位已有车辆 {plate}，请先结束其停车',
    en: '{plate} is parked here; end its stay first',
  },
  inside: {
    status: 409,
    zh: '{plate}已在本路段停车（车位{spot}）',
    en: '{plate} is already parked in this street (spot {spot})',
  },
});
