import {
  choice,
  instant,
  integer,
  money,
  month,
  operation,
  optional,
  permission,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';

/** State of a bill. */
export const BillState = {
  open: { zh: '待付', en: 'Open', tone: 'info' },
  overdue: { zh: '逾期', en: 'Overdue', tone: 'bad' },
  paid: { zh: '已付', en: 'Paid', tone: 'good' },
  waived: { zh: '已减免', en: 'Waived', tone: 'neutral' },
} as const;

/** How a tenant hands the money of a bill over. */
export const TenantBillMethod = {
  transfer: { zh: '转账', en: 'Transfer' },
  cash: { zh: '现金', en: 'Cash' },
} as const;
export type TenantBillMethod = keyof typeof TenantBillMethod;

const billMonth = month({ zh: '月份', en: 'Month' });
const amountFen = money({ zh: '金额', en: 'Amount' });
const note = optional(text({ zh: '备注', en: 'Note' }, { max: 255 }));

/** The right to see bills of the platform. */
export const mayListTenantBills = permission('tenant-bill.list', { zh: '查看租户账单', en: 'View: Tenant bills' });

/** What tenants owe the platform: a tenant sees its own bills, the platform sees all. */
export const tenantBillList = report('tenant-bill', {
  title: { zh: '租户账单', en: 'Tenant bills' },
  path: '/api/tenantBill/list',
  access: mayListTenantBills,
  filters: {
    name: optional(text({ zh: '租户', en: 'Tenant' }, { max: 64 })),
    month: optional(billMonth),
    state: optional(choice({ zh: '状态', en: 'State' }, BillState)),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    tenantNumber: integer({ zh: '租户编号', en: 'Tenant id' }),
    name: text({ zh: '租户', en: 'Tenant' }),
    month: billMonth,
    monthlyFeeFen: money({ zh: '月服务费', en: 'Fee a month' }),
    lotCount: integer({ zh: '车场数', en: 'Lots' }),
    lotFeeFen: money({ zh: '每车场月费', en: 'Fee a lot' }),
    amountFen,
    dueAt: instant({ zh: '付款期限', en: 'Due' }),
    state: choice({ zh: '状态', en: 'State' }, BillState),
    createdAt: instant({ zh: '出账时间', en: 'Made' }),
    settledAt: optional(instant({ zh: '结清时间', en: 'Settled' })),
    settledBy: optional(text({ zh: '经办人', en: 'Settled by' })),
    note,
  },
  totals: { amountFen, openFen: money({ zh: '待付', en: 'Open' }) },
});

/** Books the money of a bill, or waives it; for platform staff. */
export const settleTenantBill = operation('settle-tenant-bill', {
  title: { zh: '结清租户账单', en: 'Settle a tenant bill' },
  path: '/api/tenantBill/settle',
  access: 'platform',
  input: {
    tenantNumber: integer({ zh: '租户编号', en: 'Tenant id' }, { min: 1 }),
    month: billMonth,
    outcome: choice({ zh: '结果', en: 'Outcome' }, { paid: BillState.paid, waived: BillState.waived }),
    method: choice({ zh: '收款方式', en: 'Paid by' }, TenantBillMethod, { byDefault: 'transfer' }),
    note,
  },
  output: {},
  audit: 'tenant-bill.settled',
  needsPassword: { zh: '是否结清该账单？', en: 'Settle this bill?' },
});

/** Begins the payment of a bill by phone; for the tenant that owes it. */
export const payTenantBill = operation('pay-tenant-bill', {
  title: { zh: '在线支付', en: 'Pay' },
  path: '/api/tenantBill/pay',
  access: permission('tenant-bill.pay', { zh: '支付平台账单', en: 'Pay bills of the platform' }),
  input: { month: billMonth },
  output: {
    amountFen,
    address: text({ zh: '支付地址', en: 'Address' }, { max: 300 }),
    validUntil: instant({ zh: '有效至', en: 'Valid until' }),
  },
  audit: 'tenant-bill.pay-begun',
});

export const tenantBillRefusal = refusals('tenant-bill', {
  'not-open': { status: 409, zh: '该账单不存在或已结清', en: 'This bill does not exist or is already settled' },
  'no-phone': {
    status: 422,
    zh: '平台未开通线上支付，请转账并联系平台登记',
    en: 'The platform takes no payments by phone: transfer the amount and let the platform record it',
  },
});
