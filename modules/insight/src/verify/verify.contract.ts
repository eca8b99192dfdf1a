import {
  flag,
  group,
  instant,
  integer,
  json,
  type Label,
  list,
  operation,
  optional,
  permission,
  refusals,
  rowId,
  text,
} from '@boyun/kernel/contract';

const access = permission('verify.run', { zh: '运行数据核对', en: 'Run the verification' });
const count = (label: Label) => integer(label, { max: Number.MAX_SAFE_INTEGER });

/** The last verification, and how far one under way has come. */
const state = {
  at: optional(instant({ zh: '上次完整核对', en: 'Last full check' })),
  isSound: flag({ zh: '全部平衡', en: 'All sound' }),
  isRunning: flag({ zh: '正在核对', en: 'Under way' }),
  doneSteps: count({ zh: '已完成步骤', en: 'Steps done' }),
  totalSteps: count({ zh: '总步骤', en: 'Steps in all' }),
  checks: list(
    { zh: '检查项', en: 'Checks' },
    group(
      { zh: '检查', en: 'Check' },
      {
        key: text({ zh: '编号', en: 'Key' }),
        zh: text({ zh: '等式', en: 'Equation (Chinese)' }, { max: 512 }),
        en: text({ zh: '英文', en: 'Equation' }, { max: 512 }),
        checkedCount: count({ zh: '检查数', en: 'Checked' }),
        brokenCount: count({ zh: '不平衡数', en: 'Broken' }),
        tookMs: integer({ zh: '耗时（毫秒）', en: 'Took (ms)' }),
        /** At most the first hundred. */
        broken: list({ zh: '明细', en: 'Broken rows' }, json({ zh: '行', en: 'Row' })),
      },
    ),
  ),
  /** The closed months whose results are kept, latest first. */
  months: list(
    { zh: '已核对月份', en: 'Months checked' },
    group(
      { zh: '月份', en: 'Month' },
      {
        month: text({ zh: '月份', en: 'Month' }),
        checkedAt: instant({ zh: '核对时间', en: 'Checked' }),
        checkedCount: count({ zh: '检查数', en: 'Checked' }),
        brokenCount: count({ zh: '不平衡数', en: 'Broken' }),
        isStale: flag({ zh: '待重新核对', en: 'To be checked again' }),
      },
    ),
  ),
};

/** Starts the verification, or joins the one under way, and returns when it has finished or after some seconds. */
export const runVerify = operation('run-verify', {
  title: { zh: '数据核对', en: 'Verification' },
  path: '/api/verify/run',
  access,
  input: {},
  output: state,
  isRead: true,
});

/** The last verification and how far one under way has come. */
export const getVerify = operation('get-verify', {
  title: { zh: '数据核对结果', en: 'Results of the verification' },
  path: '/api/verify/get',
  access,
  input: {},
  output: state,
  isRead: true,
});

/** Drops the kept result of a closed month: the next verification reads it again. */
export const recheckMonth = operation('recheck-month', {
  title: { zh: '重新核对该月', en: 'Check this month again' },
  path: '/api/verify/recheckMonth',
  access,
  input: { month: text({ zh: '月份', en: 'Month' }, { max: 10, pattern: /^\d{4}-(0[1-9]|1[0-2])-01$/ }) },
  output: {},
  audit: 'verify.month-reopened',
});

/** Tries an event again that was set aside because something that follows from it failed. */
export const retryFailure = operation('retry-consumer-failure', {
  title: { zh: '重试失败的后续处理', en: 'Try a failed event again' },
  path: '/api/verify/retryFailure',
  access: permission('verify.retry', { zh: '重试失败的后续处理', en: 'Try a failed event again' }),
  input: {
    failureId: rowId({ zh: '失败编号', en: 'Failure' }),
  },
  output: {},
  audit: 'consumer-failure.retried',
});

export const verifyRefusal = refusals('verify', {
  'still-failing': { status: 422, zh: '重试仍然失败：{reason}', en: 'It failed again: {reason}' },
  'needs-all-lots': {
    status: 422,
    zh: '数据核对涉及全部车场，您的账号只能查看部分车场',
    en: 'The verification covers all lots, but your account is limited to some',
  },
  'month-not-kept': { status: 404, zh: '该月还没有核对结果', en: 'There is no kept result of this month' },
});
