import { list, operation, text } from '@boyun/kernel/contract';
import { findInvoiceable, foundTitle } from '../invoice/invoice-act.contract.ts';

/** Searches the directory of enterprises of the platform that issues. An enterprise whose name is the word comes with its tax number. */
export const findTitles = operation('find-titles', {
  title: { zh: '查找企业抬头', en: 'Find an enterprise' },
  path: '/api/invoice/findTitles',
  access: findInvoiceable.access,
  perMinute: 60,
  input: { word: text({ zh: '企业名称', en: 'Name' }, { min: 3, max: 100 }) },
  output: { titles: list({ zh: '企业', en: 'Enterprises' }, foundTitle) },
  isRead: true,
});
