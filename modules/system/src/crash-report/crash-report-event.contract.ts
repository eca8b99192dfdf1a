import { actEvent, text } from '@boyun/kernel/contract';
import { reportCrash } from './crash-report.contract.ts';

/** A page failed in a browser. */
export const crashReported = actEvent(reportCrash, {
  page: text({ zh: '页面', en: 'Page' }, { max: 512 }),
  message: text({ zh: '错误', en: 'Error' }, { max: 2000 }),
});
