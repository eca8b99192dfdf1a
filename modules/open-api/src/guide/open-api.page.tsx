import './open-api.css';
import type { Label } from '@boyun/kernel/contract';
import { can, Skeleton, useDeclaredEvents, useText } from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { apiKeyList } from '../api-key/api-key.contract.ts';
import { Webhooks } from '../webhook/webhooks.view.tsx';

const ApiKeys = lazy(async () => ({ default: (await import('../api-key/api-keys.view.tsx')).ApiKeys }));
const Deliveries = lazy(async () => ({ default: (await import('../webhook/deliveries.view.tsx')).Deliveries }));
const Guide = lazy(async () => ({ default: (await import('./guide.view.tsx')).Guide }));

const TABS = {
  webhooks: { zh: '事件推送', en: 'Webhooks' },
  deliveries: { zh: '投递记录', en: 'Deliveries' },
  keys: { zh: '接口密钥', en: 'API keys' },
  guide: { zh: '接入说明', en: 'Guide' },
} as const satisfies Readonly<Record<string, Label>>;
type Tab = keyof typeof TABS;

/** Webhooks, deliveries, API keys, and the guide. */
export default function OpenApiPage() {
  const t = useText();
  useDeclaredEvents();
  const [query, setQuery] = useSearchParams();
  const asked = query.get('tab');
  const tab: Tab = asked && asked in TABS ? (asked as Tab) : 'webhooks';
  const shown = (Object.keys(TABS) as Tab[]).filter((one) => one !== 'keys' || can(apiKeyList.access));
  return (
    <div className="open-api">
      <nav className="open-api-tabs" aria-label={t({ zh: '开放接口', en: 'Open API' })}>
        <Segmented
          value={tab}
          options={shown.map((one) => ({ value: one, label: t(TABS[one]) }))}
          onChange={(next) => setQuery({ tab: next }, { replace: true })}
        />
      </nav>
      <Suspense fallback={<Skeleton lines={8} />}>
        {tab === 'webhooks' && <Webhooks />}
        {tab === 'deliveries' && <Deliveries />}
        {tab === 'keys' && <ApiKeys />}
        {tab === 'guide' && <Guide />}
      </Suspense>
    </div>
  );
}
