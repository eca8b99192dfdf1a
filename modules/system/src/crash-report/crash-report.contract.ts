import { instant, integer, operation, optional, permission, report, text } from '@boyun/kernel/contract';

const message = text({ zh: '错误', en: 'Error' }, { max: 1000 });
const stack = optional(text({ zh: '调用栈', en: 'Stack' }, { max: 8000, isLong: true }));
const page = text({ zh: '页面', en: 'Page' }, { max: 500 });
const productVersion = text({ zh: '产品版本', en: 'Product version' }, { max: 32 });

/** Reports an unhandled error of a page; equal errors of a tenant are counted together. */
export const reportCrash = operation('report-crash', {
  title: { zh: '上报页面异常', en: 'Report an error of a page' },
  path: '/api/crashReport/report',
  access: 'own-session',
  input: { message, stack, page, productVersion },
  output: {},
  audit: 'crash-report.added',
  perMinute: 30,
});

/** Errors of pages, latest first. */
export const crashReportList = report('crash-report', {
  title: { zh: '页面异常日志', en: 'Page errors' },
  path: '/api/crashReport/list',
  access: permission('crash-report.list', { zh: '查看页面异常日志', en: 'View: Page errors' }),
  filters: {
    text: optional(text({ zh: '关键字', en: 'Keyword' }, { max: 64 })),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    lastAt: instant({ zh: '最近发生', en: 'Last' }),
    firstAt: instant({ zh: '首次发生', en: 'First' }),
    count: integer({ zh: '次数', en: 'Times' }),
    message,
    page,
    account: text({ zh: '最近账号', en: 'Last account' }),
    agent: optional(text({ zh: '浏览器', en: 'Browser' }, { max: 500 })),
    productVersion,
    stack,
  },
});
