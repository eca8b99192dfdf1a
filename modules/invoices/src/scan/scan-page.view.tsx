import { DriverPage, DriverPlaceholder, useByCode, useText } from '@boyun/kernel/web';
import { useEffect, useEffectEvent } from 'react';
import { AskCard } from './scan-ask.view.tsx';
import { ProofCard } from './scan-proof.view.tsx';
import { ResultCards } from './scan-result.view.tsx';
import type { ScanWire } from './scan-wire.view.ts';
import './scan-page.css';

const PAGE = '/api/scanInvoice/get';
/** How often the page of a request looks whether its invoices were issued. */
const LOOK_MS = 2500;

/**
 * The driver's page of invoices at `/invoice/{code}`: at a place the proof, for a receipt or a proof the orders and the title, for a request its
 * invoices.
 */
export default function ScanPage({ code }: { code: string }) {
  const t = useText();
  const [page, missing, look] = useByCode<ScanWire>(PAGE, code);
  const isWaiting = page?.Invoices.some((one) => one.State < 3 || (one.State === 3 && !one.Pdf)) ?? false;
  const lookAgain = useEffectEvent(() => void look());
  useEffect(() => {
    document.title = t({ zh: '开发票 · 泊云', en: 'Invoice · Boyun' });
  }, [t]);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => lookAgain(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return (
    <DriverPage feedbackCode={page?.Kind === 'receipt' ? code : null}>
      {page ? <Card code={code} page={page} onAsk={look} /> : <DriverPlaceholder problem={missing} />}
    </DriverPage>
  );
}

function Card({ code, page, onAsk }: { code: string; page: ScanWire; onAsk: () => Promise<void> }) {
  if (page.Kind === 'place') return <ProofCard code={code} page={page} />;
  if (page.Kind === 'result') return <ResultCards code={code} page={page} onAsk={onAsk} />;
  return <AskCard code={code} page={page} />;
}
