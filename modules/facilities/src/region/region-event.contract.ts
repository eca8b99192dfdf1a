import { actEvent } from '@boyun/kernel/contract';
import { fillRegions } from './region.contract.ts';

/** Regions were filled in from the national standard. */
export const regionsFilled = actEvent(fillRegions, { ...fillRegions.input, ...fillRegions.output });
