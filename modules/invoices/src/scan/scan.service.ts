import { type Language, Refusal } from '@boyun/kernel/contract';
import { asHolder, type Kernel, type TenantTx } from '@boyun/kernel/server';
import { findByPayCode, type ParkingOrder } from '@boyun/orders/server';
import { findScanned, type PlaceCode } from '@boyun/payments/server';
import { findInvoiceables, type Invoiceable } from '../invoice/billed.queries.ts';
import { findIssuers, findOffers } from '../invoice-set/invoice-set.queries.ts';
import { findPass, ordersOfPayment, type ScanPass } from './pass.queries.ts';
import { scanRefusal } from './scan.contract.ts';

const DAY_MS = 24 * 3_600_000;
/** How long a proof opens the page. */
const PASS_MS = 30 * 60_000;
/** What was paid longer ago is not shown to drivers. */
const SHOWN_MS = 366 * DAY_MS;
/** Most orders shown to a driver. */
const MOST_SHOWN = 100;

/** What a code of the page stands for. */
export type Opened =
  | { readonly kind: 'place'; readonly place: PlaceCode }
  | { readonly kind: 'receipt'; readonly order: ParkingOrder }
  | { readonly kind: 'pass'; readonly pass: ScanPass }
  | { readonly kind: 'result'; readonly linkCode: string };

/** Runs work for somebody who holds a code of the page of invoices; refuses one that is not valid. */
export const atCode = <T>(
  kernel: Kernel,
  code: string,
  language: Language,
  work: (tx: TenantTx, opened: Opened) => Promise<T>,
): Promise<T> =>
  asHolder(kernel, code, { name: 'driver', unknown: scanRefusal['unknown-code'], language }, async (tx) =>
    work(tx, await openCode(tx, code)),
  );

async function openCode(tx: TenantTx, code: string): Promise<Opened> {
  const pass = await findPass(tx, code, new Date(tx.now.getTime() - PASS_MS));
  if (pass) return { kind: 'pass', pass };
  const order = await findByPayCode(tx, code, false);
  if (order) return { kind: 'receipt', order };
  const place = await findScanned(tx, code, false);
  if (place) return { kind: 'place', place };
  const [made] = await tx.query('select 1 as one from invoice where tenant_id = $1 and link_code = $2 limit 1', [
    tx.tenantId,
    code,
  ]);
  if (made) return { kind: 'result', linkCode: code };
  throw new Refusal(scanRefusal['unknown-code']);
}

/** What a driver may ask an invoice for, and why not. */
export interface Offered extends Invoiceable {
  /** Whether a special invoice can be asked for: its issuer offers them, and all it is for is taxed. */
  readonly hasSpecial: boolean;
  readonly blocked: string | null;
}

/** Returns the bills that a code opens: the stay of a receipt; of a proof, what belongs to its plate, its payment or its mobile. */
export async function findOffered(tx: TenantTx, opened: Opened): Promise<Offered[]> {
  const search = await searchOf(tx, opened);
  if (!search) return [];
  const found = await findInvoiceables(tx, {
    ...search,
    since: new Date(tx.now.getTime() - SHOWN_MS),
    limit: MOST_SHOWN,
  });
  const issuers = await findIssuers(tx, [...new Set(found.map((one) => one.lotId))]);
  const offerOf = await findOffers(tx, [...issuers.values()]);
  return found.map((one) => {
    const issuer = issuers.get(one.lotId);
    if (!issuer) return { ...one, hasSpecial: false, blocked: NO_ISSUER[tx.who.language] };
    const offer = offerOf(issuer, one.use);
    if (offer === 'none') return { ...one, hasSpecial: false, blocked: NO_SERVICE[tx.who.language] };
    const hasSpecial = offer === 'special';
    const endsAt = (one.paidAt?.getTime() ?? 0) + issuer.withinDays * DAY_MS;
    if (tx.now.getTime() <= endsAt) return { ...one, hasSpecial, blocked: null };
    return { ...one, hasSpecial, blocked: tooLate(issuer.withinDays)[tx.who.language] };
  });
}

const NO_ISSUER = { zh: '该车场未开通电子发票', en: 'This car park does not issue e-invoices' };
const NO_SERVICE = { zh: '该款项不支持自助开票，请联系车场', en: 'Not available here. Please ask the car park' };
const tooLate = (days: number) => ({
  zh: `已超过${days}天自助开票期限，请联系车场`,
  en: `Paid more than ${days} days ago. Please ask the car park`,
});

async function searchOf(tx: TenantTx, opened: Opened) {
  if (opened.kind === 'receipt') return { orderIds: [opened.order.id] };
  if (opened.kind !== 'pass') return null;
  const { plate, mobile, orderId, paymentId } = opened.pass;
  const orderIds = orderId ? [orderId] : paymentId ? await ordersOfPayment(tx, paymentId) : [];
  return { orderIds, ...(plate && !paymentId ? { plate } : {}), ...(mobile ? { mobile } : {}) };
}
