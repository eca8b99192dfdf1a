import { event, integer, optional, plate, reference } from '@boyun/kernel/contract';

const stockTakeId = reference({ zh: '盘点', en: 'Stock-take' }, 'stock-take');

/** The cars inside are being counted. */
export const stockTakeStarted = event('stock-take.started', {
  label: { zh: '开始盘点', en: 'A stock-take began' },
  fields: { stockTakeId, insideCount: optional(integer({ zh: '在场车辆', en: 'Cars inside' })) },
});

/** Cars were noted as seen. */
export const stockTakeCounted = event('stock-take.counted', {
  label: { zh: '盘点车辆', en: 'Cars were counted' },
  fields: { stockTakeId, addedCount: integer({ zh: '新增数量', en: 'Added' }) },
});

/** A car is not noted as seen any more. */
export const stockTakeUncounted = event('stock-take.uncounted', {
  label: { zh: '取消盘点车辆', en: 'A counted car was taken back' },
  fields: { stockTakeId, plate: plate() },
});

/** A stock-take ended without effect. */
export const stockTakeCancelled = event('stock-take.cancelled', {
  label: { zh: '取消盘点', en: 'A stock-take was cancelled' },
  fields: { stockTakeId },
});

/** A stock-take ended; orders were closed and opened by it. */
export const stockTakeFinished = event('stock-take.finished', {
  label: { zh: '完成盘点', en: 'A stock-take was finished' },
  fields: {
    stockTakeId,
    closedCount: integer({ zh: '关闭订单', en: 'Orders closed' }),
    pendingCount: integer({ zh: '待审核', en: 'Pending' }),
    addedCount: integer({ zh: '补录车辆', en: 'Cars added' }),
  },
});
