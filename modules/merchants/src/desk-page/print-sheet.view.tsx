import { QrCode, useText } from '@boyun/kernel/web';
import { Button } from 'antd';
import { Printer } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

/** Codes on paper. */
export interface CodeSheet {
  readonly title: string;
  readonly name: string;
  readonly until: string | null;
  readonly addresses: readonly string[];
}

/** Prints codes: one that fills a page, or many to be cut apart. */
export function PrintButton({ sheet, isLarge = false }: { sheet: CodeSheet; isLarge?: boolean }) {
  const t = useText();
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    if (!isPrinting) return;
    const done = () => setPrinting(false);
    addEventListener('afterprint', done);
    // The codes are drawn first.
    const frame = requestAnimationFrame(() => print());
    return () => {
      removeEventListener('afterprint', done);
      cancelAnimationFrame(frame);
    };
  }, [isPrinting]);
  return (
    <>
      <Button icon={<Printer />} onClick={() => setPrinting(true)}>
        {t({ zh: '打印', en: 'Print' })}
      </Button>
      {isPrinting &&
        createPortal(
          <Suspense fallback={null}>
            <ul className={isLarge ? 'desk-sheet is-large' : 'desk-sheet'}>
              {sheet.addresses.map((address) => (
                <li key={address}>
                  <QrCode text={address} label={sheet.name} />
                  <div>
                    <strong>{sheet.title}</strong>
                    <span>{sheet.name}</span>
                    <span>{t({ zh: '扫码输入车牌，离场自动抵扣', en: 'Scan, enter your plate, park for less' })}</span>
                    {sheet.until && (
                      <span>{t({ zh: '有效期至 {until}', en: 'Until {until}' }, { until: sheet.until })}</span>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          </Suspense>,
          document.body,
        )}
    </>
  );
}
