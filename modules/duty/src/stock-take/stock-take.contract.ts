import { plateColorLabel } from '@boyun/domain/plate';
import {
  choice,
  flag,
  group,
  instant,
  integer,
  list,
  operation,
  optional,
  permission,
  plate,
  reference,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';

/** Progress of a stock-take. */
export const StockTakeState = {
  counting: { zh: '盘点中', en: 'Counting', tone: 'warn' },
  finished: { zh: '已完成', en: 'Finished', tone: 'good' },
  cancelled: { zh: '已取消', en: 'Cancelled', tone: 'neutral' },
} as const;

/** Maximum number of plates per call, and of orders closed per call. */
export const MOST_PLATES = 500;

const seeAccess = permission('stock-take.list', { zh: '查看车辆盘点', en: 'View: Stock-takes' });
const countAccess = permission('stock-take.count', { zh: '盘点车辆', en: 'Count cars' });
const stockTakeId = reference({ zh: '盘点', en: 'Stock-take' }, 'stock-take');
const plates = list({ zh: '车牌', en: 'Plates' }, plate(), { min: 1, max: MOST_PLATES });

/** Stock-takes of the lots, the latest first. */
export const stockTakeList = report('stock-take', {
  title: { zh: '车辆盘点', en: 'Stock-take' },
  path: '/api/stockTake/list',
  access: seeAccess,
  filters: {
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    state: optional(choice({ zh: '状态', en: 'State' }, StockTakeState)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    startedAt: instant({ zh: '开始时间', en: 'Began' }),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    state: choice({ zh: '状态', en: 'State' }, StockTakeState),
    insideCount: integer({ zh: '系统在场', en: 'Inside by the system' }),
    countedCount: integer({ zh: '实际清点', en: 'Counted' }),
    closedCount: optional(integer({ zh: '盘点出场', en: 'Closed as gone' })),
    pendingCount: optional(integer({ zh: '等待审核', en: 'Wait for review' })),
    addedCount: optional(integer({ zh: '盘点入场', en: 'Added as inside' })),
    startedByName: text({ zh: '发起人', en: 'Begun by' }),
    endedAt: optional(instant({ zh: '结束时间', en: 'Ended' })),
    endedByName: optional(text({ zh: '结束人', en: 'Ended by' })),
    reason: optional(text({ zh: '说明', en: 'Note' }, { max: 255 })),
  },
});

/** Starts a stock-take of a lot; a lot has at most one in progress. */
export const startStockTake = operation('start-stock-take', {
  title: { zh: '开始盘点', en: 'Begin a stock-take' },
  path: '/api/stockTake/start',
  access: countAccess,
  input: { lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot') },
  output: { stockTakeId: text({ zh: '盘点', en: 'Stock-take' }) },
  audit: 'stock-take.started',
});

/** Records cars found in the lot: one plate, or a list; earlier records are kept. */
export const countCars = operation('count-cars', {
  title: { zh: '录入车牌', en: 'Count cars' },
  path: '/api/stockTake/count',
  access: countAccess,
  input: { stockTakeId, plates },
  output: {
    addedCount: integer({ zh: '新录入', en: 'New' }),
    repeatedCount: integer({ zh: '已录入过', en: 'Counted before' }),
  },
  audit: 'stock-take.counted',
});

/** Removes a plate that was recorded by mistake. */
export const uncountCar = operation('uncount-car', {
  title: { zh: '撤销录入', en: 'Take back' },
  path: '/api/stockTake/uncount',
  access: countAccess,
  input: { stockTakeId, plate: plate() },
  output: {},
  audit: 'stock-take.uncounted',
});

const inside = group(
  { zh: '车辆', en: 'Car' },
  {
    orderId: reference({ zh: '订单', en: 'Order' }, 'parking-order'),
    plate: text({ zh: '车牌', en: 'Plate' }),
    plateColor: choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel),
    enteredAt: instant({ zh: '入场时间', en: 'Entered' }),
    alike: optional(text({ zh: '相近的已清点车牌', en: 'A counted plate that is alike' })),
  },
);

/** A stock-take with its differences: cars in the system that were not found, and cars found that are not in the system. */
export const getStockTake = operation('get-stock-take', {
  title: { zh: '盘点差异', en: 'Difference of a stock-take' },
  path: '/api/stockTake/get',
  access: seeAccess,
  input: { stockTakeId },
  output: {
    state: choice({ zh: '状态', en: 'State' }, StockTakeState),
    startedAt: instant({ zh: '开始时间', en: 'Began' }),
    insideCount: integer({ zh: '系统在场', en: 'Inside by the system' }),
    countedCount: integer({ zh: '实际清点', en: 'Counted' }),
    matchedCount: integer({ zh: '一致', en: 'Matched' }),
    missing: list({ zh: '系统有、现场没有', en: 'Inside by the system, not seen' }, inside, { max: 5000 }),
    extra: list({ zh: '现场有、系统没有', en: 'Seen, not inside by the system' }, plate(), { max: 5000 }),
    latest: list({ zh: '最近录入', en: 'Put in of late' }, plate(), { max: 20 }),
  },
  isRead: true,
});

/** Finishes a stock-take: closes the orders of missing cars, subject to approval flows, and opens orders for found cars. */
export const finishStockTake = operation('finish-stock-take', {
  title: { zh: '完成盘点', en: 'Finish a stock-take' },
  path: '/api/stockTake/finish',
  access: permission('stock-take.finish', { zh: '完成盘点', en: 'Finish a stock-take' }),
  input: {
    stockTakeId,
    goneOrderIds: list({ zh: '盘点出场', en: 'Gone' }, reference({ zh: '订单', en: 'Order' }, 'parking-order'), {
      max: MOST_PLATES,
    }),
    isFree: flag({ zh: '免除未付费用', en: 'Waive the unpaid fee' }, { byDefault: false }),
    addedPlates: list({ zh: '盘点入场', en: 'Found inside' }, plate(), { max: MOST_PLATES }),
    reason: text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255, isLong: true }),
  },
  output: {
    closedCount: integer({ zh: '盘点出场', en: 'Closed as gone' }),
    pendingCount: integer({ zh: '等待审核', en: 'Wait for review' }),
    addedCount: integer({ zh: '盘点入场', en: 'Added as inside' }),
  },
  audit: 'stock-take.finished',
  needsPassword: { zh: '是否完成盘点并处理所选差异？', en: 'Finish and settle the selected differences?' },
});

/** Cancels a stock-take without any change. */
export const cancelStockTake = operation('cancel-stock-take', {
  title: { zh: '取消盘点', en: 'Cancel a stock-take' },
  path: '/api/stockTake/cancel',
  access: countAccess,
  input: { stockTakeId },
  output: {},
  audit: 'stock-take.cancelled',
});

export const stockTakeRefusal = refusals('stock-take', {
  running: {
    status: 409,
    zh: '该车场正在盘点，请先完成或取消',
    en: 'A stock-take of this lot is in progress. Finish or cancel it first',
  },
  over: { status: 409, zh: '盘点已结束', en: 'This stock-take has ended' },
  'was-seen': {
    status: 409,
    zh: '{plate}不在差异中，请刷新后再试',
    en: '{plate} is no longer a difference. Refresh and try again',
  },
});
