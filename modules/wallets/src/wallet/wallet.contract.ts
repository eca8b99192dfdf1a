import { pattern } from '@boyun/domain/pattern';
import {
  choice,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  permission,
  phone,
  plate,
  readOnly,
  reference,
  refusals,
  remark,
  resource,
  type Transitions,
  text,
} from '@boyun/kernel/contract';
import { reviewAnswer } from '@boyun/reviews/contract';

/** Whether a wallet pays. */
export const WalletState = {
  active: { zh: '正常', en: 'In use', tone: 'good' },
  frozen: { zh: '已冻结', en: 'Frozen', tone: 'bad' },
} as const;
export type WalletState = keyof typeof WalletState;

const FROZEN = { zh: '钱包已冻结', en: 'The wallet is frozen' };

/** What can be done with a wallet in each state. */
export const walletTransitions = {
  'top-up': { from: ['active'], to: null, otherwise: FROZEN },
  pay: { from: ['active'], to: null, otherwise: FROZEN },
  freeze: { from: ['active'], to: 'frozen', otherwise: FROZEN },
  release: { from: ['frozen'], to: 'active', otherwise: { zh: '钱包没有冻结', en: 'The wallet is not frozen' } },
} as const satisfies Transitions<WalletState, 'top-up' | 'pay' | 'freeze' | 'release'>;

/** Wallets of customers, who are known by their mobile; they pay parking of the cars bound to them, and of others at the booth. */
export const wallet = resource('wallet', {
  title: { zh: '客户钱包', en: 'Wallets' },
  path: '/api/wallet',
  fields: {
    mobile: phone({ zh: '手机号', en: 'Mobile' }, { max: 11, rule: pattern.mobile }),
    holderName: text({ zh: '客户', en: 'Customer' }, { max: 32 }),
    state: readOnly(choice({ zh: '状态', en: 'State' }, WalletState, { byDefault: 'active' })),
    balanceFen: readOnly(money({ zh: '余额', en: 'Balance' }, { byDefault: 0 })),
    giftFen: readOnly(money({ zh: '其中赠送', en: 'Of it gifts' }, { byDefault: 0 })),
    giftEndsAt: readOnly(optional(instant({ zh: '赠送最早到期', en: 'Next gift ends' }))),
    plates: text(
      { zh: '车牌', en: 'Cars' },
      {
        max: 200,
        min: 0,
        byDefault: '',
        hint: { zh: '多个车牌用空格或逗号分隔', en: 'Separate plates with spaces or commas' },
      },
    ),
    lotId: reference({ zh: '开户车场', en: 'Opened at' }, 'lot'),
    remark,
  },
  columns: ['mobile', 'holderName', 'state', 'balanceFen', 'giftFen', 'giftEndsAt', 'plates', 'lotId', 'remark'],
  search: { mobile: 'contains', holderName: 'contains', plates: 'contains', state: 'equals', lotId: 'equals' },
  computed: ['giftFen', 'giftEndsAt'],
  verbs: ['list', 'get', 'create', 'update', 'export'],
  subject: (row) => `${row.mobile} ${row.holderName}`,
  nameField: 'mobile',
});

const walletId = reference({ zh: '钱包', en: 'Wallet' }, 'wallet');
const note = text({ zh: '说明', en: 'Note' }, { min: 2, max: 255 });
const balanceFen = money({ zh: '余额', en: 'Balance' });
const freezeAccess = permission('wallet.freeze', { zh: '冻结与解冻钱包', en: 'Freeze and release wallets' });

/** Freezes a wallet: it pays nothing and takes no money until it is released. Gifts still end. */
export const freezeWallet = operation('freeze-wallet', {
  title: { zh: '冻结', en: 'Freeze' },
  path: '/api/wallet/freeze',
  access: freezeAccess,
  needsPassword: { zh: '是否冻结该钱包？', en: 'Freeze this wallet?' },
  input: { walletId, note },
  output: {},
  audit: 'wallet.frozen',
});

/** Releases a frozen wallet. */
export const releaseWallet = operation('release-wallet', {
  title: { zh: '解冻', en: 'Release' },
  path: '/api/wallet/release',
  access: freezeAccess,
  input: { walletId, note },
  output: {},
  audit: 'wallet.released',
});

/**
 * Corrects the gifts of a wallet, after approval where the flow requires one: gives an amount, or takes one away. Paid money leaves a
 * wallet only by use or refund.
 */
export const adjustWallet = operation('adjust-wallet', {
  title: { zh: '调账', en: 'Adjust' },
  path: '/api/wallet/adjust',
  access: permission('wallet.adjust', { zh: '钱包调账', en: 'Adjust wallets' }),
  needsPassword: { zh: '是否调整该钱包的余额？', en: 'Change the balance of this wallet?' },
  input: {
    walletId,
    amountFen: money(
      { zh: '调整金额', en: 'Amount' },
      {
        min: -10_000_00,
        max: 10_000_00,
        hint: { zh: '正数为增加赠送金，负数为扣减赠送金', en: 'Above zero gives, below zero takes gifts away' },
      },
    ),
    validDays: optional(
      integer(
        { zh: '有效天数', en: 'Valid for days' },
        { min: 1, max: 3660, hint: { zh: '不填则不过期', en: 'Empty: for ever' } },
      ),
    ),
    reason: text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255, isLong: true }),
  },
  output: { ...reviewAnswer, balanceFen },
  isOnce: true,
  audit: 'wallet.adjust-requested',
});

/** Sets whether the fees of a plate are paid at the exit without a question, and the most that is taken at once. */
export const setAutoPay = operation('set-auto-pay', {
  title: { zh: '自动扣费', en: 'Automatic payment' },
  path: '/api/wallet/setAutoPay',
  access: wallet.can.update,
  input: {
    walletId,
    plate: plate(),
    isAutomatic: flag({ zh: '出场自动扣费', en: 'Pay at the exit' }),
    limitFen: optional(money({ zh: '单次上限', en: 'At most, each time' }, { min: 1, max: 10_000_00 })),
  },
  output: {},
  audit: 'wallet.auto-pay-set',
});

/** What the money of a part is. */
export const PartKind = {
  paid: { zh: '充值金', en: 'Paid in', tone: 'info' },
  gift: { zh: '赠送金', en: 'Gift', tone: 'good' },
} as const;

/** The money of a wallet in the order it is used, and its cars. */
export const getWalletParts = operation('get-wallet-parts', {
  title: { zh: '余额构成', en: 'Parts of the balance' },
  path: '/api/wallet/getParts',
  access: wallet.can.list,
  input: { walletId },
  output: {
    balanceFen,
    parts: list(
      { zh: '余额构成', en: 'Parts' },
      group(
        { zh: '部分', en: 'Part' },
        {
          id: text({ zh: '编号', en: 'Id' }),
          kind: choice({ zh: '类型', en: 'Kind' }, PartKind),
          amountFen: money({ zh: '金额', en: 'Amount' }),
          leftFen: money({ zh: '剩余', en: 'Left' }),
          createdAt: instant({ zh: '入账时间', en: 'Since' }),
          endsAt: optional(instant({ zh: '到期时间', en: 'Ends' })),
        },
      ),
    ),
    plates: list(
      { zh: '车牌', en: 'Cars' },
      group(
        { zh: '车牌', en: 'Car' },
        {
          plate: text({ zh: '车牌', en: 'Plate' }),
          isAutomatic: setAutoPay.input.isAutomatic,
          limitFen: setAutoPay.input.limitFen,
        },
      ),
    ),
  },
  isRead: true,
});

export const walletRefusal = refusals('wallet', {
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  'bad-plate': { status: 422, zh: '{plate}不是有效的车牌', en: '{plate} is not a valid plate' },
  'too-many-plates': { status: 422, zh: '最多绑定{most}个车牌', en: 'At most {most} cars' },
  'plate-taken': {
    status: 409,
    zh: '{plate}已绑定其他钱包',
    en: '{plate} is bound to another wallet',
  },
  short: {
    status: 409,
    zh: '钱包余额不足：余额{balance}元，应付{due}元，请充值或换一种方式',
    en: 'Not enough in the wallet: {balance} of {due}. Top it up or pay otherwise',
  },
  'no-amount': { status: 422, zh: '请填写不为零的金额', en: 'Enter an amount other than zero' },
  'few-gifts': {
    status: 409,
    zh: '赠送金只剩{left}元，充值金只能通过退款退还',
    en: 'Only {left} of gifts are left; paid money leaves by refund only',
  },
  'limit-needed': { status: 422, zh: '请填写单次上限', en: 'Enter the most that is taken at once' },
  'no-days': { status: 422, zh: '扣减时不填写有效天数', en: 'Days belong to what is given' },
});
