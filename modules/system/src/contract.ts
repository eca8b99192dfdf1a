import { moduleContract, page } from '@boyun/kernel/contract';
import { auditLog } from './audit-log/audit-log.contract.ts';

export { auditLog };

/** Records about the product's own use. */
export const system = moduleContract('system', {
  reports: [auditLog],
  pages: [
    page('auditLog', {
      path: '/_cloud_system/auditLog',
      title: auditLog.title,
      icon: 'log',
      area: 'system',
      access: auditLog.access,
    }),
  ],
});
