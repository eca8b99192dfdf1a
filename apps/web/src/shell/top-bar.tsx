import './top-bar.css';
import { ChangePassword, ChangePortrait } from '@boyun/access/web';
import { Confirm, can, usePhone, useText } from '@boyun/kernel/web';
import { useOpenSystemAlarms } from '@boyun/system/web';
import {
  ClipboardCheck,
  History,
  Mail,
  PanelLeftClose,
  PanelLeftOpen,
  Search,
  Siren,
  Star,
  TriangleAlert,
} from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { pageOfKey } from '../page-registry.tsx';
import { useAlarmCount } from './alarm-state.ts';
import { useMessageDot, useNewsDot, useReviewCount } from './dots.ts';
import { useMenu } from './menu.ts';
import { trailTo } from './menu-tree.ts';
import { showOverlay } from './overlay.ts';
import { toggleFavourite, useIsFavourite } from './shortcut.ts';
import { signOut } from './sign-out.ts';
import { AccentTool, FullScreenTool, GuideTool, LanguageTool, LookTool, NoticeTool, Tool } from './top-tool.tsx';
import { UserMenu } from './user-menu.tsx';

/** The bar at the top: menu toggle, breadcrumb, guides, messages, alarms, theme, language, user menu. */
export function TopBar({
  shownPath,
  isMenuOpen,
  onMenu,
}: {
  /** Base address of the page shown. */
  shownPath: string;
  isMenuOpen: boolean;
  onMenu: () => void;
}) {
  const t = useText();
  const isPhone = usePhone();
  const { pathname } = useLocation();
  const trail = trailTo(useMenu(), shownPath);
  const isDark = pathname.includes('/dashboard');
  return (
    <header className={isDark ? 'top is-dark' : 'top'}>
      <Tool
        label={t(isMenuOpen ? { zh: '收起菜单', en: 'Collapse menu' } : { zh: '展开菜单', en: 'Expand menu' })}
        onClick={onMenu}
      >
        {isMenuOpen ? <PanelLeftClose /> : <PanelLeftOpen />}
      </Tool>
      <div className="top-trail">
        {trail.map((node, index) => (
          <span key={node.title.zh} className={index === trail.length - 1 ? 'is-last' : undefined}>
            {t(node.title)}
          </span>
        ))}
      </div>
      {trail.length > 0 && !isPhone && <FavouriteTool path={shownPath} />}
      <span className="by-grow" />
      <MenuConfigLink />
      <Tool label={t({ zh: '搜索（Ctrl+K）', en: 'Search (Ctrl+K)' })} onClick={() => showOverlay('palette')}>
        <Search />
      </Tool>
      {!isPhone && <GuideTool />}
      <NewsTools />
      <WorkTools />
      {!isPhone && <NoticeTool />}
      {!isPhone && <FullScreenTool />}
      {!isPhone && <AccentTool />}
      {!isPhone && <LookTool />}
      {!isPhone && <LanguageTool />}
      <OwnMenu />
    </header>
  );
}

/** Adds the shown page to the favourites, or removes it. */
function FavouriteTool({ path }: { path: string }) {
  const t = useText();
  const isOn = useIsFavourite(path);
  return (
    <Tool
      label={t(isOn ? { zh: '取消收藏', en: 'Remove from favourites' } : { zh: '收藏此页', en: 'Add to favourites' })}
      onClick={() => toggleFavourite(path)}
    >
      <Star fill={isOn ? 'currentColor' : 'none'} />
    </Tool>
  );
}

/** Shortcuts to what there is to read: messages and the news of a release. */
function NewsTools() {
  const t = useText();
  const isPhone = usePhone();
  const hasMessage = useMessageDot();
  const hasNews = useNewsDot();
  return (
    <>
      <PageTool
        of="messageCenter"
        hint={hasMessage ? t({ zh: '有未读消息', en: 'unread' }) : ''}
        mark={hasMessage && <span className="top-mark" />}
      >
        <Mail />
      </PageTool>
      {(!isPhone || hasNews) && (
        <PageTool
          of="historyCenter"
          hint={hasNews ? t({ zh: '有新版本公告', en: 'news' }) : ''}
          mark={hasNews && <span className="top-mark" />}
        >
          <History />
        </PageTool>
      )}
    </>
  );
}

/** Shortcuts to what there is to do: reviews, faults of the installation, alarms. */
function WorkTools() {
  const t = useText();
  const alarms = useAlarmCount();
  const reviews = useReviewCount();
  const faults = useOpenSystemAlarms()?.openCount ?? 0;
  return (
    <>
      {reviews > 0 && (
        <PageTool
          of="review"
          hint={t({ zh: '{count} 项待我审核', en: '{count} to decide' }, { count: reviews })}
          mark={<CountMark count={reviews} />}
        >
          <ClipboardCheck />
        </PageTool>
      )}
      {faults > 0 && (
        <PageTool
          of="systemAlarm"
          hint={t({ zh: '{count} 条未恢复', en: '{count} open' }, { count: faults })}
          mark={<CountMark count={faults} />}
        >
          <TriangleAlert />
        </PageTool>
      )}
      <PageTool
        of="alarmDispose"
        hint={t({ zh: '{count} 条新', en: '{count} new' }, { count: alarms })}
        mark={alarms > 0 && <CountMark count={alarms} />}
      >
        <Siren />
      </PageTool>
    </>
  );
}

function CountMark({ count }: { count: number }) {
  return <span className="top-dot">{count > 99 ? '99+' : count}</span>;
}

/** The user's menu with the dialogs it opens. */
function OwnMenu() {
  const t = useText();
  const isPhone = usePhone();
  const [asked, setAsked] = useState<'leave' | 'password' | 'portrait' | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <UserMenu
        onChangePassword={() => setAsked('password')}
        onChangePortrait={() => setAsked('portrait')}
        onLeave={() => setAsked('leave')}
      >
        {isPhone && <LookTool isWorded />}
        {isPhone && <LanguageTool isWorded />}
      </UserMenu>
      {asked === 'password' && (
        <Suspense fallback={null}>
          <ChangePassword isForced={false} onDone={close} onClose={close} />
        </Suspense>
      )}
      {asked === 'portrait' && (
        <Suspense fallback={null}>
          <ChangePortrait onClose={close} />
        </Suspense>
      )}
      <Confirm
        isOpen={asked === 'leave'}
        text={t({ zh: '确定退出吗?', en: 'Sign out?' })}
        onConfirm={signOut}
        onClose={close}
      />
    </>
  );
}

/** The empty element of the bar that links to the menu configuration (spec §2), for users with access. */
function MenuConfigLink() {
  const t = useText();
  const page = pageOfKey('menuConfig');
  if (!page || !can(page.access)) return null;
  return <Link to={page.path} className="top-empty" aria-label={t(page.title)} title={t(page.title)} />;
}

/** A shortcut to a page, with a badge; absent where the product has no such page. */
function PageTool({ of, hint, mark, children }: { of: string; hint: string; mark: ReactNode; children: ReactNode }) {
  const t = useText();
  const page = pageOfKey(of);
  if (!page || !can(page.access)) return null;
  const title = t(page.title);
  return (
    <Link
      to={page.path}
      className="top-tool"
      aria-label={hint ? t({ zh: '{title}（{hint}）', en: '{title} ({hint})' }, { title, hint }) : title}
      title={title}
    >
      {children}
      {mark}
    </Link>
  );
}
