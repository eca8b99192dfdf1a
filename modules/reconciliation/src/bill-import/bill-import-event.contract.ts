import { actEvent, choice, event, integer, reference, text } from '@boyun/kernel/contract';
import { ImportState, uploadBill } from './bill-import.contract.ts';

const fields = {
  importId: reference({ zh: '账单文件', en: 'Bill' }, 'bill-import'),
  name: text({ zh: '来源', en: 'Source' }, { max: 64 }),
  fileName: text({ zh: '文件', en: 'File' }, { max: 200 }),
};

/** A file was uploaded. */
export const billUploaded = actEvent(uploadBill, fields);

/** A file was read: taken, or refused with what is wrong. */
export const billTaken = event('bill-import.ended', {
  label: { zh: '账单导入完成', en: 'A bill was read' },
  fields: {
    ...fields,
    state: choice({ zh: '状态', en: 'State' }, ImportState),
    total: integer({ zh: '总数', en: 'Rows' }),
    successNum: integer({ zh: '新增', en: 'New' }),
    failedNum: integer({ zh: '错误', en: 'Faults' }),
  },
  live: { access: [uploadBill.access] },
});
