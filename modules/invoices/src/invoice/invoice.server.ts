import { pattern } from '@boyun/domain/pattern';
import { disabledReason, type Filters, Refusal } from '@boyun/kernel/contract';
import {
  byPlate,
  containing,
  coversLot,
  handle,
  joined,
  notFound,
  piece,
  type Sql,
  serveReport,
  sql,
  type TenantTx,
} from '@boyun/kernel/server';
import { InvoiceProviderName } from '../invoice-set/invoice-set.contract.ts';
import { findIssuer } from '../invoice-set/invoice-set.queries.ts';
import { findBilled, findInvoiceables } from './billed.queries.ts';
import { getInvoice, type InvoiceState, invoiceList, invoiceTransitions } from './invoice.contract.ts';
import { findInvoice, findLines, type InvoiceRow } from './invoice.queries.ts';
import {
  findInvoiceable,
  giveUpInvoice,
  invoiceRefusal,
  issueInvoice,
  redInvoice,
  retryInvoice,
} from './invoice-act.contract.ts';
import { invoiceGivenUp } from './invoice-event.contract.ts';
import { requestInvoices } from './issue.service.ts';
import { withOffers } from './offered.service.ts';
import { lockWithBills, takeBack } from './red.service.ts';
import { retryWith } from './retry.service.ts';
import { readTitle, titlesOf } from './title.service.ts';

const PARTS = 'invoice_part p join bill_fact b on b.tenant_id = p.tenant_id and b.id = p.bill_id';
const OF_ROW = 'p.tenant_id = r.tenant_id and p.invoice_id = r.id';

/** Invoices with one line that all these filters describe. */
function withLine({ use, serviceName, taxRate, policy }: Filters<typeof invoiceList>): Sql[] {
  const given = [
    ...(use ? [sql`n.use = ${use}`] : []),
    ...(serviceName ? [sql`n.service_name = ${serviceName}`] : []),
    ...(taxRate !== null && taxRate !== undefined ? [sql`n.tax_rate = ${taxRate}`] : []),
    ...(policy ? [sql`n.policy = ${policy}`] : []),
  ];
  if (given.length === 0) return [];
  return [
    sql`exists (select from invoice_line n where n.tenant_id = r.tenant_id and n.invoice_id = r.id and ${joined(given, ' and ')})`,
  ];
}

export const invoiceListServer = serveReport(invoiceList, ({ filters }) => ({
  from: 'invoice',
  as: 'r',
  joins: 'join invoice_set s on s.tenant_id = r.tenant_id and s.id = r.invoice_set_id',
  lot: 'r.lot_id',
  own: 'r.actor_id = ?',
  filters: {
    plate: (text) => {
      const condition = byPlate('b.plate')(text);
      return condition && sql`exists (select from ${piece(PARTS)} where ${piece(OF_ROW)} and ${piece(condition)})`;
    },
    title: containing('r.title_name', 'r.tax_number'),
    number: containing('r.invoice_no', 'r.request_no'),
    mobile: "r.mobile like '%' || ? || '%'",
    lotId: 'r.lot_id = ?',
    issuedFrom: 'r.issued_at >= ?',
    issuedTo: 'r.issued_at <= ?',
    issuerName: 's.issuer_name = ?',
    use: null,
    serviceName: null,
    taxRate: null,
    policy: null,
  },
  where: withLine(filters),
  period: 'r.created_at',
  columns: {
    createdAt: 'r.created_at',
    taxNumber: 'r.tax_number',
    lotId: 'r.lot_id',
    plates: `(select string_agg(distinct b.plate, ' ') from ${PARTS} where ${OF_ROW} and b.plate <> '')`,
    itemCount: `(select count(*)::int from invoice_part p where ${OF_ROW})`,
    issuerName: 's.issuer_name',
  },
  order: 'r.created_at desc, r.id desc',
  totals: {
    issuedFen: "case when r.state = 3 and r.kind = 'blue' then r.incl_fen end",
    redLetterFen: "case when r.state = 3 and r.kind = 'red' then r.incl_fen end",
    netFen: 'case when r.state = 3 then r.incl_fen end',
    taxFen: 'case when r.state = 3 then r.tax_fen end',
  },
}));

const WHAT = { zh: '发票', en: 'Invoice' };

/** Whether the caller may see an invoice: all lots of its bills, where it has several. */
const mayTouch = ({ who }: TenantTx, lotId: string | null): boolean => coversLot(who, lotId);

/** Returns an invoice that an act changes, locked after its bills; refuses where its state does not allow the act. */
async function requireInvoice(tx: TenantTx, id: string, act: keyof typeof invoiceTransitions): Promise<InvoiceRow> {
  const row = await lockWithBills(tx, id);
  if (!row || !mayTouch(tx, row.lotId)) throw notFound(tx.who, WHAT);
  const reason = disabledReason(invoiceTransitions, act, row.state as InvoiceState);
  if (reason) throw new Refusal(invoiceRefusal['not-possible'], { reason: reason[tx.who.language] });
  return row;
}

const subjectOf = ({ id, requestNo, titleName, lotId }: InvoiceRow) => ({
  subjectKind: 'invoice',
  subjectId: id,
  subject: `${requestNo} ${titleName}`,
  lotId,
});

const factsOf = ({ id: invoiceId, requestNo, inclFen: amountFen }: InvoiceRow) => ({ invoiceId, requestNo, amountFen });

const getServer = handle(getInvoice, async (tx, { invoiceId }) => {
  const row = await findInvoice(tx, invoiceId, false);
  if (!row || !mayTouch(tx, row.lotId)) throw notFound(tx.who, WHAT);
  const [more] = await tx.query<{
    actorName: string;
    sentAt: Date | null;
    blueNo: string | null;
    ofdFile: string | null;
    xmlFile: string | null;
  }>(
    `select i.actor_name, i.sent_at, i.ofd_file, i.xml_file,
       (select b.invoice_no from invoice b where b.tenant_id = i.tenant_id and b.id = i.blue_id) as "blueNo"
     from invoice i where i.tenant_id = $1 and i.id = $2`,
    [tx.tenantId, invoiceId],
  );
  const issuer = (await findIssuer(tx, row.invoiceSetId))!;
  const reds = await tx.query<Pick<InvoiceRow, 'id' | 'invoiceNo' | 'state' | 'inclFen' | 'createdAt' | 'source'>>(
    `select id, invoice_no, state, incl_fen, created_at, source from invoice
     where tenant_id = $1 and blue_id = $2 order by created_at, id`,
    [tx.tenantId, invoiceId],
  );
  const { actorName, sentAt, blueNo, ofdFile, xmlFile } = more!;
  return {
    invoice: {
      ...row,
      actorName,
      sentAt,
      blueNo,
      issuerName: issuer.issuerName,
      issuerTaxNumber: issuer.taxNumber,
      drawer: issuer.drawer,
      provider: InvoiceProviderName[row.provider][tx.who.language],
      isSample: row.provider === 'sandbox',
      pdf: row.pdfFile,
      ofd: ofdFile,
      xml: xmlFile,
      linkPath: `/invoice/${row.linkCode}`,
    },
    lines: await findLines(tx, invoiceId),
    items: await findBilled(tx, invoiceId),
    reds,
  };
});

/** Most orders that a search offers. */
const MOST_FOUND = 100;

/** Reads what was typed: a mobile, the number of an order, or else a plate. */
function searchOf(word: string): { mobile?: string; orderNo?: string; plate?: string } {
  const text = word.replace(/\s/g, '');
  if (pattern.mobile.isValid(text)) return { mobile: text };
  return /^[A-Z]\d{6,}/.test(text) ? { orderNo: text } : { plate: text };
}

const findServer = handle(findInvoiceable, async (tx, { word, orderId }) => {
  if (!word?.trim() && !orderId) throw new Refusal(invoiceRefusal['no-words']);
  const search = word?.trim() ? searchOf(word) : {};
  const orderIds = orderId ? [orderId] : [];
  const found = await findInvoiceables(tx, { ...search, orderIds, limit: MOST_FOUND });
  const own = await withOffers(
    tx,
    found.filter((one) => coversLot(tx.who, one.lotId)),
  );
  return {
    items: own.map((one) => ({
      ...one,
      invoices: one.invoices.map(({ billId: _, linkCode: __, ...invoice }) => invoice),
    })),
    titles: 'mobile' in search && search.mobile ? await titlesOf(tx, search.mobile) : [],
  };
});

const issueServer = handle(
  issueInvoice,
  async (tx, { items, invoiceType, mobile, email, remark, ...title }, act, kernel) => {
    const wish = { items, invoiceType, title: readTitle(tx, title), mobile, email, remark, source: 'office' as const };
    const { requestId, invoices } = await requestInvoices(tx, kernel.jobs, wish);
    act.describe({
      subjectKind: 'invoice',
      subjectId: invoices[0]!.id,
      subject: `${invoices.map((one) => one.requestNo).join(' ')} ${title.titleName}`,
      after: { invoices: invoices.length, amountFen: invoices.reduce((sum, one) => sum + one.inclFen, 0) },
    });
    return { requestId, invoices };
  },
);

const retryServer = handle(retryInvoice, async (tx, { invoiceId, mobile, email, ...given }, act, kernel) => {
  const row = await requireInvoice(tx, invoiceId, 'retry');
  // A red letter is for whom its invoice was.
  const title = row.kind === 'blue' ? readTitle(tx, given) : row;
  if (row.invoiceType === 'special' && title.titleType !== 1) throw new Refusal(invoiceRefusal['special-person']);
  const requestNo = await retryWith(tx, kernel.jobs, row, { title, mobile, email });
  act.describe({
    ...subjectOf(row),
    before: { titleName: row.titleName, taxNumber: row.taxNumber, failReason: row.failReason },
    after: { titleName: title.titleName, taxNumber: title.taxNumber, requestNo },
  });
  return {};
});

const giveUpServer = handle(giveUpInvoice, async (tx, { invoiceId, note }, act) => {
  const row = await requireInvoice(tx, invoiceId, 'give-up');
  if (row.kind === 'red' && row.source === 'refund') throw new Refusal(invoiceRefusal['of-refund']);
  await tx.query('update invoice set state = 5, next_at = null, updated_at = $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    invoiceId,
    tx.now,
  ]);
  if (row.blueId)
    await tx.query('update invoice set red_fen = red_fen + $3 where tenant_id = $1 and id = $2', [
      tx.tenantId,
      row.blueId,
      row.inclFen,
    ]);
  tx.emit(invoiceGivenUp, { lotId: row.lotId, subjectId: invoiceId, data: { ...factsOf(row), note } });
  act.describe({ ...subjectOf(row), before: { state: row.state }, after: { state: 5, note } });
  return {};
});

const redServer = handle(redInvoice, async (tx, { invoiceId, note }, act, kernel) => {
  const row = await requireInvoice(tx, invoiceId, 'red');
  if (row.kind === 'red') throw new Refusal(invoiceRefusal['not-possible'], { reason: NOT_RED[tx.who.language] });
  const redId = await takeBack(tx, kernel.jobs, row, note);
  act.describe({ ...subjectOf(row), before: { redFen: row.redFen }, after: { redFen: row.inclFen, note } });
  return { redId };
});

const NOT_RED = { zh: '红字发票不能再冲红', en: 'A red letter cannot be reversed' };

/** Invoices: found, asked for, tried again, given up, taken back. */
export const invoiceServers = [getServer, findServer, issueServer, retryServer, giveUpServer, redServer];
