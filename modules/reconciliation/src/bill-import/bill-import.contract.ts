import {
  choice,
  day,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  reference,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';
import { SourceKind, sourceId } from '../bill-source/bill-source.contract.ts';
import { channelDayList, fetchBill } from '../channel-day/channel-day.contract.ts';

/** States of a file. */
export const ImportState = {
  waiting: { zh: '读取中', en: 'Reading', tone: 'info' },
  done: { zh: '已采用', en: 'Taken', tone: 'good' },
  refused: { zh: '有误', en: 'Refused', tone: 'bad' },
  replaced: { zh: '已被替换', en: 'Replaced', tone: 'neutral' },
} as const;
/** How a file came. */
export const ImportWay = {
  fetched: { zh: '自动获取', en: 'Fetched' },
  uploaded: { zh: '上传', en: 'Uploaded' },
} as const;

const SIGNED = { min: -100_000_000_00 };
const columns = {
  id: text({ zh: '编号', en: 'Id' }),
  createdAt: instant({ zh: '时间', en: 'Time' }),
  sourceId,
  kind: choice({ zh: '类型', en: 'Kind' }, SourceKind),
  way: choice({ zh: '方式', en: 'How' }, ImportWay),
  fileName: text({ zh: '文件', en: 'File' }),
  state: choice({ zh: '状态', en: 'State' }, ImportState),
  firstDay: optional(day({ zh: '首日', en: 'First day' })),
  lastDay: optional(day({ zh: '末日', en: 'Last day' })),
  total: integer({ zh: '总数', en: 'Rows' }),
  successNum: integer({ zh: '新增', en: 'New' }),
  repeatNum: integer({ zh: '重复', en: 'Repeated' }),
  failedNum: integer({ zh: '错误', en: 'Faults' }),
  amountFen: money({ zh: '金额', en: 'Amount' }, SIGNED),
  feeFen: money({ zh: '手续费', en: 'Fees' }, SIGNED),
  actorName: optional(text({ zh: '上传人', en: 'Uploaded by' })),
};

/** Files with bills, the newest first. */
export const billImportList = report('bill-import', {
  title: { zh: '账单导入', en: 'Bill imports' },
  path: '/api/billImport/getImportPage',
  access: channelDayList.access,
  alwaysSortable: ['createdAt'],
  filters: {
    sourceId: optional(sourceId),
    kind: optional(choice({ zh: '类型', en: 'Kind' }, SourceKind)),
    state: optional(choice({ zh: '状态', en: 'State' }, ImportState)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns,
});

const importId = reference({ zh: '账单文件', en: 'Bill' }, 'bill-import');

/** Takes a file with a bill, or a bank statement; it is read in the background. The same file changes nothing. */
export const uploadBill = operation('upload-bill', {
  title: { zh: '导入账单', en: 'Import a bill' },
  path: '/api/billImport/upload',
  access: fetchBill.access,
  takesFile: true,
  input: {
    sourceId,
    day: optional(
      day({ zh: '账单日', en: 'Day of the bill' }, { hint: { zh: '留空则按文件内容', en: 'Empty: as the file says' } }),
    ),
  },
  output: { importId, isRepeated: flag({ zh: '已导入过', en: 'Imported before' }) },
  audit: 'bill-import.uploaded',
});

/** A file with what is wrong in it, row by row. */
export const getBillImport = operation('get-bill-import', {
  title: { zh: '导入结果', en: 'Result of an import' },
  path: '/api/billImport/get',
  access: channelDayList.access,
  input: { importId },
  output: {
    ...columns,
    sourceName: text({ zh: '来源', en: 'Source' }),
    endedAt: optional(instant({ zh: '完成时间', en: 'Ended' })),
    url: text({ zh: '下载地址', en: 'Address of the file' }, { max: 2000 }),
    faults: list(
      { zh: '错误', en: 'Faults' },
      group(
        { zh: '错误', en: 'Fault' },
        {
          // 0 for the file as a whole.
          row: integer({ zh: '行', en: 'Row' }),
          message: text({ zh: '原因', en: 'Reason' }, { max: 500 }),
        },
      ),
    ),
    dayIds: list({ zh: '对账日', en: 'Days' }, text({ zh: '对账日', en: 'Day' })),
  },
  isRead: true,
});

/** The first rows of a table, so that its columns can be chosen. */
export const readBillTable = operation('read-bill-table', {
  title: { zh: '读取表头', en: 'Read a table' },
  path: '/api/billImport/readTable',
  access: fetchBill.access,
  takesFile: true,
  input: {},
  output: {
    rows: list(
      { zh: '行', en: 'Rows' },
      list({ zh: '单元格', en: 'Cells' }, text({ zh: '单元格', en: 'Cell' }, { min: 0, max: 255 })),
    ),
  },
  isRead: true,
});

export const billImportRefusal = refusals('bill-import', {
  'no-file': { status: 422, zh: '请选择文件', en: 'Choose a file' },
  off: { status: 422, zh: '该来源已停用', en: 'This source is not in use' },
});
