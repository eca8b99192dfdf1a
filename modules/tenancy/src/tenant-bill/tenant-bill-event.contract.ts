import { formatYuan } from '@boyun/domain/money';
import { actEvent, event, money, month, text } from '@boyun/kernel/contract';
import { settleTenantBill } from './tenant-bill.contract.ts';

const monthOfBill = month({ zh: '月份', en: 'Month' });

/** The bill of a tenant for a month was made. */
export const tenantBillMade = event('tenant-bill.made', {
  label: { zh: '生成租户账单', en: 'The bill of a tenant was made' },
  fields: { month: monthOfBill, amountFen: money({ zh: '金额', en: 'Amount' }) },
  push: {
    placeholders: {
      month: { label: monthOfBill.label, value: (data) => data.month },
      amount: { label: { zh: '金额', en: 'Amount' }, value: (data) => formatYuan(data.amountFen) },
    },
    title: { zh: '平台账单 {month}：{amount}元', en: 'Platform bill {month}: {amount}' },
    body: {
      zh: '{month} 的平台账单已生成，金额 {amount} 元。',
      en: 'The platform bill for {month} is ready: {amount} yuan.',
    },
    path: '/_cloud_tenant/bill',
    message: 'review',
  },
});

/** The bill of a tenant was settled. */
export const tenantBillSettled = actEvent(settleTenantBill, {
  month: monthOfBill,
  outcome: text({ zh: '结果', en: 'Outcome' }, { max: 16 }),
});
