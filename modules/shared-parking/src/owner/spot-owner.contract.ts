import { pattern } from '@boyun/domain/pattern';
import {
  choice,
  money,
  optional,
  phone,
  readOnly,
  reference,
  refusals,
  remark,
  resource,
  text,
} from '@boyun/kernel/contract';

/** Whether an owner may offer spots and withdraw. */
export const OwnerState = {
  active: { zh: '正常', en: 'In use', tone: 'good' },
  frozen: { zh: '已冻结', en: 'Frozen', tone: 'bad' },
} as const;
export type OwnerState = keyof typeof OwnerState;

/** People who share their spots: known by their mobile, paid on their bank account. */
export const spotOwner = resource('spot-owner', {
  title: { zh: '车位业主', en: 'Spot owners' },
  path: '/api/spotOwner',
  fields: {
    name: text({ zh: '姓名', en: 'Name' }, { max: 32 }),
    mobile: phone({ zh: '手机号', en: 'Mobile' }, { max: 11, rule: pattern.mobile }),
    lotId: reference({ zh: '所属车场', en: 'Parking lot' }, 'lot'),
    state: choice({ zh: '状态', en: 'State' }, OwnerState, { byDefault: 'active' }),
    balanceFen: readOnly(money({ zh: '可提现', en: 'Balance' }, { min: -100_000_000_00, byDefault: 0 })),
    bankName: optional(text({ zh: '开户行', en: 'Bank' }, { max: 64 })),
    accountName: optional(text({ zh: '账户名称', en: 'Account holder' }, { max: 64 })),
    accountNo: optional(text({ zh: '收款账号', en: 'Account number' }, { min: 8, max: 32, pattern: /^\d[\d ]*\d$/ })),
    code: readOnly(text({ zh: '入口码', en: 'Code' })),
    remark,
  },
  columns: ['name', 'mobile', 'lotId', 'state', 'balanceFen', 'bankName', 'accountNo', 'remark'],
  search: { name: 'contains', mobile: 'contains', lotId: 'equals', state: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'export'],
  subject: (row) => `${row.name} ${row.mobile}`,
});

export const spotOwnerRefusal = refusals('spot-owner', {
  frozen: { status: 409, zh: '业主“{name}”已冻结', en: '{name} is frozen' },
});
