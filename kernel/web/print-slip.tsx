import './print-slip.css';
import type { Fields, Label } from '@boyun/kernel/contract';
import { Button } from 'antd';
import { Printer } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { fieldText, isEmpty } from './cell.tsx';
import { useCommitted } from './committed.ts';
import { timeText } from './format.ts';
import { useText } from './language.ts';
import { now } from './now.ts';
import QrCode from './qr-code.tsx';
import { useUser } from './session.ts';

interface SlipProps {
  readonly title: Label;
  readonly fields: Fields;
  /** The fields to print, in order; those without a value are left out. */
  readonly keys: readonly string[];
  readonly row: Readonly<Record<string, unknown>>;
  /** The key of the field that matters most. */
  readonly strongKey: string;
  /** IANA zone of times; the tenant's by default. */
  readonly zone?: string;
  /** Who signs by hand. */
  readonly signers?: readonly Label[];
  /** A QR code at the end, and what it is for. */
  readonly code?: { readonly address: string; readonly words: Label } | null;
}

/** A button that prints a slip: a receipt or a hand-over, for a roll of 80 mm or a sheet of A5. */
export function PrintButton({ text, ...slip }: SlipProps & { readonly text: Label }) {
  return (
    <Printing text={text}>
      <Slip {...slip} />
    </Printing>
  );
}

/** A button that prints a sheet of A4 with a title and what belongs to it. */
export function PrintSheet({ text, title, children }: { text: Label; title: string; children: ReactNode }) {
  const user = useUser();
  return (
    <Printing text={text}>
      <section className="by-slip is-sheet" aria-label={title}>
        <h1>{title}</h1>
        <p>{user.brandName ?? user.tenantName}</p>
        {children}
        <Printed />
      </section>
    </Printing>
  );
}

/** A button that prints what it holds instead of the page. */
function Printing({ text, children }: { text: Label; children: ReactNode }) {
  const t = useText();
  const [isPrinting, setPrinting] = useState(false);
  return (
    <>
      <Button icon={<Printer />} onClick={() => setPrinting(true)}>
        {t(text)}
      </Button>
      {isPrinting && <PrintNow onDone={() => setPrinting(false)}>{children}</PrintNow>}
    </>
  );
}

/** Prints what it holds instead of the page, as soon as it is there. */
export function PrintNow({ onDone, children }: { onDone: () => void; children: ReactNode }) {
  const latest = useCommitted(onDone);
  useEffect(() => {
    const done = () => latest.current();
    addEventListener('afterprint', done);
    print();
    return () => removeEventListener('afterprint', done);
  }, [latest]);
  return createPortal(children, document.body);
}

/** What is printed instead of the page. */
function Slip({ title, fields, keys, row, strongKey, zone, signers = [], code }: SlipProps) {
  const t = useText();
  const user = useUser();
  const printed = (key: string) => {
    const field = fields[key]!;
    if (field.kind === 'instant') return timeText(row[key] as Date, 'minute', zone);
    return (field.kind === 'money' ? '¥' : '') + fieldText(field, key, row, t);
  };
  return (
    <section className="by-slip" aria-label={t(title)}>
      <h1>{t(title)}</h1>
      <p>{user.brandName ?? user.tenantName}</p>
      <dl>
        {keys
          .filter((key) => !isEmpty(row[key]))
          .map((key) => (
            <div key={key} className={key === strongKey ? 'is-strong' : undefined}>
              <dt>{t(fields[key]!.label)}</dt>
              <dd>{printed(key)}</dd>
            </div>
          ))}
        {signers.map((one) => (
          <div key={one.en} className="is-signed">
            <dt>{t(one)}</dt>
            <dd />
          </div>
        ))}
      </dl>
      {code && (
        <figure>
          <QrCode text={code.address} label={t(code.words)} />
          <figcaption>{t(code.words)}</figcaption>
        </figure>
      )}
      <Printed zone={zone} />
    </section>
  );
}

/** When and by whom it was printed. */
export function Printed({ zone }: { zone?: string | undefined }) {
  const t = useText();
  return (
    <footer>
      {t({ zh: '打印', en: 'Printed' })} {timeText(now(), 'minute', zone)} {useUser().realName}
    </footer>
  );
}
