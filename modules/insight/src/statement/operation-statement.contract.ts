import { integer, money, optional, permission, reference, report, text } from '@boyun/kernel/contract';
import { orderList } from '@boyun/orders/contract';
import { paymentList } from '@boyun/payments/contract';
import { refundReport } from '@boyun/settlement/contract';
import { periodColumn, periodFilters } from './statement-period.contract.ts';

const MOST_FEN = 100_000_000_00;
const signed = { min: -MOST_FEN };
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');

const figures = {
  exits: integer({ zh: '出场车次', en: 'Exits' }, signed),
  /** Fees of stays that ended, less those of stays voided afterwards. */
  feeFen: money({ zh: '应收', en: 'Fees' }, signed),
  reducedFen: money({ zh: '优惠', en: 'Reduced' }, signed),
  /** What came in, less what was refunded. */
  receivedFen: money({ zh: '实收', en: 'Received' }, signed),
  refundedFen: money({ zh: '退款', en: 'Refunded' }),
  /** What cars owed when they left. */
  unpaidFen: money({ zh: '离场欠费', en: 'Left owing' }, signed),
};

/** The lists that hold the rows behind the figures. */
const ORDERS = {
  list: orderList,
  page: '/_cloud_operation/order',
  same: ['lotId'],
  period: ['leftFrom', 'leftTo'],
} as const;
const PAYMENTS = {
  list: paymentList,
  page: '/_cloud_operation/payment',
  same: ['lotId'],
  fixed: { state: 'succeeded' },
  period: ['from', 'to'],
} as const;

/** The stays that were voided or corrected after they had ended. */
const CORRECTED = { ...ORDERS, fixed: { isCorrected: true } } as const;

/** What each lot charged, reduced, received, refunded and was left owed, by day, month or year of the lot. */
export const operationStatement = report('operation-statement', {
  title: { zh: '运营报表', en: 'Operation statement' },
  path: '/api/statement/operation/list',
  access: permission('operation-statement.list', { zh: '查看运营报表', en: 'View: Operation statement' }),
  filters: { ...periodFilters, lotId: optional(lotId) },
  columns: { id: text({ zh: '编号', en: 'Id' }), period: periodColumn, lotId, ...figures },
  totals: figures,
  compared: { by: ['period', 'lotId'] },
  corrected: CORRECTED,
  rowsAt: [
    { ...ORDERS, figures: { exits: null }, fixed: { parkingState: 'left' } },
    { ...ORDERS, figures: { feeFen: 'feeFen', reducedFen: 'reducedFen' } },
    // What was owed then; the orders show what is owed now.
    { ...ORDERS, figures: { unpaidFen: false }, fixed: { hasLeftOwing: true } },
    { ...PAYMENTS, figures: { receivedFen: 'receivedFen' } },
    {
      figures: { refundedFen: 'amountFen' },
      list: refundReport,
      page: '/reportData/refund',
      same: ['lotId'],
      fixed: { state: 'succeeded' },
      period: ['from', 'to'],
    },
  ],
});

const tradeFigures = {
  receivedFen: figures.receivedFen,
  beforeFen: money({ zh: '上一周期', en: 'Period before' }, signed),
  yearBeforeFen: money({ zh: '去年同期', en: 'A year before' }, signed),
};

/** What all lots received by day, month or year, beside the period before and the same period a year before. */
export const tradeStat = report('trade-stat', {
  title: { zh: '交易统计', en: 'Trade statistics' },
  path: '/api/statement/trade/list',
  access: permission('trade-stat.list', { zh: '查看交易统计', en: 'View: Trade statistics' }),
  filters: { ...periodFilters, lotId: optional(lotId) },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    period: periodColumn,
    exits: figures.exits,
    ...tradeFigures,
    /** Growth over the year before in hundredths of a percent; null where nothing was received then. */
    growth: optional(integer({ zh: '同比（万分比）', en: 'Growth (0.01 %)' }, { min: -1_000_000_000 })),
  },
  totals: { exits: figures.exits, ...tradeFigures },
  corrected: CORRECTED,
  rowsAt: [
    { ...ORDERS, figures: { exits: null }, fixed: { parkingState: 'left' } },
    { ...PAYMENTS, figures: { receivedFen: 'receivedFen' } },
  ],
});
