import { actEvent, integer } from '@boyun/kernel/contract';
import { fillDictionary } from './dictionary.contract.ts';

/** The dictionary was filled with the words of the product. */
export const dictionaryFilled = actEvent(fillDictionary, { addedCount: integer({ zh: '新增数量', en: 'Added' }) });
