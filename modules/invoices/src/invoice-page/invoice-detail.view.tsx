import './invoice.css';
import { TaxPolicy, yuanInWords } from '@boyun/domain/invoice';
import type { Output } from '@boyun/kernel/contract';
import {
  call,
  ErrorState,
  Money,
  moneyText,
  Plate,
  Skeleton,
  StateDot,
  TimeText,
  timeText,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { useOrderDrawer } from '@boyun/orders/web';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { getInvoice, InvoiceKind, InvoiceSource, InvoiceState, invoiceList } from '../invoice/invoice.contract.ts';
import { InvoiceUse } from '../invoice-set/invoice-set.contract.ts';
import { InvoiceActs } from './invoice-act.form.tsx';

type Detail = Output<typeof getInvoice>;
type Invoice = Detail['invoice'];

/** How often an invoice under way is looked at. */
const FOLLOW_MS = 3000;

/** One invoice as it is printed, with its acts, the orders it is for and its red letters. */
export function InvoiceDetail({ invoiceId, onOpen }: { invoiceId: string; onOpen: (invoiceId: string) => void }) {
  const language = useLanguage();
  const asked = useQuery({
    queryKey: ['list', invoiceList.name, 'detail', invoiceId, language],
    queryFn: ({ signal }) => call(getInvoice, { invoiceId }, { signal, isQuiet: true }),
    refetchInterval: ({ state: { data } }) =>
      data && (data.invoice.state <= 2 || (data.invoice.state === 3 && !data.invoice.pdf)) ? FOLLOW_MS : false,
  });
  const [openOrder, drawer] = useOrderDrawer();
  if (asked.error && !asked.data) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton lines={10} />;
  const { invoice, items, reds } = asked.data;
  return (
    <div className="invoice-detail">
      <div className="by-row">
        <InvoiceActs invoice={invoice} onDone={() => asked.refetch()} />
        <Files invoice={invoice} />
      </div>
      <Notes invoice={invoice} onOpen={onOpen} />
      <Paper detail={asked.data} />
      <Orders items={items} onOpen={openOrder} />
      {reds.length > 0 && <Reds reds={reds} onOpen={onOpen} />}
      <More invoice={invoice} />
      {drawer}
    </div>
  );
}

function Files({ invoice }: { invoice: Invoice }) {
  const files = (['pdf', 'ofd', 'xml'] as const).filter((kind) => invoice[kind]);
  return files.map((kind) => (
    <Button key={kind} icon={<FileDown />} href={invoice[kind]!} target="_blank">
      {kind.toUpperCase()}
    </Button>
  ));
}

/** What one should know before everything else. */
function Notes({ invoice, onOpen }: { invoice: Invoice; onOpen: (invoiceId: string) => void }) {
  const t = useText();
  const { state, failReason, redFen, inclFen, blueId, blueNo } = invoice;
  const notes: { tone: string; words: ReactNode }[] = [];
  if (state === 4)
    notes.push({
      tone: 'bad',
      words: t({ zh: '失败原因：{reason}', en: 'Failed: {reason}' }, { reason: failReason ?? '' }),
    });
  if (state === 2)
    notes.push({ tone: 'info', words: t({ zh: '正在等待开票平台的结果', en: 'Waiting for the platform' }) });
  if (redFen > 0)
    notes.push({
      tone: 'warn',
      words:
        redFen >= inclFen
          ? t({ zh: '已全部冲红', en: 'Fully reversed' })
          : t({ zh: '已冲红 ¥{red}', en: '¥{red} reversed' }, { red: moneyText(redFen) }),
    });
  if (blueId)
    notes.push({
      tone: 'info',
      words: (
        <>
          {t({ zh: '冲红的蓝字发票', en: 'Reverses invoice' })}{' '}
          <Button type="link" size="small" onClick={() => onOpen(blueId)}>
            {blueNo}
          </Button>
        </>
      ),
    });
  return notes.map(({ tone, words }) => (
    <p key={tone} className={`invoice-note by-tone-${tone}`}>
      {words}
    </p>
  ));
}

const HEADINGS = {
  ordinary: { zh: '电子发票（普通发票）', en: 'Electronic invoice' },
  special: { zh: '电子发票（增值税专用发票）', en: 'Special VAT invoice' },
} as const;

/** The invoice with the fields of a fully digital one. */
function Paper({ detail: { invoice, lines } }: { detail: Detail }) {
  const t = useText();
  const { issuedAt, invoiceNo } = invoice;
  return (
    <section
      className={invoice.isSample ? 'invoice-paper is-sample' : 'invoice-paper'}
      data-sample={t({ zh: '样张', en: 'Sample' })}
    >
      <header>
        <h2>
          {t(HEADINGS[invoice.invoiceType])}
          {invoice.kind === 'red' && <em>{t(InvoiceKind.red)}</em>}
        </h2>
        <dl>
          <dt>{t({ zh: '发票号码', en: 'Number' })}</dt>
          <dd className="by-figure">{invoiceNo ?? '—'}</dd>
          <dt>{t({ zh: '开票日期', en: 'Date' })}</dt>
          <dd className="by-figure">{issuedAt ? timeText(issuedAt, 'minute').slice(0, 10) : '—'}</dd>
        </dl>
      </header>
      <div className="invoice-parties">
        <Party
          caption={t({ zh: '购买方', en: 'Buyer' })}
          name={invoice.titleName}
          number={invoice.taxNumber}
          more={[invoice.titleAddress, invoice.titlePhone, invoice.titleBank, invoice.titleAccount]}
        />
        <Party
          caption={t({ zh: '销售方', en: 'Issuer' })}
          name={invoice.issuerName}
          number={invoice.issuerTaxNumber}
          more={[]}
        />
      </div>
      <Lines lines={lines} invoice={invoice} />
      <p className="invoice-total">
        <span>
          {t({ zh: '价税合计', en: 'Total' })} <i lang="zh">{yuanInWords(invoice.inclFen)}</i>
        </span>
        <b className="by-figure">
          {invoice.inclFen < 0 && '-'}¥{moneyText(Math.abs(invoice.inclFen))}
        </b>
      </p>
      <footer>
        {invoice.remark && <p>{invoice.remark}</p>}
        {invoice.reason && <p>{invoice.reason}</p>}
        <p>
          {t({ zh: '开票人', en: 'Clerk' })} {invoice.drawer}
        </p>
      </footer>
    </section>
  );
}

/** The services of an invoice with their tax. */
function Lines({ lines, invoice }: Pick<Detail, 'lines' | 'invoice'>) {
  const t = useText();
  return (
    <table>
      <thead>
        <tr>
          <th>{t({ zh: '项目名称', en: 'Service' })}</th>
          <th>{t({ zh: '金额', en: 'Amount' })}</th>
          <th>{t({ zh: '税率', en: 'Rate' })}</th>
          <th>{t({ zh: '税额', en: 'Tax' })}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.number}>
            <td>{line.serviceName}</td>
            <td>
              <Money fen={line.exFen} />
            </td>
            <td className="by-figure">
              {line.policy === 'exempt' || line.policy === 'untaxed' ? t(TaxPolicy[line.policy]) : `${line.taxRate}%`}
            </td>
            <td>
              <Money fen={line.taxFen} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>{t({ zh: '合计', en: 'Subtotal' })}</td>
          <td>
            <Money fen={invoice.exFen} />
          </td>
          <td />
          <td>
            <Money fen={invoice.taxFen} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

function Party({
  caption,
  name,
  number,
  more,
}: {
  caption: string;
  name: string;
  number: string | null;
  more: readonly (string | null)[];
}) {
  const extra = more.filter(Boolean).join(' · ');
  return (
    <div>
      <span className="by-faint">{caption}</span>
      <b>{name}</b>
      {number && <span className="by-figure">{number}</span>}
      {extra && <small className="by-faint">{extra}</small>}
    </div>
  );
}

function Orders({ items, onOpen }: { items: Detail['items']; onOpen: (orderId: string) => void }) {
  const t = useText();
  return (
    <section>
      <h3>{t({ zh: '开票订单 {n}', en: 'Orders: {n}' }, { n: items.length })}</h3>
      <ul className="invoice-list">
        {items.map((item) => (
          <li key={item.billId}>
            {item.plate ? <Plate text={item.plate} /> : <span className="by-figure">{item.number}</span>}
            <span>
              {item.lotName} · {t(InvoiceUse[item.use])}
              {item.enteredAt && (
                <small className="by-faint">
                  {' '}
                  <TimeText at={item.enteredAt} style="minute" />
                </small>
              )}
            </span>
            {item.orderId ? (
              <Button type="link" size="small" onClick={() => onOpen(item.orderId!)}>
                {item.number}
              </Button>
            ) : (
              <span className="by-faint by-figure">{item.number}</span>
            )}
            <Money fen={item.amountFen} isStrong />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reds({ reds, onOpen }: { reds: Detail['reds']; onOpen: (invoiceId: string) => void }) {
  const t = useText();
  return (
    <section>
      <h3>{t({ zh: '红字发票', en: 'Red letters' })}</h3>
      <ul className="invoice-list">
        {reds.map((red) => (
          <li key={red.id}>
            <StateDot tone={InvoiceState[red.state].tone} label={InvoiceState[red.state]} />
            <span>
              {t(InvoiceSource[red.source])}
              <small className="by-faint">
                {' '}
                <TimeText at={red.createdAt} style="minute" />
              </small>
            </span>
            <Button type="link" size="small" onClick={() => onOpen(red.id)}>
              {red.invoiceNo ?? t({ zh: '查看', en: 'Open' })}
            </Button>
            <Money fen={red.inclFen} isStrong />
          </li>
        ))}
      </ul>
    </section>
  );
}

function More({ invoice }: { invoice: Invoice }) {
  const t = useText();
  const facts: readonly [string, ReactNode][] = [
    [
      t({ zh: '开票单号', en: 'Request number' }),
      <span key="no" className="by-figure">
        {invoice.requestNo}
      </span>,
    ],
    [t({ zh: '来源', en: 'Source' }), t(InvoiceSource[invoice.source])],
    [t({ zh: '开票平台', en: 'Platform' }), invoice.provider],
    [t({ zh: '申请', en: 'Requested' }), <TimeText key="at" at={invoice.createdAt} />],
    [
      t({ zh: '经办人', en: 'By' }),
      invoice.actorName === 'system' ? t({ zh: '系统', en: 'System' }) : invoice.actorName,
    ],
    [t({ zh: '手机号', en: 'Mobile' }), invoice.mobile ?? '—'],
    [t({ zh: '邮箱', en: 'Email' }), invoice.email ?? '—'],
    [t({ zh: '发送', en: 'Sent' }), invoice.sentAt ? <TimeText key="sent" at={invoice.sentAt} /> : '—'],
  ];
  return (
    <dl className="by-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
