import { createHash } from 'node:crypto';
import { type InvoiceService, isWhole } from '@boyun/domain/invoice';
import { kernelRefusal, Refusal, type Row } from '@boyun/kernel/contract';
import { coversLot, handle, type Kernel, serveResource, type TenantTx } from '@boyun/kernel/server';
import { isTrial } from '@boyun/money/server';
import {
  InvoiceUse,
  invoiceSet,
  invoiceSetRefusal,
  type ServiceRow,
  setInvoiceSecret,
} from './invoice-set.contract.ts';
import { findServices, isSetUsed, replaceServices } from './invoice-set.queries.ts';
import { invoiceSecretSet } from './invoice-set-event.contract.ts';

type InvoiceSet = Row<typeof invoiceSet>;

/** A service as the domain composes lines of it. */
export const serviceOf = ({ serviceName, goodsCode, taxRate, policy, ratio }: ServiceRow): InvoiceService => ({
  serviceName,
  goodsCode,
  ratePercent: taxRate,
  policy,
  ratioPercent: ratio,
});

/** Refuses services whose ratios do not add up, or that no invoice can have. */
function checkServices(tx: TenantTx, services: readonly ServiceRow[], isLetting: boolean): void {
  const words = (use: InvoiceUse) => InvoiceUse[use][tx.who.language];
  if (!services.some((one) => one.use === 'parking')) throw new Refusal(invoiceSetRefusal['no-parking']);
  for (const { serviceName, taxRate, policy } of services)
    if (taxRate !== 0 && (policy === 'exempt' || policy === 'untaxed'))
      throw new Refusal(invoiceSetRefusal['no-tax'], { name: serviceName });
  for (const [use, own] of Map.groupBy(services, (one) => one.use)) {
    const sum = own.reduce((total, one) => total + Math.round(one.ratio * 100), 0) / 100;
    if (!isWhole(own.map(serviceOf))) throw new Refusal(invoiceSetRefusal['not-whole'], { use: words(use), sum });
    if (isLetting && own.length > 1) throw new Refusal(invoiceSetRefusal['one-service'], { use: words(use) });
  }
}

/** Settings of issuers. What invoices were issued with stays: they are asked about and taken back with it. */
export const invoiceSetServer = serveResource(invoiceSet, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as InvoiceSet;
    if ((row.propertyRegion === null) !== (row.propertyAddress === null))
      throw new Refusal(invoiceSetRefusal['half-property']);
    const services = values.services ?? (before ? await findServices(tx, [before.id]) : []);
    checkServices(tx, services as readonly ServiceRow[], row.propertyRegion !== null);
    if (row.isEnabled && row.provider === 'sandbox' && !(await isTrial(tx)))
      throw new Refusal(invoiceSetRefusal['only-in-trial']);
    if (row.isEnabled && row.provider === 'nuonuo' && !row.appKey) throw new Refusal(invoiceSetRefusal['no-key']);
    const was = before as InvoiceSet | null;
    if (was && (was.provider !== row.provider || was.taxNumber !== row.taxNumber) && (await isSetUsed(tx, was.id)))
      throw new Refusal(invoiceSetRefusal['in-use']);
    return values;
  },
  async afterWrite(tx, row) {
    if (row.services) await replaceServices(tx, row.id, row.services as readonly ServiceRow[]);
  },
  async beforeDelete(tx, row) {
    if (await isSetUsed(tx, row.id)) throw new Refusal(invoiceSetRefusal['is-used']);
  },
  async afterRead(tx, rows) {
    const services = Map.groupBy(
      await findServices(
        tx,
        rows.map((row) => row.id),
      ),
      (one) => one.invoiceSetId,
    );
    for (const row of rows) {
      row.services = (services.get(row.id) ?? []).map(({ invoiceSetId: _, ...one }) => one);
      row.hasSecret = row.secretMark !== null;
    }
  },
});

/** Returns a setting the caller may change, locked; one of all lots requires access to all lots. */
export async function requireSet(
  tx: TenantTx,
  id: string,
): Promise<Pick<InvoiceSet, 'issuerName' | 'lotId' | 'provider'>> {
  const [row] = await tx.query<Pick<InvoiceSet, 'issuerName' | 'lotId' | 'provider'>>(
    'select issuer_name, lot_id, provider from invoice_set where tenant_id = $1 and id = $2 for update',
    [tx.tenantId, id],
  );
  if (!row || !coversLot(tx.who, row.lotId))
    throw new Refusal(kernelRefusal['not-found'], { what: invoiceSet.title[tx.who.language] });
  return row;
}

/** Returns the secret of a setting's platform; null where none is stored. */
export async function openSecret(tx: TenantTx, kernel: Pick<Kernel, 'secrets'>, setId: string): Promise<string | null> {
  const [row] = await tx.query<{ sealed: string | null }>(
    'select secret_sealed as sealed from invoice_set where tenant_id = $1 and id = $2',
    [tx.tenantId, setId],
  );
  return row?.sealed ? kernel.secrets.decrypt(row.sealed) : null;
}

export const setInvoiceSecretServer = handle(setInvoiceSecret, async (tx, { invoiceSetId, appSecret }, act, kernel) => {
  const row = await requireSet(tx, invoiceSetId);
  const mark = createHash('sha256').update(appSecret).digest('hex').slice(0, 8);
  await tx.query(
    `update invoice_set set secret_sealed = $3, secret_mark = $4, secret_set_at = $5, updated_at = $5, version = version + 1
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, invoiceSetId, kernel.secrets.encrypt(appSecret), mark, tx.now],
  );
  tx.emit(invoiceSecretSet, { lotId: row.lotId, subjectId: invoiceSetId, data: { invoiceSetId, mark } });
  act.describe({
    subjectKind: invoiceSet.name,
    subjectId: invoiceSetId,
    subject: row.issuerName,
    after: { secretMark: mark },
  });
  return {};
});
