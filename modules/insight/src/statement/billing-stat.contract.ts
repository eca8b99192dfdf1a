import { usualVehicleKinds } from '@boyun/domain/vehicle-kind';
import {
  choice,
  instant,
  integer,
  money,
  optional,
  permission,
  type RowsAt,
  reference,
  report,
  text,
} from '@boyun/kernel/contract';
import { orderList } from '@boyun/orders/contract';

/** What billing statistics are grouped by. */
export const BillingBy = {
  rule: { zh: '按收费规则', en: 'By tariff' },
  kind: { zh: '按车型', en: 'By vehicle kind' },
  length: { zh: '按停车时长', en: 'By length of stay' },
} as const;

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const figures = {
  stayCount: integer({ zh: '停车次数', en: 'Stays' }),
  freeCount: integer({ zh: '免费次数', en: 'Free stays' }),
  feeFen: money({ zh: '应收', en: 'Fees' }),
  reducedFen: money({ zh: '优惠', en: 'Reduced' }),
  paidFen: money({ zh: '已付', en: 'Paid' }),
  dueFen: money({ zh: '未付', en: 'Due' }),
};

/** The ended stays of a row, by what rows are grouped by. */
const STAYS = [
  { when: { by: 'rule' }, same: ['chargeRuleId'] },
  { when: { by: 'kind' }, same: ['vehicleKind'] },
  { when: { by: 'length' }, same: [], as: { fromMinutes: 'minMinutes', untilMinutes: 'underMinutes' } },
].map(
  (one): Omit<RowsAt, 'figures'> => ({
    ...one,
    filters: ['lotId'],
    list: orderList,
    page: '/_cloud_operation/order',
    period: ['leftFrom', 'leftTo'] as const,
  }),
);

/** Ended stays with their fees by tariff, vehicle kind or length, by when they ended. */
export const billingStat = report('billing-stat', {
  title: { zh: '计费统计', en: 'Billing statistics' },
  path: '/api/statement/billing/list',
  access: permission('billing-stat.list', { zh: '查看计费统计', en: 'View: Billing statistics' }),
  filters: {
    by: optional(choice({ zh: '统计方式', en: 'By' }, BillingBy)),
    lotId: optional(lotId),
    from: optional(instant({ zh: '离场起', en: 'Left from' })),
    to: optional(instant({ zh: '离场止', en: 'Left until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    /** Null for stays that no tariff priced. */
    chargeRuleId: optional(reference({ zh: '收费规则', en: 'Tariff' }, 'charge-rule')),
    vehicleKind: optional(text({ zh: '车型', en: 'Vehicle kind' }, { max: 40, labels: usualVehicleKinds })),
    /** The shortest of the lengths a row counts, in minutes. */
    fromMinutes: optional(integer({ zh: '停车时长', en: 'Length of stay' })),
    /** The shortest of the next lengths; null where there are none. */
    untilMinutes: optional(integer({ zh: '停车时长＜（分）', en: 'Less than (min)' })),
    ...figures,
    meanFen: money({ zh: '次均应收', en: 'Mean fee' }),
    meanMinutes: integer({ zh: '平均时长（分）', en: 'Mean minutes' }),
  },
  totals: figures,
  corrected: {
    list: orderList,
    page: '/_cloud_operation/order',
    same: [],
    filters: ['lotId'],
    fixed: { isCorrected: true },
    period: ['leftFrom', 'leftTo'],
  },
  compared: { by: ['id'] },
  rowsAt: STAYS.flatMap((stays): RowsAt[] => [
    {
      ...stays,
      figures: { stayCount: null, feeFen: 'feeFen', reducedFen: 'reducedFen', paidFen: 'paidFen', dueFen: 'dueFen' },
      fixed: { isEnded: true },
    },
    { ...stays, figures: { freeCount: null }, fixed: { isEnded: true, isFree: true } },
  ]),
  maxDays: 366,
});
