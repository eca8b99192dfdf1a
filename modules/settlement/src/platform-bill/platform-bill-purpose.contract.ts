import type { BillPurpose } from '@boyun/money/contract';

/** What tenants pay the platform for. */
export const platformBillPurpose: BillPurpose = {
  kind: 'tenant-bill',
  name: 'tenant-bill',
  payment: { zh: '平台服务费', en: 'Service fee of the platform' },
  refund: { zh: '平台服务费退款', en: 'Service fee refund' },
};
