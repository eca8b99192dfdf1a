import './top-bar.css';
import { ChangePassword, ChangePortrait } from '@boyun/access/web';
import { Confirm, can, usePhone, useText } from '@boyun/kernel/web';
import { CircleHelp, History, Mail, PanelLeftClose, PanelLeftOpen, Search, Star } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { pageOfKey } from '../page-registry.tsx';
import { useMessageDot, useNewsDot } from './dots.ts';
import { HelpTool } from './help-tool.tsx';
import { InboxTool } from './inbox.tsx';
import { useMenu } from './menu.ts';
import { trailTo } from './menu-tree.ts';
import { showOverlay } from './overlay.ts';
import { toggleFavourite, useIsFavourite } from './shortcut.ts';
import { signOut } from './sign-out.ts';
import { AccentTool, FullScreenTool, LanguageTool, LookTool, Tool } from './top-tool.tsx';
import { UserMenu } from './user-menu.tsx';

/** The bar at the top: menu toggle, breadcrumb, search, help with the guides, messages and news with the inbox, user menu. */
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
          // A page may be called like the group it is in.
          <span key={`${node.title.zh} ${node.path}`} className={index === trail.length - 1 ? 'is-last' : undefined}>
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
      {!isPhone && <HelpTool />}
      <NewsTools />
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

/** The shortcuts to messages and to the version history (spec §2), and beside them the inbox with everything that is new. */
function NewsTools() {
  const t = useText();
  const hasMessage = useMessageDot();
  const hasNews = useNewsDot();
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are links and a button, not fields of a form
    <div className="top-inbox" role="group" aria-label={t({ zh: '消息与待办', en: 'Messages and work' })}>
      <PageTool
        of="messageCenter"
        hint={hasMessage ? t({ zh: '有未读消息', en: 'unread' }) : ''}
        mark={hasMessage && <span className="top-mark" />}
      >
        <Mail />
      </PageTool>
      <PageTool
        of="historyCenter"
        hint={hasNews ? t({ zh: '有待查看', en: 'needs a look' }) : ''}
        mark={hasNews && <span className="top-mark" />}
      >
        <History />
      </PageTool>
      <InboxTool />
    </div>
  );
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
        <LookTool />
        <LanguageTool />
        <AccentTool />
        {isPhone ? (
          <Tool isWorded label={t({ zh: '本页帮助', en: 'Help for this page' })} onClick={() => showOverlay('help')}>
            <CircleHelp />
          </Tool>
        ) : (
          <FullScreenTool />
        )}
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
