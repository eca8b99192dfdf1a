import { actEvent } from '@boyun/kernel/contract';
import { fillYear } from './holiday.contract.ts';

/** The public holidays of a year were filled in. */
export const yearFilled = actEvent(fillYear, { year: fillYear.input.year, ...fillYear.output });
