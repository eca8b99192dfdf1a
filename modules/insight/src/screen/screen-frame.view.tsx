import '../console/console.css';
import './screen.css';
import './screen-grid.css';
import type { Label } from '@boyun/kernel/contract';
import {
  LiveMark,
  type LiveState,
  timeText,
  useFullScreen,
  useKeys,
  useNow,
  useText,
  useUser,
} from '@boyun/kernel/web';
import { LayoutDashboard, Maximize, Minimize, Repeat2 } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Link } from 'react-router';

/** Age of the figures, fetched once a minute, beyond which the screen warns. */
const OLD_MS = 150_000;
/** Root font at which charts are drawn as on an ordinary page; the screen's style sheet makes the root grow with the window. */
const PLAIN_ROOT_PX = 11.5;

function onResize(changed: () => void) {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

/** The factor by which charts are larger than on an ordinary page. */
export function useScreenScale(): number {
  const root = useSyncExternalStore(onResize, () => getComputedStyle(document.documentElement).fontSize);
  return Number.parseFloat(root) / PLAIN_ROOT_PX;
}

/** A big screen: name, clock, live state, buttons, and the panels below. */
export function ScreenFrame({
  title,
  live,
  at,
  other,
  tool,
  children,
}: {
  title: Label;
  live?: LiveState;
  /** Moment of the figures; null while there are none. */
  at: Date | null;
  other: { readonly path: string; readonly title: Label };
  tool?: ReactNode;
  children: ReactNode;
}) {
  const t = useText();
  const user = useUser();
  const moment = useNow(1000);
  const [isFull, turnFull] = useFullScreen();
  useKeys({ f: turnFull, F: turnFull });
  const isOld = at !== null && moment.getTime() - at.getTime() > OLD_MS;
  const full = t(isFull ? { zh: '退出全屏', en: 'Leave full screen' } : { zh: '全屏', en: 'Full screen' });
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>
          {t(title)}
          <span>{user?.brandName ?? user?.tenantName}</span>
        </h1>
        {tool}
        <span className="by-grow" />
        {live && <LiveMark state={live} />}
        {at && (
          <span className={isOld ? 'screen-at is-old' : 'screen-at'}>
            {t({ zh: '数据截至', en: 'As of' })} {timeText(at, 'clock')}
          </span>
        )}
        <time className="screen-clock by-figure">
          <span>{timeText(moment, 'day')}</span>
          {timeText(moment, 'clock')}
        </time>
        <nav className="screen-tools">
          <Link to={other.path} title={t(other.title)} aria-label={t(other.title)}>
            <Repeat2 />
          </Link>
          <button type="button" title={`${full} (F)`} aria-label={full} onClick={turnFull}>
            {isFull ? <Minimize /> : <Maximize />}
          </button>
          <Link
            to="/"
            title={t({ zh: '返回后台', en: 'Back office' })}
            aria-label={t({ zh: '返回后台', en: 'Back office' })}
          >
            <LayoutDashboard />
          </Link>
        </nav>
      </header>
      <main className="screen-body">{children}</main>
    </div>
  );
}

/** A part of a big screen under its heading; `area` is its place in the screen's grid. */
export function Panel({
  title,
  note,
  area,
  children,
}: {
  title: Label;
  note?: ReactNode;
  area: string;
  children: ReactNode;
}) {
  const t = useText();
  return (
    <section className={`screen-panel screen-${area}`}>
      <h2>
        {t(title)}
        {note !== undefined && <span>{note}</span>}
      </h2>
      <div className="screen-panel-body">{children}</div>
    </section>
  );
}

/** A large figure; `isUrgent` highlights it. */
export function Figure({
  label,
  text,
  isUrgent,
  children,
}: {
  label: Label;
  text: string;
  isUrgent?: boolean;
  children?: ReactNode;
}) {
  const t = useText();
  return (
    <section className={isUrgent ? 'screen-figure is-urgent' : 'screen-figure'}>
      <h2>{t(label)}</h2>
      <b className="by-figure">{text}</b>
      <div className="screen-figure-below">{children}</div>
    </section>
  );
}
