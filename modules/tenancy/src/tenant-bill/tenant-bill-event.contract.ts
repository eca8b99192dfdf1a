import { actEvent, event, money, month, text } from '@boyun/kernel/contract';
import { settleTenantBill } from './tenant-bill.contract.ts';

const monthOfBill = month({ zh: '月份', en: 'Month' });

/** The bill of a tenant for a month was made. */
export const tenantBillMade = event('tenant-bill.made', {
  label: { zh: '生成租户账单', en: 'The bill of a tenant was made' },
  fields: { month: monthOfBill, amountFen: money({ zh: '金额', en: 'Amount' }) },
});

/** The bill of a tenant was settled. */
export const tenantBillSettled = actEvent(settleTenantBill, {
  month: monthOfBill,
  outcome: text({ zh: '结果', en: 'Outcome' }, { max: 16 }),
});
