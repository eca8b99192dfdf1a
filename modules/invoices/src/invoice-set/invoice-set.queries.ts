import type { TenantTx } from '@boyun/kernel/server';
import type { InvoiceProviderName, InvoiceUse, ServiceRow } from './invoice-set.contract.ts';

/** An issuer as invoices need it. */
export interface Issuer {
  readonly id: string;
  readonly lotId: string | null;
  readonly isEnabled: boolean;
  readonly provider: InvoiceProviderName;
  readonly issuerName: string;
  readonly taxNumber: string;
  readonly address: string | null;
  readonly phone: string | null;
  readonly bankName: string | null;
  readonly bankAccount: string | null;
  readonly drawer: string;
  readonly payee: string | null;
  readonly checker: string | null;
  readonly limitFen: number | null;
  readonly withinDays: number;
  readonly propertyRegion: string | null;
  readonly propertyAddress: string | null;
  readonly hasSpecial: boolean;
  readonly extensionNo: string | null;
  readonly appKey: string | null;
}

const COLUMNS = `id, lot_id, is_enabled, provider, issuer_name, tax_number, address, phone, bank_name, bank_account, drawer, payee, checker,
  limit_fen, within_days, property_region, property_address, has_special, extension_no, app_key`;

/** Returns the services of settings in their order. */
export function findServices(
  tx: TenantTx,
  setIds: readonly string[],
): Promise<(ServiceRow & { readonly invoiceSetId: string })[]> {
  return tx.query(
    `select invoice_set_id, use, service_name, goods_code, tax_rate, policy, ratio from invoice_service
     where tenant_id = $1 and invoice_set_id = any($2::uuid[]) order by invoice_set_id, number`,
    [tx.tenantId, setIds],
  );
}

/** Replaces the services of a setting. */
export async function replaceServices(tx: TenantTx, setId: string, services: readonly ServiceRow[]): Promise<void> {
  await tx.query('delete from invoice_service where tenant_id = $1 and invoice_set_id = $2', [tx.tenantId, setId]);
  await tx.query(
    `insert into invoice_service (tenant_id, invoice_set_id, number, use, service_name, goods_code, tax_rate, policy, ratio)
     select $1, $2, s.number, s.use, s.name, s.code, s.rate, s.policy, s.ratio
     from unnest($3::text[], $4::text[], $5::text[], $6::smallint[], $7::text[], $8::numeric[])
       with ordinality as s(use, name, code, rate, policy, ratio, number)`,
    [
      tx.tenantId,
      setId,
      services.map((one) => one.use),
      services.map((one) => one.serviceName),
      services.map((one) => one.goodsCode),
      services.map((one) => one.taxRate),
      services.map((one) => one.policy),
      services.map((one) => one.ratio),
    ],
  );
}

/** Returns an issuer by its id. */
export async function findIssuer(tx: TenantTx, id: string): Promise<Issuer | null> {
  const [row] = await tx.query<Issuer>(`select ${COLUMNS} from invoice_set where tenant_id = $1 and id = $2`, [
    tx.tenantId,
    id,
  ]);
  return row ?? null;
}

/** Returns the issuers in use of lots, by lot: that of the lot, or else that of the tenant; lots without one are left out. */
export async function findIssuers(tx: TenantTx, lotIds: readonly string[]): Promise<Map<string, Issuer>> {
  const rows = await tx.query<Issuer>(
    `select ${COLUMNS} from invoice_set where tenant_id = $1 and (lot_id is null or lot_id = any($2::uuid[]))`,
    [tx.tenantId, lotIds],
  );
  const common = rows.find((one) => one.lotId === null);
  const found = new Map<string, Issuer>();
  for (const lotId of lotIds) {
    const issuer = rows.find((one) => one.lotId === lotId) ?? common;
    if (issuer?.isEnabled) found.set(lotId, issuer);
  }
  return found;
}

/** Tells what issuers offer for a use of money: no invoices, ordinary ones, or special ones too, where everything of the use is taxed. */
export async function findOffers(
  tx: TenantTx,
  issuers: readonly Issuer[],
): Promise<(issuer: Issuer, use: InvoiceUse) => 'none' | 'ordinary' | 'special'> {
  const services = await findServices(tx, [...new Set(issuers.map((one) => one.id))]);
  return (issuer, use) => {
    const own = services.filter((one) => one.invoiceSetId === issuer.id && one.use === use);
    if (own.length === 0) return 'none';
    const isTaxed = own.every(({ policy }) => policy === 'normal' || policy === 'simple');
    return issuer.hasSpecial && isTaxed ? 'special' : 'ordinary';
  };
}

/** Returns the settings in use, that of all lots first. */
export const findEnabledSets = (tx: TenantTx): Promise<Pick<Issuer, 'id' | 'lotId'>[]> =>
  tx.query('select id, lot_id from invoice_set where tenant_id = $1 and is_enabled order by lot_id nulls first', [
    tx.tenantId,
  ]);

/** Whether invoices were asked for with a setting. */
export async function isSetUsed(tx: TenantTx, setId: string): Promise<boolean> {
  const [row] = await tx.query('select 1 as one from invoice where tenant_id = $1 and invoice_set_id = $2 limit 1', [
    tx.tenantId,
    setId,
  ]);
  return row !== undefined;
}
