import { AlarmKind, AlarmSeverity, alarmList, alarmPath } from '@boyun/alarms/contract';
import { can, Skeleton, timeText, useLanguage, useListing, useText } from '@boyun/kernel/web';
import { useUnreadBulletins } from '@boyun/public-tools/web';
import { reviewList } from '@boyun/reviews/contract';
import { announcementList, messageList } from '@boyun/system/contract';
import { useOpenSystemAlarms } from '@boyun/system/web';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { pageOfKey } from '../page-registry.tsx';
import { firstTab, type InboxSide, type InboxTab, tabByKey } from './inbox-tab.ts';
import { useWorkCount } from './menu-count.tsx';
import { NoticePanel } from './notice-panel.tsx';

const SHOWN = 6;

interface PanelProps {
  readonly onFollow: () => void;
}

const PANELS: Readonly<Record<InboxTab, (props: PanelProps) => ReactNode>> = {
  todo: TodoPanel,
  alarm: AlarmPanel,
  message: MessagePanel,
  news: NewsPanel,
  notice: NoticePanel,
};

/** The content of the inbox: tabs, and the newest entries of the selected one; each leads to its page. */
export default function InboxPanel({ sides, onFollow }: PanelProps & { sides: readonly InboxSide[] }) {
  const t = useText();
  const [shown, setShown] = useState<InboxTab>(() => firstTab(sides));
  const strip = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent) => {
    const next = tabByKey(sides, shown, event.key);
    if (!next) return;
    event.preventDefault();
    setShown(next);
    strip.current?.querySelector<HTMLElement>(`#inbox-tab-${next}`)?.focus();
  };
  const Panel = PANELS[shown];
  return (
    <>
      <div ref={strip} className="inbox-tabs" role="tablist" onKeyDown={onKey}>
        {sides.map(({ tab, title, count, hasDot }) => (
          <button
            key={tab}
            id={`inbox-tab-${tab}`}
            type="button"
            role="tab"
            aria-selected={tab === shown}
            aria-controls="inbox-panel"
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => setShown(tab)}
          >
            {t(title)}
            {count > 0 && <b>{count > 99 ? '99+' : count}</b>}
            {hasDot && <i role="img" aria-label={t({ zh: '有未读', en: 'unread' })} />}
          </button>
        ))}
      </div>
      <div id="inbox-panel" className="inbox-panel" role="tabpanel" aria-labelledby={`inbox-tab-${shown}`}>
        <Panel onFollow={onFollow} />
      </div>
    </>
  );
}

/** Requests to decide, faults of the installation, and people who wait at lanes. */
function TodoPanel({ onFollow }: PanelProps) {
  const t = useText();
  const waiting = useWorkCount(DESK);
  const faults = useOpenSystemAlarms()?.alarms ?? [];
  const review = pageFor('review');
  const asked = useListing(reviewList, { mine: 'decide', page: 1, perPage: SHOWN }, { isOff: !review });
  const rows = asked.data?.rows ?? [];
  const desk = pageFor('dutyDesk');
  const alarms = pageFor('systemAlarm');
  return (
    <>
      <Entries
        isPending={review !== null && asked.isPending}
        none={{ zh: '没有待办事项', en: 'Nothing to do' }}
        rows={[
          ...(desk && waiting > 0
            ? [
                <Entry
                  key="desk"
                  to={desk.path}
                  tone="warn"
                  title={t({ zh: '{waiting} 人在车道等待', en: '{waiting} waiting at lanes' }, { waiting })}
                  text={t(desk.title)}
                  onFollow={onFollow}
                />,
              ]
            : []),
          ...(alarms
            ? faults.map((one) => (
                <Entry
                  key={one.id}
                  to={alarms.path}
                  tone="bad"
                  title={one.text}
                  text={t(alarms.title)}
                  at={one.raisedAt}
                  onFollow={onFollow}
                />
              ))
            : []),
          ...rows.map((one) => (
            <Entry
              key={one.id}
              to={`${review!.path}?mine=decide&open=${one.id}`}
              tone="info"
              title={one.summary}
              text={t(
                { zh: '{name}：{reason}', en: '{name}: {reason}' },
                { name: one.requestedByName, reason: one.reason },
              )}
              at={one.requestedAt}
              onFollow={onFollow}
            />
          )),
        ]}
      />
      <Foot pages={['review', 'systemAlarm']} onFollow={onFollow} />
    </>
  );
}

const DESK = ['dutyDesk'] as const;

function AlarmPanel({ onFollow }: PanelProps) {
  const t = useText();
  const asked = useListing(alarmList, { state: 'new', page: 1, perPage: SHOWN });
  return (
    <>
      <Entries
        isPending={asked.isPending}
        none={{ zh: '没有新报警', en: 'No new alarms' }}
        rows={(asked.data?.rows ?? []).map((one) => (
          <Entry
            key={one.id}
            to={`${alarmPath(one.kind)}?open=${one.id}`}
            tone={AlarmSeverity[one.severity].tone}
            title={[one.plate, t(AlarmKind[one.kind])].filter(Boolean).join(' · ')}
            text={one.description}
            at={one.raisedAt}
            onFollow={onFollow}
          />
        ))}
      />
      <Foot pages={['alarmDispose', 'deviceNotice']} onFollow={onFollow} />
    </>
  );
}

function MessagePanel({ onFollow }: PanelProps) {
  const asked = useListing(messageList, { page: 1, perPage: SHOWN });
  const page = pageFor('messageCenter');
  return (
    <>
      <Entries
        isPending={asked.isPending}
        none={{ zh: '没有消息', en: 'No messages' }}
        rows={(asked.data?.rows ?? []).map((one) => (
          <Entry
            key={one.id}
            to={`${page?.path}?open=${one.id}`}
            tone="info"
            isRead={one.isRead}
            title={one.title}
            text={one.body}
            at={one.at}
            onFollow={onFollow}
          />
        ))}
      />
      <Foot pages={['messageCenter']} onFollow={onFollow} />
    </>
  );
}

/** Unread announcements of the tenant, then the versions of the product. */
function NewsPanel({ onFollow }: PanelProps) {
  const isZh = useLanguage() === 'zh';
  const bulletins = useUnreadBulletins()?.bulletins ?? [];
  const reading = pageFor('announcement');
  const asked = useListing(announcementList, { page: 1, perPage: SHOWN });
  const page = pageFor('historyCenter');
  return (
    <>
      <Entries
        isPending={asked.isPending}
        none={{ zh: '没有更新', en: 'No news' }}
        rows={[
          ...bulletins.map((one) => (
            <Entry
              key={one.id}
              to={`${reading?.path}?open=${one.id}`}
              tone="warn"
              title={one.name}
              text={one.excerpt}
              at={one.validFrom}
              onFollow={onFollow}
            />
          )),
          ...(asked.data?.rows ?? []).map((one) => (
            <Entry
              key={one.id}
              to={page?.path ?? ''}
              tone="info"
              isRead={one.isSeen}
              title={`${one.number} ${isZh ? one.titleZh : one.titleEn}`}
              text={isZh ? one.bodyZh : one.bodyEn}
              at={one.at}
              onFollow={onFollow}
            />
          )),
        ]}
      />
      <Foot pages={['announcement', 'historyCenter']} onFollow={onFollow} />
    </>
  );
}

/** The page of a component key, where the product has it and this person may open it. */
function pageFor(key: string) {
  const page = pageOfKey(key);
  return page && can(page.access) ? page : null;
}

function Entries({
  isPending,
  none,
  rows,
}: {
  isPending: boolean;
  none: { zh: string; en: string };
  rows: readonly ReactNode[];
}) {
  const t = useText();
  if (isPending) return <Skeleton lines={3} />;
  if (rows.length === 0) return <p className="inbox-none">{t(none)}</p>;
  return <ul className="inbox-rows">{rows}</ul>;
}

function Entry({
  to,
  tone,
  title,
  text,
  at,
  isRead = false,
  onFollow,
}: {
  to: string;
  tone: string;
  title: string;
  text: string;
  at?: Date;
  isRead?: boolean;
  onFollow: () => void;
}) {
  return (
    <li className={`by-tone-${tone}${isRead ? ' is-read' : ''}`}>
      <Link to={to} onClick={onFollow}>
        <span className="by-dot" aria-hidden />
        <b title={title}>{title}</b>
        {at && <time dateTime={at.toISOString()}>{timeText(at, 'minute')}</time>}
        <small>{text}</small>
      </Link>
    </li>
  );
}

function Foot({ pages, onFollow }: { pages: readonly string[]; onFollow: () => void }) {
  const t = useText();
  const shown = pages.flatMap((key) => pageFor(key) ?? []);
  if (shown.length === 0) return null;
  return (
    <p className="inbox-foot">
      {shown.map(({ path, title }) => (
        <Link key={path} to={path} onClick={onFollow}>
          {t(title)}
        </Link>
      ))}
    </p>
  );
}
