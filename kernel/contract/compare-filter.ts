import { choice, optional } from './field.ts';

/** What the rows of a report are compared with. */
export const Compare = {
  before: { zh: '上一周期', en: 'The period before' },
  'year-before': { zh: '去年同期', en: 'A year before' },
} as const;

/** The filter of the reports whose rows can be compared. */
export const compareFilter = optional(choice({ zh: '对比', en: 'Compared with' }, Compare));
