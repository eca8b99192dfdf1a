import type { TenantTx } from '@boyun/kernel/server';
import { findLines, type InvoiceRow } from '../invoice/invoice.queries.ts';
import type { InvoiceRequest, Letting, RedRequest } from '../provider/provider.service.ts';

/** Most characters of a remark on a fully digital invoice. */
const MOST_REMARK = 200;
/** Plates that a remark names. */
const MOST_PLATES = 8;

interface Stay {
  readonly plate: string;
  readonly enteredAt: Date | null;
  readonly leftAt: Date | null;
}

/** The bills of an invoice with the stays they are for. */
const findStays = (tx: TenantTx, invoiceId: string) =>
  tx.query<Stay>(
    `select b.plate, o.entered_at, o.left_at from invoice_part p
     join bill_fact b on b.tenant_id = p.tenant_id and b.id = p.bill_id
     left join stay_fact o on o.tenant_id = b.tenant_id and b.kind = 'stay' and o.id = b.subject_id
     where p.tenant_id = $1 and p.invoice_id = $2 order by o.entered_at, b.plate`,
    [tx.tenantId, invoiceId],
  );

function remarkOf(own: string | null, stays: readonly Stay[]): string | null {
  const plates = [...new Set(stays.map((one) => one.plate).filter(Boolean))];
  const more = plates.length > MOST_PLATES ? ` 等${plates.length}辆` : '';
  const cars = plates.length > 0 ? `车牌：${plates.slice(0, MOST_PLATES).join('、')}${more}` : null;
  return [own, cars].filter(Boolean).join('；').slice(0, MOST_REMARK) || null;
}

function lettingOf(stays: readonly Stay[], createdAt: Date): Letting {
  const from = stays.flatMap(({ enteredAt }) => enteredAt ?? []);
  const to = stays.flatMap(({ leftAt }) => leftAt ?? []);
  const plates = new Set(stays.map((one) => one.plate));
  return {
    plate: plates.size === 1 ? stays[0]!.plate : null,
    from: new Date(Math.min(createdAt.getTime(), ...from.map((one) => one.getTime()))),
    to: to.length > 0 ? new Date(Math.max(...to.map((one) => one.getTime()))) : createdAt,
  };
}

/** Returns an invoice as its provider is asked for it. */
export async function requestOf(tx: TenantTx, row: InvoiceRow): Promise<InvoiceRequest> {
  const stays = await findStays(tx, row.id);
  return {
    ...row,
    remark: remarkOf(row.remark, stays),
    lines: await findLines(tx, row.id),
    letting: lettingOf(stays, row.createdAt),
  };
}

/** Returns a red letter as its provider is asked for it; null while the invoice it takes back has no number. */
export async function redRequestOf(tx: TenantTx, row: InvoiceRow): Promise<RedRequest | null> {
  const [blue] = await tx.query<{ invoiceNo: string | null; issuedAt: Date | null; inclFen: number }>(
    'select invoice_no, issued_at, incl_fen from invoice where tenant_id = $1 and id = $2',
    [tx.tenantId, row.blueId],
  );
  if (!blue?.invoiceNo || !blue.issuedAt) return null;
  return {
    ...row,
    lines: await findLines(tx, row.id),
    blueNo: blue.invoiceNo,
    blueIssuedAt: blue.issuedAt,
    isWhole: -row.inclFen === blue.inclFen,
    reason: row.source === 'refund' ? 'refund' : 'mistake',
  };
}
