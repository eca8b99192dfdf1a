import type { Kernel, TenantTx } from '@boyun/kernel/server';
import type { InvoiceProviderName } from '../invoice-set/invoice-set.contract.ts';
import { findIssuer } from '../invoice-set/invoice-set.queries.ts';
import { openSecret } from '../invoice-set/invoice-set.server.ts';
import { nuonuo } from '../nuonuo/nuonuo.service.ts';
import type { Desk, InvoiceProvider } from '../provider/provider.service.ts';
import { sandbox } from '../sandbox/sandbox.service.ts';

const providers: Readonly<Record<InvoiceProviderName, InvoiceProvider>> = { sandbox, nuonuo };

/** Where platforms post notices, followed by the platform, the tenant and the id of the setting. */
export const INVOICE_NOTICES_PATH = '/api/invoice/notices';

/** Returns the platform of a name; null where there is none. */
export function invoiceProviderOf(name: string): InvoiceProvider | null {
  return (providers as Readonly<Record<string, InvoiceProvider>>)[name] ?? null;
}

/** Returns what calls of a platform need for a setting; null where there is no such setting. */
export async function invoiceDesk(tx: TenantTx, kernel: Kernel, setId: string): Promise<Desk | null> {
  const issuer = await findIssuer(tx, setId);
  if (!issuer) return null;
  const { publicUrl } = kernel.configuration;
  const path = `${INVOICE_NOTICES_PATH}/${issuer.provider}/${tx.tenantId}/${setId}`;
  return {
    kernel,
    tenantId: tx.tenantId,
    issuer,
    secret: issuer.provider === 'sandbox' ? null : await openSecret(tx, kernel, setId),
    noticeUrl: publicUrl && issuer.provider !== 'sandbox' ? new URL(path, publicUrl).href : null,
  };
}
