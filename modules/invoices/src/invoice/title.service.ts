import { normalizeTaxNumber, taxNumberProblem } from '@boyun/domain/invoice';
import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { Title } from './invoice.queries.ts';
import { invoiceRefusal } from './invoice-act.contract.ts';

const clean = (text: string | null) => text?.trim() || null;

/** Returns a title as it is written on invoices; refuses an enterprise without a valid tax number. */
export function readTitle(tx: TenantTx, given: Title): Title {
  const titleName = given.titleName.trim().replace(/\s+/g, ' ');
  const number = given.taxNumber ? normalizeTaxNumber(given.taxNumber) : '';
  if (given.titleType === 1 && !number) throw new Refusal(invoiceRefusal['no-tax-number']);
  const problem = number ? taxNumberProblem(number) : null;
  if (problem) throw new Refusal(invoiceRefusal['tax-number'], { problem: problem[tx.who.language] });
  return {
    titleType: given.titleType,
    titleName,
    taxNumber: number || null,
    titleAddress: clean(given.titleAddress),
    titlePhone: clean(given.titlePhone),
    titleBank: clean(given.titleBank),
    titleAccount: clean(given.titleAccount),
  };
}

/** A title that was used before. */
export interface KeptTitle extends Title {
  readonly email: string | null;
}

/** Remembers a title for a mobile, or that it was used again. */
export async function keepTitle(tx: TenantTx, mobile: string, title: Title, email: string | null): Promise<void> {
  await tx.query(
    `insert into invoice_title (tenant_id, id, mobile, title_type, title_name, tax_number, title_address, title_phone, title_bank,
       title_account, email, used_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (tenant_id, mobile, title_type, title_name, tax_number) do update
       set title_address = excluded.title_address, title_phone = excluded.title_phone, title_bank = excluded.title_bank,
         title_account = excluded.title_account, email = excluded.email, used_at = excluded.used_at`,
    [
      tx.tenantId,
      tx.newId(),
      mobile,
      title.titleType,
      title.titleName,
      title.taxNumber,
      title.titleAddress,
      title.titlePhone,
      title.titleBank,
      title.titleAccount,
      email,
      tx.now,
    ],
  );
}

/** Returns the titles of a mobile, the last used first. */
export function titlesOf(tx: TenantTx, mobile: string, most = 20): Promise<KeptTitle[]> {
  return tx.query<KeptTitle>(
    `select title_type, title_name, tax_number, title_address, title_phone, title_bank, title_account, email from invoice_title
     where tenant_id = $1 and mobile = $2 order by used_at desc, id limit $3`,
    [tx.tenantId, mobile, most],
  );
}
