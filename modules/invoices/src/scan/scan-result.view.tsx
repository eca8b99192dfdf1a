import { DriverFacts, DriverProblem, post, refusalText, timeText, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { isWholeTitle, TitleFields, type TypedTitle, titleToSend } from './scan-title.view.tsx';
import { type InvoiceWire, type ScanWire, TYPES } from './scan-wire.view.ts';

const CORRECT = '/api/scanInvoice/correct';

const STATES: Readonly<Record<InvoiceWire['State'], { zh: string; en: string; tone: string }>> = {
  1: { zh: '已提交，等待开票', en: 'Requested', tone: 'warn' },
  2: { zh: '开票中，通常不到一分钟', en: 'In progress, usually under a minute', tone: 'warn' },
  3: { zh: '开票成功', en: 'Issued', tone: 'good' },
  4: { zh: '开票失败', en: 'Failed', tone: 'bad' },
  5: { zh: '已撤销', en: 'Cancelled', tone: 'neutral' },
};

/** The invoices of a request as they come, with their files. */
export function ResultCards({ code, page, onAsk }: { code: string; page: ScanWire; onAsk: () => Promise<void> }) {
  return page.Invoices.map((one) => (
    <section key={one.Id} className="driver-card scan">
      <InvoiceCard code={code} invoice={one} zone={page.TimeZone} onAsk={onAsk} />
    </section>
  ));
}

function InvoiceCard({
  code,
  invoice,
  zone,
  onAsk,
}: {
  code: string;
  invoice: InvoiceWire;
  zone: string;
  onAsk: () => Promise<void>;
}) {
  const t = useText();
  const state = STATES[invoice.State];
  return (
    <>
      <p className={`scan-state by-tone-${state.tone}`} role="status">
        {invoice.IsRed && `${t({ zh: '红字发票', en: 'Red letter' })} · `}
        {t(state)}
      </p>
      <b className="scan-sum">{invoice.Incl.replace(/^-?/, '$&¥')}</b>
      {invoice.IsSample && invoice.State === 3 && (
        <p className="scan-sample" role="note">
          {t({ zh: '样张，不作为报销凭证', en: 'Sample, not valid for reimbursement' })}
        </p>
      )}
      <DriverFacts
        facts={[
          [{ zh: '发票种类', en: 'Invoice type' }, t(TYPES[invoice.InvoiceType])],
          [{ zh: '发票抬头', en: 'Title' }, invoice.TitleName],
          [{ zh: '税号', en: 'Tax number' }, invoice.TaxNumber],
          [{ zh: '销售方', en: 'Issuer' }, invoice.IssuerName],
          [{ zh: '发票号码', en: 'Number' }, invoice.InvoiceNo],
          [{ zh: '开票时间', en: 'Issued' }, invoice.IssuedAt && timeText(new Date(invoice.IssuedAt), 'minute', zone)],
          [{ zh: '失败原因', en: 'Reason' }, invoice.FailReason],
        ]}
      />
      <Files invoice={invoice} />
      {invoice.State === 4 &&
        (invoice.CanCorrect ? (
          <Correct code={code} invoice={invoice} onDone={onAsk} />
        ) : (
          <p className="driver-hint">{t({ zh: '请联系车场工作人员处理', en: 'Please ask the car park staff' })}</p>
        ))}
    </>
  );
}

/** The files of an issued invoice, or that they are fetched. */
function Files({ invoice }: { invoice: InvoiceWire }) {
  const t = useText();
  if (invoice.State !== 3) return null;
  if (!invoice.Pdf) return <p className="driver-hint">{t({ zh: '正在取回发票文件…', en: 'Fetching the files…' })}</p>;
  return (
    <div className="scan-files">
      <a className="is-main" href={invoice.Pdf} download={`${invoice.InvoiceNo}.pdf`}>
        {t({ zh: '下载发票 PDF', en: 'Download the PDF' })}
      </a>
      {invoice.Ofd && (
        <a href={invoice.Ofd} download={`${invoice.InvoiceNo}.ofd`}>
          OFD
        </a>
      )}
      {invoice.Xml && (
        <a href={invoice.Xml} download={`${invoice.InvoiceNo}.xml`}>
          XML
        </a>
      )}
    </div>
  );
}

/** Another title for an invoice that failed. */
function Correct({ code, invoice, onDone }: { code: string; invoice: InvoiceWire; onDone: () => Promise<void> }) {
  const t = useText();
  const [title, setTitle] = useState<TypedTitle>({
    titleType: invoice.TitleType,
    titleName: invoice.TitleName,
    taxNumber: invoice.TaxNumber ?? '',
  });
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await post(CORRECT, { Code: code, InvoiceId: invoice.Id, ...titleToSend(title) }, { isQuiet: true });
      await onDone();
    } catch (error) {
      setProblem(refusalText(error));
    }
    setBusy(false);
  };
  return (
    <form
      className="driver-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TitleFields
        code={code}
        title={title}
        isSpecial={invoice.InvoiceType === 'special'}
        onChange={(part) => setTitle((last) => ({ ...last, ...part }))}
      />
      <DriverProblem words={problem} />
      <button type="submit" className="is-main" disabled={isBusy || !isWholeTitle(title)}>
        {t({ zh: '更正并重新开票', en: 'Correct and retry' })}
      </button>
    </form>
  );
}
