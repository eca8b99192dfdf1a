import './phone-bar.css';
import { can, useText } from '@boyun/kernel/web';
import { findOrders } from '@boyun/orders/contract';
import { BellRing, CarFront, ClipboardCheck, Headset, Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pageOfKey } from '../page-registry.tsx';
import { type Counted, countText, useWorkCount } from './menu-count.tsx';
import { showOverlay } from './overlay.ts';

/** The bar at the bottom of a phone: the urgent work with its counts, finding a car, and the menu with everything else. */
export function PhoneBar({ shownPath, onMenu }: { shownPath: string; onMenu: () => void }) {
  const t = useText();
  return (
    <nav className="phone-bar" aria-label={t({ zh: '快捷导航', en: 'Quick navigation' })}>
      <WorkLink of={DESK} shownPath={shownPath} title={t({ zh: '值守', en: 'Duty' })} icon={<Headset />} />
      <WorkLink of={REVIEW} shownPath={shownPath} title={t({ zh: '审核', en: 'Reviews' })} icon={<ClipboardCheck />} />
      <WorkLink of={ALARMS} shownPath={shownPath} title={t({ zh: '报警', en: 'Alarms' })} icon={<BellRing />} />
      {can(findOrders.access) && (
        <button type="button" onClick={() => showOverlay('car')}>
          <CarFront />
          {t({ zh: '查车', en: 'Find car' })}
        </button>
      )}
      <button type="button" onClick={onMenu}>
        <Menu />
        {t({ zh: '更多', en: 'More' })}
      </button>
    </nav>
  );
}

const DESK = ['dutyDesk'] as const;
const REVIEW = ['review'] as const;
const ALARMS = ['alarmDispose', 'deviceNotice'] as const;

/** A link to the first of these pages that the person may open, with what waits on all they may open; absent where there is none. */
function WorkLink({
  of,
  shownPath,
  title,
  icon,
}: {
  of: readonly Counted[];
  shownPath: string;
  title: string;
  icon: ReactNode;
}) {
  const t = useText();
  const open = of.filter((key) => {
    const page = pageOfKey(key);
    return page !== null && can(page.access);
  });
  const count = useWorkCount(open);
  const page = open[0] && pageOfKey(open[0]);
  if (!page) return null;
  return (
    <Link
      to={page.path}
      aria-current={page.path === shownPath ? 'page' : undefined}
      aria-label={count > 0 ? t({ zh: '{title}（{count} 项）', en: '{title} ({count})' }, { title, count }) : title}
    >
      {icon}
      {title}
      {count > 0 && <b aria-hidden="true">{countText(count)}</b>}
    </Link>
  );
}
