import { alarmList } from '@boyun/alarms/contract';
import { can, useText } from '@boyun/kernel/web';
import { useUnreadBulletins } from '@boyun/public-tools/web';
import { useOpenSystemAlarms } from '@boyun/system/web';
import { Inbox } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useAlarmCount } from './alarm-state.ts';
import { useAnnouncementDot, useMessageDot, useReviewCount } from './dots.ts';
import type { InboxSide } from './inbox-tab.ts';
import { TopSheet } from './top-sheet.tsx';
import './inbox.css';

const InboxPanel = lazy(() => import('./inbox-panel.tsx'));

/** The inbox of the top bar: everything that is new for this person, in tabs, with the number of things that wait. */
export function InboxTool() {
  const t = useText();
  const sides = useSides();
  const waiting = sides.filter((one) => one.count > 0);
  const count = waiting.reduce((sum, one) => sum + one.count, 0);
  const hint = waiting.map((one) => `${t(one.title)} ${one.count}`).join(t({ zh: '，', en: ', ' }));
  return (
    <TopSheet
      sheetClass="is-inbox"
      label={hint ? t({ zh: '收件箱（{hint}）', en: 'Inbox ({hint})' }, { hint }) : t({ zh: '收件箱', en: 'Inbox' })}
      face={
        <>
          <Inbox />
          {count > 0 && <span className="top-dot">{count > 99 ? '99+' : count}</span>}
        </>
      }
    >
      {(close) => (
        <Suspense fallback={null}>
          <InboxPanel sides={sides} onFollow={close} />
        </Suspense>
      )}
    </TopSheet>
  );
}

function useSides(): readonly InboxSide[] {
  const alarms = useAlarmCount();
  const reviews = useReviewCount();
  const faults = useOpenSystemAlarms()?.openCount ?? 0;
  const hasMessage = useMessageDot();
  const hasNews = useAnnouncementDot();
  const bulletins = useUnreadBulletins()?.count ?? 0;
  const side = (tab: InboxSide['tab'], zh: string, en: string, count: number, hasDot = false): InboxSide => ({
    tab,
    title: { zh, en },
    count,
    hasDot,
  });
  return [
    side('todo', '待办', 'To do', reviews + faults),
    ...(can(alarmList.access) ? [side('alarm', '报警', 'Alarms', alarms)] : []),
    side('message', '消息', 'Messages', 0, hasMessage),
    side('news', '更新', 'News', bulletins, hasNews),
    side('notice', '通知', 'Notices', 0),
  ];
}
