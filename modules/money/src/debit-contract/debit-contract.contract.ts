import { plateColorLabel } from '@boyun/domain/plate';
import {
  choice,
  instant,
  money,
  operation,
  optional,
  permission,
  plate,
  refusals,
  report,
  rowId,
  type Transitions,
  text,
} from '@boyun/kernel/contract';

/** Channels that debit plates. */
export const DebitChannel = {
  wechat: { zh: '微信支付', en: 'WeChat Pay' },
  alipay: { zh: '支付宝', en: 'Alipay' },
  sandbox: { zh: '模拟支付', en: 'Simulated' },
} as const;
export type DebitChannel = keyof typeof DebitChannel;

/** Whether the plate of a contract can be debited. */
export const DebitState = {
  active: { zh: '有效', en: 'Active', tone: 'good' },
  blocked: { zh: '暂停', en: 'Blocked', tone: 'warn' },
  ended: { zh: '已终止', en: 'Ended', tone: 'neutral' },
} as const;
export type DebitState = keyof typeof DebitState;

/** What the barrier does for a car whose fee is debited. */
export const DebitMode = {
  'after-success': { zh: '扣款成功后放行', en: 'Open after the debit' },
  'open-at-once': { zh: '先放行后扣款', en: 'Open at once' },
} as const;
export type DebitMode = keyof typeof DebitMode;

const plateColor = choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel);

/** Contracts of plates with payment channels, as the channels reported them. */
export const debitContractList = report('debit-contract', {
  title: { zh: '无感支付签约', en: 'Automatic debit' },
  path: '/api/debitContract/list',
  access: permission('debit-contract.list', { zh: '查看无感支付签约', en: 'View: Automatic debit' }),
  alwaysSortable: ['since'],
  filters: {
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    channel: optional(choice({ zh: '渠道', en: 'Channel' }, DebitChannel)),
    state: optional(choice({ zh: '状态', en: 'State' }, DebitState)),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    plate: text({ zh: '车牌', en: 'Plate' }),
    plateColor,
    channel: choice({ zh: '渠道', en: 'Channel' }, DebitChannel),
    state: choice({ zh: '状态', en: 'State' }, DebitState),
    blockedReason: optional(text({ zh: '暂停原因', en: 'Why blocked' })),
    limitFen: optional(money({ zh: '渠道单笔限额', en: "Channel's limit" })),
    since: instant({ zh: '状态起始', en: 'Since' }),
    reportedAt: instant({ zh: '渠道最近告知', en: 'Last reported' }),
    createdAt: instant({ zh: '首次签约', en: 'First seen' }),
    providerNo: optional(text({ zh: '渠道编号', en: "Channel's number" })),
    endedBy: optional(text({ zh: '终止人', en: 'Ended by' })),
    endedReason: optional(text({ zh: '终止原因', en: 'Why ended' })),
  },
});

/** What can be done with a contract. */
export const debitTransitions = {
  end: { from: ['active', 'blocked'], to: 'ended', otherwise: { zh: '签约已终止', en: 'The contract has ended' } },
  resume: { from: ['ended'], to: 'blocked', otherwise: { zh: '签约未终止', en: 'The contract has not ended' } },
} as const satisfies Transitions<DebitState, 'end' | 'resume'>;

/** Why a contract is blocked that the tenant uses again, until its channel reports it. */
export const AWAITING = 'AWAITING_REPORT';

/**
 * Ends the use of a contract: the plate is debited no more, whatever its channel reports later. The driver's agreement with the channel
 * remains; only the driver can revoke that.
 */
export const endDebitContract = operation('end-debit-contract', {
  title: { zh: '终止无感支付', en: 'End automatic debit' },
  path: '/api/debitContract/end',
  access: permission('debit-contract.end', { zh: '终止无感支付', en: 'End automatic debit' }),
  input: {
    id: rowId({ zh: '签约', en: 'Contract' }),
    reason: text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255, isLong: true }),
  },
  output: {},
  audit: 'debit-contract.ended',
});

/** Uses a contract again that the tenant had ended: it is active when its channel reports so, at the latest at the next entry. */
export const resumeDebitContract = operation('resume-debit-contract', {
  title: { zh: '恢复无感支付', en: 'Use automatic debit again' },
  path: '/api/debitContract/resume',
  access: endDebitContract.access,
  input: endDebitContract.input,
  output: {},
  audit: 'debit-contract.resumed',
});

/** What a driver does in the sandbox's app: agrees to automatic debit of a plate, suspends or revokes it. For trials only. */
export const simulateDebitContract = operation('simulate-debit-contract', {
  title: { zh: '模拟签约', en: 'Simulate a contract' },
  path: '/api/debitContract/simulate',
  access: permission('debit-contract.simulate', { zh: '模拟无感支付签约', en: 'Simulate automatic debit' }),
  input: {
    plate: plate(),
    plateColor: choice(plateColor.label, plateColorLabel, { byDefault: 1 }),
    state: choice({ zh: '状态', en: 'State' }, DebitState, { byDefault: 'active' }),
    limitFen: optional(money({ zh: '单笔限额', en: 'Limit of a payment' }, { min: 1 })),
  },
  output: {},
  audit: 'debit-contract.simulated',
});

export const debitRefusal = refusals('debit-contract', {
  over: { status: 409, zh: '{reason}', en: '{reason}' },
  'not-ended-here': {
    status: 409,
    zh: '签约由渠道终止，车主重新签约后自动恢复',
    en: 'The channel ended it; it is used again once the driver agrees anew',
  },
  'only-in-trial': {
    status: 422,
    zh: '只有试用租户可以模拟签约；正式签约由车主在微信或支付宝中办理',
    en: 'Only trials simulate contracts; drivers agree to automatic debit in WeChat or Alipay',
  },
  'no-channel': {
    status: 422,
    zh: '请先在支付配置中启用沙箱渠道并打开无感支付',
    en: 'Turn on the sandbox and its automatic debit in the payment configuration first',
  },
});
