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

/** Whether a customer may use the app. */
export const CustomerState = {
  normal: { zh: '正常', en: 'In use', tone: 'good' },
  frozen: { zh: '已冻结', en: 'Frozen', tone: 'bad' },
  deleted: { zh: '已注销', en: 'Deleted', tone: 'neutral' },
} as const;
export type CustomerState = keyof typeof CustomerState;

/** How a customer came. */
export const CustomerChannel = {
  poster: { zh: '海报扫码', en: 'Code on a poster' },
  chat: { zh: '微信转发', en: 'Sent in a chat' },
  sms: { zh: '短信链接', en: 'Link in an SMS' },
  link: { zh: '其他链接', en: 'Another link' },
  app: { zh: '自行注册', en: 'By themselves' },
  office: { zh: '员工开户', en: 'Entered by staff' },
} as const;
export type CustomerChannel = keyof typeof CustomerChannel;

/** The languages of the app. */
export const AppLanguage = {
  zh: { zh: '中文', en: 'Chinese' },
  en: { zh: '英文', en: 'English' },
} as const;

const DELETED = { zh: '客户已注销', en: 'The account was deleted' };

/** What can be done with a customer in each state. */
export const customerTransitions = {
  freeze: { from: ['normal'], to: 'frozen', otherwise: { zh: '客户不是正常状态', en: 'The customer is not in use' } },
  release: { from: ['frozen'], to: 'normal', otherwise: { zh: '客户没有冻结', en: 'The customer is not frozen' } },
  reveal: { from: ['normal', 'frozen'], to: null, otherwise: DELETED },
} as const satisfies Transitions<CustomerState, 'freeze' | 'release' | 'reveal'>;

/** Customers of the operator: persons known by a mobile number, which is masked unless it is asked for. */
export const customer = resource('customer', {
  title: { zh: 'APP用户', en: 'App customers' },
  path: '/api/member/customer',
  fields: {
    mobile: readOnly(optional(phone({ zh: '手机号', en: 'Mobile' }, { max: 16 }))),
    name: optional(text({ zh: '姓名', en: 'Name' }, { max: 32, rule: pattern.contact })),
    state: readOnly(choice({ zh: '状态', en: 'State' }, CustomerState, { byDefault: 'normal' })),
    balanceFen: readOnly(optional(money({ zh: '钱包余额', en: 'Wallet' }))),
    carCount: readOnly(integer({ zh: '认证车辆', en: 'Certified cars' }, { byDefault: 0 })),
    channel: readOnly(choice({ zh: '来源', en: 'Came by' }, CustomerChannel, { byDefault: 'app' })),
    referrerId: readOnly(optional(reference({ zh: '推广人', en: 'Shared by' }, 'employee'))),
    registeredAt: readOnly(instant({ zh: '注册时间', en: 'Registered' })),
    seenAt: readOnly(optional(instant({ zh: '最近使用', en: 'Last seen' }))),
    language: readOnly(choice({ zh: '语言', en: 'Language' }, AppLanguage, { byDefault: 'zh' })),
    remark,
  },
  columns: [
    'mobile',
    'name',
    'state',
    'balanceFen',
    'carCount',
    'channel',
    'referrerId',
    'registeredAt',
    'seenAt',
    'language',
    'remark',
  ],
  search: { mobile: 'equals', name: 'contains', state: 'equals', channel: 'equals', registeredAt: 'range' },
  computed: ['balanceFen', 'carCount'],
  verbs: ['list', 'get', 'update', 'export'],
  subject: (row) => row.name ?? row.mobile ?? '—',
  nameField: 'name',
});

const customerId = reference({ zh: '客户', en: 'Customer' }, 'customer');
const note = text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255 });
const freezeAccess = permission('customer.freeze', { zh: '冻结与解冻客户', en: 'Freeze and release customers' });

/** Freezes a customer: the phones are signed out, and the app opens no more until the customer is released. */
export const freezeCustomer = operation('freeze-customer', {
  title: { zh: '冻结', en: 'Freeze' },
  path: '/api/member/customer/freeze',
  access: freezeAccess,
  needsPassword: { zh: '是否冻结该客户？', en: 'Freeze this customer?' },
  input: { customerId, note },
  output: {},
  audit: 'customer.frozen',
});

/** Releases a frozen customer. */
export const releaseCustomer = operation('release-customer', {
  title: { zh: '解冻', en: 'Release' },
  path: '/api/member/customer/release',
  access: freezeAccess,
  input: { customerId, note },
  output: {},
  audit: 'customer.released',
});

/** Shows the full mobile of a customer; the audit log records who saw it, and why. */
export const revealMobile = operation('reveal-mobile', {
  title: { zh: '查看完整手机号', en: 'Show the full mobile' },
  path: '/api/member/customer/revealMobile',
  access: permission('customer.reveal', { zh: '查看客户完整手机号', en: 'See the full mobiles of customers' }),
  input: { customerId, note },
  output: { fullNumber: text({ zh: '手机号', en: 'Mobile' }, { max: 16 }) },
  audit: 'customer.mobile-revealed',
});

/** The cars of a customer, and the last stays of the certified ones. */
export const getCustomerDetail = operation('get-customer-detail', {
  title: { zh: '客户详情', en: 'Details of a customer' },
  path: '/api/member/customer/getDetail',
  access: customer.can.list,
  input: { customerId },
  output: {
    cars: list(
      { zh: '车辆', en: 'Cars' },
      group(
        { zh: '车辆', en: 'Car' },
        {
          id: text({ zh: '编号', en: 'Id' }),
          plate: plate(),
          isCertified: flag({ zh: '已认证', en: 'Certified' }),
        },
      ),
    ),
    stays: list(
      { zh: '停车订单', en: 'Parking orders' },
      group(
        { zh: '停车订单', en: 'Parking order' },
        {
          orderId: text({ zh: '订单', en: 'Order' }),
          orderNo: text({ zh: '订单号', en: 'Number' }),
          plate: plate(),
          lotName: text({ zh: '车场', en: 'Parking lot' }),
          enteredAt: instant({ zh: '入场时间', en: 'Entered' }),
          feeFen: money({ zh: '停车费', en: 'Fee' }),
          dueFen: money({ zh: '未付', en: 'Due' }),
        },
      ),
    ),
  },
  isRead: true,
});

/**
 * Makes one customer of two, such as the old and the new number of a person: cars, messages and coupons of the other go to this one, whose
 * number stays. The other must have no money left.
 */
export const mergeCustomers = operation('merge-customers', {
  title: { zh: '合并客户', en: 'Merge customers' },
  path: '/api/member/customer/merge',
  access: permission('customer.merge', { zh: '合并客户', en: 'Merge customers' }),
  needsPassword: { zh: '合并后不能恢复，是否合并？', en: 'This cannot be undone. Merge them?' },
  input: {
    customerId,
    otherMobile: text(
      { zh: '并入的手机号', en: 'Number that is given up' },
      {
        max: 11,
        rule: pattern.mobile,
        hint: { zh: '该号码的客户将并入当前客户', en: 'Its customer becomes part of this one' },
      },
    ),
    note,
  },
  output: {},
  audit: 'customer.merged',
});

export const customerRefusal = refusals('customer', {
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  'no-other': { status: 404, zh: '没有该手机号的客户', en: 'No customer has this number' },
  same: { status: 422, zh: '两个号码是同一客户', en: 'Both numbers are of the same customer' },
  'has-money': {
    status: 409,
    zh: '并入的客户钱包还有余额，请先退款',
    en: 'The wallet of that number still has money. Refund it first',
  },
});
