import { moduleContract, page } from '@boyun/kernel/contract';
import { type AuditField, type AuditFields, auditLog, getAuditFields } from './audit-log/audit-log.contract.ts';

export { type AuditField, type AuditFields, auditLog, getAuditFields };

/** Records about the product's own use. */
export const system = moduleContract('system', {
  operations: [getAuditFields],
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
