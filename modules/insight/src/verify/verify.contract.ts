import {
  flag,
  group,
  instant,
  integer,
  json,
  list,
  operation,
  permission,
  refusals,
  text,
} from '@boyun/kernel/contract';

/** Checks that everything adds up, and names every row that breaks an equation. */
export const runVerify = operation('run-verify', {
  title: { zh: '数据核对', en: 'Verification' },
  path: '/api/verify/run',
  access: permission('verify.run', { zh: '运行数据核对', en: 'Run the verification' }),
  input: {},
  output: {
    at: instant({ zh: '时间', en: 'Time' }),
    isSound: flag({ zh: '全部平衡', en: 'All sound' }),
    checks: list(
      { zh: '检查项', en: 'Checks' },
      group(
        { zh: '检查', en: 'Check' },
        {
          key: text({ zh: '编号', en: 'Key' }),
          zh: text({ zh: '等式', en: 'Equation (Chinese)' }, { max: 512 }),
          en: text({ zh: '英文', en: 'Equation' }, { max: 512 }),
          checkedCount: integer({ zh: '检查数', en: 'Checked' }, { max: Number.MAX_SAFE_INTEGER }),
          brokenCount: integer({ zh: '不平衡数', en: 'Broken' }),
          tookMs: integer({ zh: '耗时（毫秒）', en: 'Took (ms)' }),
          /** At most the first hundred. */
          broken: list({ zh: '明细', en: 'Broken rows' }, json({ zh: '行', en: 'Row' })),
        },
      ),
    ),
  },
  isRead: true,
});

export const verifyRefusal = refusals('verify', {
  'needs-all-lots': {
    status: 422,
    zh: '数据核对涉及全部车场，您的账号只能查看部分车场',
    en: 'The verification covers all lots, your account may see some of them only',
  },
});
