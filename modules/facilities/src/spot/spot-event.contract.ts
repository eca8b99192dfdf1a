import { actEvent, integer, text } from '@boyun/kernel/contract';
import { createSpots } from './spot.contract.ts';

/** A run of spots was added to a lot. */
export const spotsCreated = actEvent(createSpots, {
  firstNumber: text({ zh: '首个编号', en: 'First number' }, { max: 64 }),
  lastNumber: text({ zh: '末个编号', en: 'Last number' }, { max: 64 }),
  createdCount: integer({ zh: '数量', en: 'Count' }),
});
