import { actEvent, event, month } from '@boyun/kernel/contract';
import { closePeriod } from './period.contract.ts';

const monthOf = month({ zh: '会计期间', en: 'Month' });

/** A month was closed. */
export const periodClosed = actEvent(closePeriod, { month: monthOf });

/** A closed month was opened again. */
export const periodReopened = event('accounting-period.reopened', {
  label: { zh: '会计期间已反结账', en: 'A closed month was reopened' },
  fields: { month: monthOf },
});
