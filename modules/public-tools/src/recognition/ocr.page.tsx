import './ocr.css';
import type { Label } from '@boyun/kernel/contract';
import { can, useText } from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { recogniser } from '../recogniser/recogniser.contract.ts';
import { ReadingDesk } from './reading-desk.view.tsx';
import { recognitionList } from './recognition.contract.ts';
import { Recognitions } from './recognitions.view.tsx';

const Recognisers = lazy(() => import('../recogniser/recognisers.view.tsx'));

const TABS = {
  read: { zh: '识别', en: 'Read' },
  services: recogniser.title,
} as const satisfies Readonly<Record<string, Label>>;
type Tab = keyof typeof TABS;

/** Reads plates in pictures, lists what was read, and manages the services that read. */
export default function OcrPage() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const tab: Tab = query.get('tab') === 'services' && can(recogniser.can.list) ? 'services' : 'read';
  return (
    <div className="ocr">
      {can(recogniser.can.list) && (
        <nav aria-label={t({ zh: 'OCR识别', en: 'OCR' })}>
          <Segmented
            value={tab}
            options={(Object.keys(TABS) as Tab[]).map((one) => ({ value: one, label: t(TABS[one]) }))}
            onChange={(next) => setQuery(next === 'services' ? { tab: next } : {}, { replace: true })}
          />
        </nav>
      )}
      {tab === 'services' ? (
        <Suspense fallback={null}>
          <Recognisers />
        </Suspense>
      ) : (
        <>
          <ReadingDesk />
          {can(recognitionList.access) && <Recognitions />}
        </>
      )}
    </div>
  );
}
