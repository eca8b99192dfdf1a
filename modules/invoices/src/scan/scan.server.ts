import { requireLot, zoneOfLot } from '@boyun/facilities/server';
import { disabledReason, Refusal } from '@boyun/kernel/contract';
import { handle, handleFreely, serveReport, sql, type TenantTx } from '@boyun/kernel/server';
import { isTrial } from '@boyun/money/server';
import { type PlaceCode, placeCodesOf } from '@boyun/payments/server';
import { hasSite } from '../hand-over/deliver.service.ts';
import { findInvoicesOf } from '../invoice/billed.queries.ts';
import { type InvoiceType, invoiceTransitions } from '../invoice/invoice.contract.ts';
import type { Title } from '../invoice/invoice.queries.ts';
import { invoiceRefusal } from '../invoice/invoice-act.contract.ts';
import { requestInvoices } from '../invoice/issue.service.ts';
import { lockWithBills } from '../invoice/red.service.ts';
import { retryWith } from '../invoice/retry.service.ts';
import { keepTitle, readTitle, titlesOf } from '../invoice/title.service.ts';
import { findIssuers } from '../invoice-set/invoice-set.queries.ts';
import { searchTitles } from '../title-search/title-search.service.ts';
import {
  askByScan,
  correctByScan,
  findScanTitles,
  getScanCodes,
  getScanPage,
  scanPlaceList,
  scanRefusal,
} from './scan.contract.ts';
import { atCode, findOffered, type Offered, type Opened } from './scan.service.ts';

const DAY_MS = 24 * 3_600_000;
const NO_MORE: Pick<Title, 'titleAddress' | 'titlePhone' | 'titleBank' | 'titleAccount'> = {
  titleAddress: null,
  titlePhone: null,
  titleBank: null,
  titleAccount: null,
};

/** Whether drivers can ask for invoices in a lot. */
export const isOffered = async (tx: TenantTx, lotId: string): Promise<boolean> =>
  (await findIssuers(tx, [lotId])).size > 0;

/** The invoices of a request, as its page shows them. */
const invoicesOf = (tx: TenantTx, linkCode: string) =>
  tx.query<{
    id: string;
    state: 1 | 2 | 3 | 4 | 5;
    isRed: boolean;
    invoiceType: InvoiceType;
    titleType: 1 | 2;
    titleName: string;
    taxNumber: string | null;
    issuerName: string;
    inclFen: number;
    invoiceNo: string | null;
    issuedAt: Date | null;
    failReason: string | null;
    isSample: boolean;
    pdf: string | null;
    ofd: string | null;
    xml: string | null;
    canCorrect: boolean;
    lotId: string | null;
    invoiceSetId: string;
  }>(
    `select i.id, i.state, i.kind = 'red' as "isRed", i.invoice_type, i.title_type, i.title_name, i.tax_number, s.issuer_name, i.incl_fen, i.invoice_no,
       i.issued_at, case when i.state = 4 then i.fail_reason end as "failReason", i.provider = 'sandbox' as "isSample", i.pdf_file as pdf, i.ofd_file as ofd,
       i.xml_file as xml, i.state = 4 and i.kind = 'blue' and i.source = 'scan' as "canCorrect", i.lot_id,
       i.invoice_set_id
     from invoice i join invoice_set s on s.tenant_id = i.tenant_id and s.id = i.invoice_set_id
     where i.tenant_id = $1 and i.link_code = $2 order by i.created_at, i.id`,
    [tx.tenantId, linkCode],
  );

/** The page of the invoices of a bill, by its id; bills without one are left out. */
async function linksOf(tx: TenantTx, billIds: readonly string[]): Promise<Map<string, string>> {
  const made = await findInvoicesOf(tx, billIds);
  return new Map(made.filter((one) => one.kind === 'blue').map((one) => [one.billId, one.linkCode]));
}

const lotOf = (opened: Opened, items: readonly Offered[]): string | null => {
  if (opened.kind === 'place') return opened.place.lotId;
  if (opened.kind === 'receipt') return opened.order.lotId;
  return items[0]?.lotId ?? null;
};

const pageServer = handleFreely(getScanPage, (kernel, { code }, { language }) =>
  atCode(kernel, code, language, async (tx, opened) => {
    const items = await findOffered(tx, opened);
    const invoices = opened.kind === 'result' ? await invoicesOf(tx, opened.linkCode) : [];
    const lotId = lotOf(opened, items) ?? invoices[0]?.lotId ?? null;
    const links = await linksOf(
      tx,
      items.map((one) => one.billId),
    );
    const mobile = opened.kind === 'pass' ? opened.pass.mobile : null;
    return {
      kind: opened.kind,
      lotName: lotId && (await requireLot(tx, lotId)).name,
      isOpen: opened.kind === 'result' || items.length > 0 || (lotId !== null && (await isOffered(tx, lotId))),
      isTrial: await isTrial(tx),
      plate: opened.kind === 'receipt' ? opened.order.plate : opened.kind === 'pass' ? opened.pass.plate : null,
      mobile,
      timeZone: lotId ? await zoneOfLot(tx, lotId) : DEFAULT_ZONE,
      canSend: hasSite(kernel),
      items: items.map((one) => ({ ...one, linkCode: links.get(one.billId) ?? null })),
      titles: mobile ? await titlesOf(tx, mobile) : [],
      invoices,
    };
  }),
);

const DEFAULT_ZONE = 'Asia/Shanghai';

const askServer = handleFreely(
  askByScan,
  (kernel, { code, billIds, email, invoiceType, ...given }, { language, address }) =>
    atCode(kernel, code, language, async (tx, opened) => {
      if (opened.kind !== 'receipt' && opened.kind !== 'pass') throw new Refusal(scanRefusal['not-yours']);
      const offered = await findOffered(tx, opened);
      for (const billId of billIds) {
        const one = offered.find((bill) => bill.billId === billId);
        if (!one) throw new Refusal(scanRefusal['not-yours']);
        if (one.blocked) throw new Refusal(invoiceRefusal['not-possible'], { reason: one.blocked });
      }
      const title = readTitle(tx, { ...given, ...NO_MORE });
      const mobile = opened.kind === 'pass' ? opened.pass.mobile : null;
      const items = billIds.map((billId) => ({ billId, amountFen: null }));
      const wish = { items, invoiceType, title, mobile, email, remark: null, source: 'scan' as const };
      const { linkCode, invoices } = await requestInvoices(tx, kernel.jobs, wish);
      if (mobile) await keepTitle(tx, mobile, title, email);
      tx.audit({
        action: askByScan.audit!,
        subjectKind: 'invoice',
        subjectId: invoices[0]!.id,
        subject: `${invoices.map((one) => one.requestNo).join(' ')} ${title.titleName}`,
        lotId: lotOf(opened, offered),
        after: { amountFen: invoices.reduce((sum, one) => sum + one.inclFen, 0), mobile, address },
      });
      return { linkCode };
    }),
);

const titlesServer = handleFreely(findScanTitles, async (kernel, { code, word }, { language }) => {
  const found = await atCode(kernel, code, language, async (tx, opened) => {
    if (opened.kind === 'place') throw new Refusal(scanRefusal['not-yours']);
    const made = opened.kind === 'result' ? await invoicesOf(tx, opened.linkCode) : [];
    if (made[0]) return { tenantId: tx.tenantId, setId: made[0].invoiceSetId };
    const lotIds = (await findOffered(tx, opened)).map((one) => one.lotId);
    const [issuer] = (await findIssuers(tx, [...new Set(lotIds)])).values();
    return issuer ? { tenantId: tx.tenantId, setId: issuer.id } : null;
  });
  return { titles: found ? await searchTitles(kernel, found.tenantId, found.setId, word) : [] };
});

const correctServer = handleFreely(correctByScan, (kernel, { code, invoiceId, ...given }, { language, address }) =>
  atCode(kernel, code, language, async (tx, opened) => {
    const row = await lockWithBills(tx, invoiceId);
    const isOwn = opened.kind === 'result' && row?.linkCode === opened.linkCode;
    if (!row || !isOwn || row.kind === 'red' || row.source !== 'scan') throw new Refusal(scanRefusal['unknown-code']);
    const reason = disabledReason(invoiceTransitions, 'retry', row.state);
    if (reason) throw new Refusal(invoiceRefusal['not-possible'], { reason: reason[language] });
    const title = readTitle(tx, { ...given, ...NO_MORE });
    if (row.invoiceType === 'special' && title.titleType !== 1) throw new Refusal(invoiceRefusal['special-person']);
    const requestNo = await retryWith(tx, kernel.jobs, row, { title, mobile: null, email: null });
    if (row.mobile) await keepTitle(tx, row.mobile, title, row.email);
    tx.audit({
      action: correctByScan.audit!,
      subjectKind: 'invoice',
      subjectId: row.id,
      subject: `${requestNo} ${title.titleName}`,
      lotId: row.lotId,
      before: { titleName: row.titleName, taxNumber: row.taxNumber, failReason: row.failReason },
      after: { titleName: title.titleName, taxNumber: title.taxNumber, address },
    });
    return {};
  }),
);

export const scanPlaceListServer = serveReport(scanPlaceList, ({ tx }) => {
  const asked = sql`from invoice i where i.tenant_id = l.tenant_id and i.lot_id = l.id and i.source = 'scan' and i.kind = 'blue'`;
  const recent = sql`${asked} and i.created_at > ${new Date(tx.now.getTime() - 30 * DAY_MS)}`;
  return {
    from: 'lot_fact',
    as: 'l',
    joins: `left join lateral (
      select s.is_enabled, s.issuer_name from invoice_set s where s.tenant_id = l.tenant_id and (s.lot_id = l.id or s.lot_id is null)
      order by s.lot_id nulls last limit 1) s on true`,
    lot: 'l.id',
    // Accounts limited to their own records see no sums of lots.
    own: sql`false`,
    filters: { lotId: 'l.id = ?' },
    columns: {
      lotId: 'l.id',
      isOpen: 'coalesce(s.is_enabled, false)',
      issuerName: 's.issuer_name',
      laneCount: '(select count(*)::int from lane_fact a where a.tenant_id = l.tenant_id and a.lot_id = l.id)',
      askedCount: sql`(select count(*)::int ${recent})`,
      issuedFen: sql`(select coalesce(sum(i.incl_fen), 0)::bigint ${recent} and i.state = 3)`,
      failedCount: sql`(select count(*)::int ${asked} and i.state = 4)`,
    },
    order: 'l.name, l.id',
    totals: {
      askedCount: sql`(select count(*)::int ${recent})`,
      issuedFen: sql`(select coalesce(sum(i.incl_fen), 0)::bigint ${recent} and i.state = 3)`,
    },
  };
});

const codesServer = handle(getScanCodes, async (tx, { lotId }, act, kernel) => {
  const lot = await requireLot(tx, lotId);
  const shown: (Pick<PlaceCode, 'id' | 'name' | 'code'> & { kind: 'lot' | 'lane' })[] = [];
  let createdCount = 0;
  for (const kind of ['lot', 'lane'] as const) {
    const made = await placeCodesOf(tx, { lotId: lot.id, kind, placeId: null });
    createdCount += made.createdCount;
    shown.push(...made.codes.map((one) => ({ ...one, kind })));
  }
  const after = { count: shown.length, createdCount };
  act.describe({ subjectKind: 'lot', subjectId: lot.id, subject: lot.name, after });
  return {
    lotName: lot.name,
    site: kernel.configuration.publicUrl,
    codes: shown.map(({ id, kind, name, code }) => ({ id, kind, name, path: `/invoice/${code}` })),
  };
});

/** The driver's page of invoices, and the codes that lead to it. */
export const scanServers = [pageServer, askServer, titlesServer, correctServer, codesServer];
