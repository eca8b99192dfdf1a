import { choice, integer, type Listed, money, optional, resource } from '@boyun/kernel/contract';
import { activityLimit, activityRule } from './activity-field.contract.ts';

/** What a custom-time discount takes off. */
export const DiscountEffect = {
  percent: { zh: '打折', en: 'Percentage off' },
  amount: { zh: '减金额', en: 'Amount off' },
  minutes: { zh: '减时长', en: 'Free minutes' },
  window: { zh: '时段内免费', en: 'Hours free' },
  free: { zh: '全免', en: 'Free' },
} as const;
export type DiscountEffect = keyof typeof DiscountEffect;

/**
 * Custom-time discounts of the operator: cars that leave on the days and within the hours pay less; with `window` the time of a stay
 * within the hours is free.
 */
export const customTimeDiscount = resource('custom-time-discount', {
  title: { zh: '自定义时段优惠', en: 'Custom-time discounts' },
  path: '/api/customTimeDiscount',
  fields: {
    ...activityRule,
    effect: choice({ zh: '优惠方式', en: 'Discount' }, DiscountEffect, { byDefault: 'percent' }),
    percent: optional(
      integer(
        { zh: '优惠比例（%）', en: 'Percent off' },
        { min: 1, max: 99, hint: { zh: '20表示减免20%，即八折', en: '20 takes a fifth off' } },
      ),
    ),
    amountFen: optional(money({ zh: '优惠金额', en: 'Amount off' }, { min: 1, max: 1_000_000_00 })),
    minutes: optional(
      integer(
        { zh: '优惠时长（分）', en: 'Free minutes' },
        { min: 1, max: 14_400, hint: { zh: '从入场起免费的分钟数', en: 'Counted from the entry' } },
      ),
    ),
    ...activityLimit,
  },
  columns: ['name', 'state', 'effect', 'lotIds', 'validFrom', 'validUntil', 'usedFen', 'usedCount', 'budgetFen'],
  search: { name: 'contains', lotIds: 'has', effect: 'equals', isPaused: 'equals', validUntil: 'range' },
  computed: ['state', 'usedFen', 'usedCount'],
  lotField: 'lotIds',
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
});

/** A custom-time discount, as listed. */
export type CustomTimeDiscount = Listed<typeof customTimeDiscount>;
