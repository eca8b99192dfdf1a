import { serverModule } from '@boyun/kernel/server';
import { auditFieldsOperation, auditLogReport } from './audit-log/audit-log.server.ts';
import { system } from './contract.ts';

/** Records about the product's own use, as the server answers them. */
export const systemServer = serverModule(system, new URL('../migrations/', import.meta.url), {
  operations: [auditFieldsOperation],
  reports: [auditLogReport],
});
