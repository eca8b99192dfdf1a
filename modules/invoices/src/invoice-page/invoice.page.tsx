import './invoice.css';
import type { Label, ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  type CellSlots,
  choicesOf,
  FigureBox,
  FilterSwitch,
  ListPage,
  Money,
  moneyText,
  Plate,
  periodLabel,
  StateDot,
  sizeText,
  useText,
} from '@boyun/kernel/web';
import { FilePlus2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { InvoiceKind, InvoiceState, InvoiceType, invoiceList, TitleType } from '../invoice/invoice.contract.ts';
import { findInvoiceable } from '../invoice/invoice-act.contract.ts';
import { InvoiceDetail } from './invoice-detail.view.tsx';

const IssueInvoice = lazy(() => import('./issue-invoice.form.tsx'));
const STATES = choicesOf(InvoiceState);
const TONES: Readonly<Record<string, string>> = { issuedFen: 'by-tone-good', redLetterFen: 'by-tone-bad' };

type Row = ReportRow<typeof invoiceList>;

function Words({ of }: { of: Label }) {
  return useText()(of);
}

const CELLS: CellSlots<Row> = {
  createdAt: { width: 172 },
  state: {
    width: 110,
    cell: (row) => <StateDot tone={InvoiceState[row.state].tone} label={InvoiceState[row.state]} />,
  },
  kind: {
    width: 100,
    cell: (row) => (
      <span className={row.kind === 'red' ? 'invoice-red by-tone-bad' : ''}>
        <Words of={InvoiceKind[row.kind]} />
      </span>
    ),
  },
  invoiceType: { width: 96, cell: (row) => <Words of={InvoiceType[row.invoiceType]} /> },
  titleName: { width: 210, isGrowing: true },
  titleType: { width: 92, cell: (row) => <Words of={TitleType[row.titleType]} /> },
  inclFen: { width: 110, cell: (row) => <Money fen={row.inclFen} isStrong /> },
  taxFen: { width: 90 },
  redFen: {
    width: 96,
    cell: (row) =>
      row.redFen > 0 ? (
        <span className="by-figure invoice-red by-tone-bad">{moneyText(row.redFen)}</span>
      ) : (
        <span className="by-faint">—</span>
      ),
  },
  plates: { width: 150, cell: (row) => <Plates text={row.plates} /> },
  itemCount: { width: 80 },
  lotId: { width: 150 },
  invoiceNo: { width: 190, cell: (row) => <span className="by-figure">{row.invoiceNo ?? '—'}</span> },
  source: { width: 100 },
  mobile: { width: 116 },
  issuedAt: { width: 172 },
  requestNo: { isHiddenAtFirst: true },
  taxNumber: { isHiddenAtFirst: true },
  exFen: { isHiddenAtFirst: true },
  email: { isHiddenAtFirst: true },
  issuerName: { isHiddenAtFirst: true },
  failReason: { isHiddenAtFirst: true },
  actorName: { isHiddenAtFirst: true },
};

const COLUMNS = [
  'createdAt',
  'state',
  'kind',
  'invoiceType',
  'titleName',
  'titleType',
  'inclFen',
  'taxFen',
  'redFen',
  'plates',
  'itemCount',
  'lotId',
  'invoiceNo',
  'source',
  'mobile',
  'issuedAt',
  'requestNo',
  'taxNumber',
  'exFen',
  'email',
  'issuerName',
  'failReason',
  'actorName',
] as const;
const FILTERS = [
  'title',
  'plate',
  'number',
  'lotId',
  'from',
  'to',
  'mobile',
  'state',
  'kind',
  'invoiceType',
  'titleType',
  'source',
  'issuedFrom',
  'issuedTo',
  'issuerName',
  'use',
  'serviceName',
  'taxRate',
  'policy',
] as const;

/** How often the list is read again while its invoices are being issued. */
const FOLLOW_MS = 3000;
const isUnderWay = ({ state }: Row) => state <= 2;

/** Invoices and red letters: asked for, followed, tried again, taken back. */
export default function InvoicePage() {
  const t = useText();
  const [isIssuing, setIssuing] = useState(false);
  return (
    <ListPage
      source={invoiceList}
      columns={COLUMNS}
      filters={FILTERS}
      cells={CELLS}
      everyMs={(rows) => rows.some(isUnderWay) && FOLLOW_MS}
      above={({ listing, state }) => {
        const period = periodLabel(invoiceList.filters, state.filters);
        const totals = (listing?.totals ?? {}) as Readonly<Record<string, number | undefined>>;
        return (
          <div className="by-figures">
            <FigureBox label={{ zh: `发票（${period.zh}）`, en: `Invoices (${period.en.toLowerCase()})` }}>
              {sizeText(listing)}
            </FigureBox>
            {(['issuedFen', 'redLetterFen', 'netFen', 'taxFen'] as const).map((key) => (
              <FigureBox key={key} label={invoiceList.totals![key]!.label} tone={TONES[key]}>
                {moneyText(totals[key])}
              </FigureBox>
            ))}
          </div>
        );
      }}
      toolbar={(context) => (
        <>
          <ActButton type="primary" icon={<FilePlus2 />} access={findInvoiceable.access} onAct={() => setIssuing(true)}>
            {t({ zh: '开具发票', en: 'Issue an invoice' })}
          </ActButton>
          <FilterSwitch context={context} filter="state" choices={STATES} />
        </>
      )}
      detailWidth={760}
      detailTitle={(row) => row.titleName}
      detail={(row, context) => <InvoiceDetail invoiceId={row.id} onOpen={(id) => context.state.setOpen(id)} />}
      empty={{
        title: { zh: '还没有发票', en: 'No invoices yet' },
        hint: {
          zh: '点击“开具发票”按车牌查找已付款订单；司机也可扫码自助开票',
          en: 'Press "Issue an invoice" to invoice paid orders; drivers can request invoices with the QR codes',
        },
      }}
    >
      {() =>
        isIssuing && (
          <Suspense fallback={null}>
            <IssueInvoice onClose={() => setIssuing(false)} />
          </Suspense>
        )
      }
    </ListPage>
  );
}

function Plates({ text }: { text: string | null }) {
  const all = (text ?? '').split(' ').filter(Boolean);
  if (all.length === 0) return <span className="by-faint">—</span>;
  return (
    <span className="by-row" title={text ?? ''}>
      <Plate text={all[0]!} />
      {all.length > 1 && <span className="by-faint">+{all.length - 1}</span>}
    </span>
  );
}
