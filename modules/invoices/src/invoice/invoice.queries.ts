import type { TaxPolicy, TaxRate } from '@boyun/domain/invoice';
import type { TenantTx } from '@boyun/kernel/server';
import type { InvoiceProviderName, InvoiceUse } from '../invoice-set/invoice-set.contract.ts';
import type { InvoiceKind, InvoiceSource, InvoiceState, InvoiceType, TitleType } from './invoice.contract.ts';

/** The title of an invoice, normalized. */
export interface Title {
  readonly titleType: TitleType;
  readonly titleName: string;
  readonly taxNumber: string | null;
  readonly titleAddress: string | null;
  readonly titlePhone: string | null;
  readonly titleBank: string | null;
  readonly titleAccount: string | null;
}

/** A row of an invoice. */
export interface InvoiceRow extends Title {
  readonly id: string;
  readonly createdAt: Date;
  readonly kind: InvoiceKind;
  readonly invoiceType: InvoiceType;
  readonly blueId: string | null;
  readonly requestId: string;
  readonly invoiceSetId: string;
  readonly lotId: string | null;
  readonly requestNo: string;
  readonly state: InvoiceState;
  readonly source: InvoiceSource;
  readonly provider: InvoiceProviderName;
  readonly mobile: string | null;
  readonly email: string | null;
  readonly remark: string | null;
  readonly inclFen: number;
  readonly exFen: number;
  readonly taxFen: number;
  readonly redFen: number;
  readonly reason: string | null;
  readonly attemptCount: number;
  readonly invoiceNo: string | null;
  readonly issuedAt: Date | null;
  readonly failReason: string | null;
  readonly fileUrls: { pdf: string | null; ofd: string | null; xml: string | null } | null;
  readonly pdfFile: string | null;
  readonly linkCode: string;
}

/** A line of an invoice. */
export interface LineRow {
  readonly number: number;
  readonly use: InvoiceUse;
  readonly serviceName: string;
  readonly goodsCode: string;
  readonly taxRate: TaxRate;
  readonly policy: TaxPolicy;
  readonly inclFen: number;
  readonly exFen: number;
  readonly taxFen: number;
}

/** What an invoice takes of a bill. */
export interface PartRow {
  readonly billId: string;
  readonly use: InvoiceUse;
  readonly amountFen: number;
}

/** An invoice to be inserted. */
export type NewInvoice = Omit<
  InvoiceRow,
  'state' | 'createdAt' | 'redFen' | 'attemptCount' | 'invoiceNo' | 'issuedAt' | 'failReason' | 'fileUrls' | 'pdfFile'
> & {
  readonly lines: readonly LineRow[];
  readonly parts: readonly PartRow[];
  readonly actor: { readonly id: string | null; readonly name: string };
  /** When the sweep takes it, should its job be lost. */
  readonly nextAt: Date;
};

const COLUMNS = `id, created_at, kind, invoice_type, blue_id, request_id, invoice_set_id, lot_id, request_no, state, source, provider, title_type, title_name, tax_number,
  title_address, title_phone, title_bank, title_account, mobile, email, remark, incl_fen, ex_fen, tax_fen, red_fen, reason, attempt_count,
  invoice_no, issued_at, fail_reason, file_urls, pdf_file, link_code`;

/** Returns an invoice, locked where it is going to change. */
export async function findInvoice(tx: TenantTx, id: string, isLocked: boolean): Promise<InvoiceRow | null> {
  const [row] = await tx.query<InvoiceRow>(
    `select ${COLUMNS} from invoice where tenant_id = $1 and id = $2${isLocked ? ' for update' : ''}`,
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** Returns the lines of an invoice in their order. */
export function findLines(tx: TenantTx, invoiceId: string): Promise<LineRow[]> {
  return tx.query<LineRow>(
    `select number, use, service_name, goods_code, tax_rate, policy, incl_fen, ex_fen, tax_fen from invoice_line
     where tenant_id = $1 and invoice_id = $2 order by number`,
    [tx.tenantId, invoiceId],
  );
}

/** Returns what an invoice takes of each bill. */
export function findParts(tx: TenantTx, invoiceId: string): Promise<PartRow[]> {
  return tx.query<PartRow>(
    'select bill_id, use, amount_fen from invoice_part where tenant_id = $1 and invoice_id = $2 order by bill_id',
    [tx.tenantId, invoiceId],
  );
}

/** Inserts an invoice with its lines and parts. */
export async function insertInvoice(tx: TenantTx, given: NewInvoice): Promise<void> {
  const { actor } = given;
  await tx.query(
    `insert into invoice (tenant_id, id, created_at, updated_at, kind, blue_id, request_id, invoice_set_id, lot_id, request_no, state, source,
       provider, title_type, title_name, tax_number, title_address, title_phone, title_bank, title_account, mobile, email, remark,
       incl_fen, ex_fen, tax_fen, reason, link_code, actor_id, actor_name, next_at, invoice_type)
     values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, 1, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25,
       $26, $27, $28, $29, $30)`,
    [
      tx.tenantId,
      given.id,
      tx.now,
      given.kind,
      given.blueId,
      given.requestId,
      given.invoiceSetId,
      given.lotId,
      given.requestNo,
      given.source,
      given.provider,
      given.titleType,
      given.titleName,
      given.taxNumber,
      given.titleAddress,
      given.titlePhone,
      given.titleBank,
      given.titleAccount,
      given.mobile,
      given.email,
      given.remark,
      given.inclFen,
      given.exFen,
      given.taxFen,
      given.reason,
      given.linkCode,
      actor.id,
      actor.name,
      given.nextAt,
      given.invoiceType,
    ],
  );
  await insertParts(tx, given);
}

/** Inserts the lines of an invoice, and the amount it covers of each bill. */
async function insertParts(tx: TenantTx, given: Pick<NewInvoice, 'id' | 'lines' | 'parts'>): Promise<void> {
  const { lines, parts } = given;
  await tx.query(
    `insert into invoice_line (tenant_id, invoice_id, number, use, service_name, goods_code, tax_rate, policy, incl_fen, ex_fen, tax_fen)
     select $1, $2, l.* from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::smallint[], $8::text[], $9::bigint[], $10::bigint[],
       $11::bigint[]) as l`,
    [
      tx.tenantId,
      given.id,
      lines.map((one) => one.number),
      lines.map((one) => one.use),
      lines.map((one) => one.serviceName),
      lines.map((one) => one.goodsCode),
      lines.map((one) => one.taxRate),
      lines.map((one) => one.policy),
      lines.map((one) => one.inclFen),
      lines.map((one) => one.exFen),
      lines.map((one) => one.taxFen),
    ],
  );
  await tx.query(
    `insert into invoice_part (tenant_id, invoice_id, bill_id, use, amount_fen)
     select $1, $2, p.* from unnest($3::uuid[], $4::text[], $5::bigint[]) as p`,
    [
      tx.tenantId,
      given.id,
      parts.map((one) => one.billId),
      parts.map((one) => one.use),
      parts.map((one) => one.amountFen),
    ],
  );
}

/**
 * How much of a bill is invoiced, in fen: `held` by invoices issued, under way or failed, less what was taken back; `redAsked` by red letters
 * that are issued, under way or failed.
 */
export interface Invoiced {
  readonly billId: string;
  readonly heldFen: number;
  readonly blueFen: number;
  readonly redAskedFen: number;
}

/** Returns how much of bills is invoiced; those of which nothing is are left out. */
export async function findInvoiced(tx: TenantTx, billIds: readonly string[]): Promise<Map<string, Invoiced>> {
  const rows = await tx.query<Invoiced>(
    `select p.bill_id, (sum(p.amount_fen) filter (where i.state <= 4 and (i.kind = 'blue' or i.state = 3)))::bigint as "heldFen",
       coalesce(sum(p.amount_fen) filter (where i.state <= 4 and i.kind = 'blue'), 0)::bigint as "blueFen",
       coalesce(-sum(p.amount_fen) filter (where i.state <= 4 and i.kind = 'red'), 0)::bigint as "redAskedFen"
     from invoice_part p join invoice i on i.tenant_id = p.tenant_id and i.id = p.invoice_id
     where p.tenant_id = $1 and p.bill_id = any($2::uuid[]) group by p.bill_id`,
    [tx.tenantId, billIds],
  );
  return new Map(rows.map((one) => [one.billId, { ...one, heldFen: one.heldFen ?? 0 }]));
}
