import { actEvent, flag, text } from '@boyun/kernel/contract';
import { markReport } from './hub.contract.ts';

/** A page of reports became a favourite of an account, or is none any more. */
export const reportMarked = actEvent(markReport, {
  page: text({ zh: '页面', en: 'Page' }, { max: 64 }),
  isFavourite: flag({ zh: '收藏', en: 'Favourite' }),
});
