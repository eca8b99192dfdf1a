import './announcement.css';
import type { Label } from '@boyun/kernel/contract';
import { can, useText } from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { bulletin } from './bulletin.contract.ts';
import { BulletinReading } from './bulletin-reading.view.tsx';

const BulletinManaging = lazy(() => import('./bulletin-managing.view.tsx'));

const TABS = {
  mine: { zh: '给我的', en: 'To me' },
  manage: { zh: '管理', en: 'Manage' },
} as const satisfies Readonly<Record<string, Label>>;
type Tab = keyof typeof TABS;

/** The announcements to the user and, for those who may see all, their management. */
export default function AnnouncementPage() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const tab: Tab = query.get('tab') === 'manage' && can(bulletin.can.list) ? 'manage' : 'mine';
  return (
    <div className="bulletin-page">
      {can(bulletin.can.list) && (
        <nav aria-label={t(bulletin.title)}>
          <Segmented
            value={tab}
            options={(Object.keys(TABS) as Tab[]).map((one) => ({ value: one, label: t(TABS[one]) }))}
            onChange={(next) => setQuery(next === 'manage' ? { tab: next } : {}, { replace: true })}
          />
        </nav>
      )}
      {tab === 'mine' ? (
        <BulletinReading />
      ) : (
        <Suspense fallback={null}>
          <BulletinManaging />
        </Suspense>
      )}
    </div>
  );
}
