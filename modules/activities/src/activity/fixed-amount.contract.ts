import { choice, type Listed, money, resource } from '@boyun/kernel/contract';
import { activityLimit, activityRule } from './activity-field.contract.ts';

/** What the amount of a fixed-amount activity is the price of. */
export const FixedPriceOf = {
  window: { zh: '时段内停车费', en: 'The time within the hours' },
  stay: { zh: '整次停车费', en: 'The whole stay' },
} as const;
export type FixedPriceOf = keyof typeof FixedPriceOf;

/**
 * Fixed-amount activities: the time of a stay within the hours costs at most the amount, or the whole stay does where the car leaves
 * within them.
 */
export const fixedAmount = resource('fixed-amount', {
  title: { zh: '固定金额活动', en: 'Fixed-amount activities' },
  path: '/api/fixedAmount',
  fields: {
    ...activityRule,
    appliesTo: choice({ zh: '固定金额适用于', en: 'The amount is for' }, FixedPriceOf, { byDefault: 'window' }),
    priceFen: money(
      { zh: '固定金额', en: 'Fixed amount' },
      { max: 1_000_000_00, hint: { zh: '低于该金额时按实际收取', en: 'A smaller fee stays as it is' } },
    ),
    ...activityLimit,
  },
  columns: [
    'name',
    'state',
    'priceFen',
    'appliesTo',
    'lotIds',
    'validFrom',
    'validUntil',
    'usedFen',
    'usedCount',
    'budgetFen',
  ],
  search: { name: 'contains', lotIds: 'has', appliesTo: 'equals', isPaused: 'equals', validUntil: 'range' },
  computed: ['state', 'usedFen', 'usedCount'],
  lotField: 'lotIds',
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
});

/** A fixed-amount activity, as listed. */
export type FixedAmount = Listed<typeof fixedAmount>;
