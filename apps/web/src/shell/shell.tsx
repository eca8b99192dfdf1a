import { eventModules, moduleOf } from 'virtual:page-index';
import { alarmChannel } from '@boyun/alarms/contract';
import { bindSlots, declaredEvents, fill } from '@boyun/kernel/contract';
import {
  CallFailure,
  CrashGuard,
  can,
  clearSession,
  currentUser,
  ErrorState,
  noteSignIn,
  notify,
  PlatesOpenCars,
  queryClient,
  readCookie,
  readSession,
  renewStoredFiles,
  Skeleton,
  SlotScope,
  setDeclarationLoader,
  setEventLoader,
  translate,
  useLanguage,
  usePhone,
  useTheme,
  useUser,
  writeCookie,
  writeSession,
} from '@boyun/kernel/web';
import { PendingNotices } from '@boyun/system/web';
import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { BrowserRouter, Navigate, useLocation } from 'react-router';
import { contractDoors } from '../contract-doors.ts';
import { watchCrashes } from '../crash.ts';
import { jumpTokenOf, redirectOf } from '../guard.ts';
import { slots } from '../modules.ts';
import { NoPermissionPage } from '../page/no-permission-page.tsx';
import { pageAt, preload } from '../page-registry.tsx';
import { loadAccent, paintAccent, useAccent } from './accent.ts';
import { AlarmPopups } from './alarm-popup.tsx';
import { BackToTop } from './back-to-top.tsx';
import { ForcedPassword } from './forced-password.tsx';
import { KeptPages } from './kept-pages.tsx';
import { antLocale } from './locale.ts';
import { enterSession, refreshMenu, refreshUser } from './menu.ts';
import { OverlayHost } from './overlay-host.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { useDots } from './review.ts';
import { noteUse } from './shortcut.ts';
import { Sidebar } from './sidebar.tsx';
import { signOut } from './sign-out.ts';
import { hasShownPages, restoreTabs, visit } from './tabs.ts';
import { TagBar } from './tag-bar.tsx';
import { UnsavedQuestion } from './tag-closing.tsx';
import { TopBar } from './top-bar.tsx';
import { TrialBar } from './trial-bar.tsx';
import { ViewBar } from './view-bar.tsx';
import { useWarnings } from './warning.ts';
import './shell.css';

const BarePage = lazy(() => import('./bare-page.tsx'));

setDeclarationLoader(async (name) => {
  const contract = await contractDoors[moduleOf[name] ?? '']?.();
  if (!contract) return null;
  return [...contract.resources, ...contract.workbooks, ...contract.reports].find((one) => one.name === name) ?? null;
});

setEventLoader(async () => {
  const contracts = await Promise.all(eventModules.map((name) => contractDoors[name]!()));
  bindSlots(slots.replaced([fill(declaredEvents, ...contracts.flatMap((one) => one.events))]));
});

const MADE_STYLES = { zeroRuntime: true };
const BUTTON = { autoInsertSpace: false };

/** Everything after sign-in: fetches the user, then shows the menu and the pages. */
export default function Shell() {
  const language = useLanguage();
  const theme = useTheme();
  const accent = useAccent();
  useLayoutEffect(() => paintAccent(accent, theme), [accent, theme]);
  const [isReady, setReady] = useState(false);
  const [trouble, setTrouble] = useState<CallFailure | null>(null);
  const enter = useCallback(() => {
    setReady(false);
    setTrouble(null);
    // The code of the page loads in parallel with the request for the user.
    const page = pageAt(location.pathname, readSession('dashboardPath') ?? '');
    return Promise.all([enterSession().then(loadAccent), page && preload(page)])
      .then(() => {
        if (!currentUser()?.hasToChangePassword) noteSignIn(null);
        restoreTabs(readSession('dashboardPath') ?? '');
        setReady(true);
      })
      .catch((error: unknown) => {
        // The transport has already shown that the session ended or was taken over, and navigates to the login page.
        if (error instanceof CallFailure && (error.status === 401 || error.status === 403)) return;
        // There was no response: the session may still be valid, so the user can retry.
        if (error instanceof CallFailure && error.status === 0) return setTrouble(error);
        notify('bad', { zh: '验证失败,请重新登录', en: 'Verification failed, please sign in again' });
        clearSession();
        setTimeout(() => location.assign('/'), 1500);
      });
  }, []);
  useEffect(() => void enter(), [enter]);
  return (
    <SlotScope slots={slots}>
      <ConfigProvider locale={antLocale(language)} theme={MADE_STYLES} button={BUTTON}>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter useTransitions={false}>
            <CrashGuard>
              {trouble ? (
                <ErrorState error={trouble} onRetry={enter} />
              ) : !isReady ? (
                <Skeleton lines={10} />
              ) : currentUser()?.hasToChangePassword ? (
                <ForcedPassword onDone={enter} onSignOut={signOut} />
              ) : (
                <Place />
              )}
            </CrashGuard>
          </BrowserRouter>
        </QueryClientProvider>
      </ConfigProvider>
    </SlotScope>
  );
}

/** Renders a page that fills the window alone, and any other in the frame, so that nothing of the frame is active behind the former. */
function Place() {
  const page = pageAt(useLocation().pathname, readSession('dashboardPath') ?? '');
  if (!page?.isBare || !can(page.access)) return <Frame />;
  return (
    <Suspense fallback={null}>
      <BarePage key={page.key} page={page} />
    </Suspense>
  );
}

const SIDEBAR_COOKIE = 'sidebarStatus';

function Frame() {
  const isPhone = usePhone();
  const user = useUser();
  const here = useLocation();
  const main = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(() => !isPhone && readCookie(SIDEBAR_COOKIE) !== '0');
  // When the window becomes narrow like a phone, the open menu must not cover the page; when it widens, the menu returns.
  useEffect(() => setOpen(!isPhone && readCookie(SIDEBAR_COOKIE) !== '0'), [isPhone]);
  const dashboardPath = readSession('dashboardPath') ?? '';
  const homePath = `/${dashboardPath}/index`;
  const page = pageAt(here.pathname, dashboardPath);
  const shownPath = page?.path ?? here.pathname;
  const isAllowed = page !== null && can(page.access);
  const goesTo = redirectOf(here, homePath, { isThere: page !== null, isAllowed }, hasShownPages());
  useLanguage();
  useWarnings();
  useDots();
  useEffect(watchCrashes, []);
  useEffect(renewStoredFiles, []);
  useEffect(() => {
    const onMenu = () => void refreshMenu().catch(() => undefined);
    const onUser = () => void refreshUser().catch(() => undefined);
    window.addEventListener('boyun:menu', onMenu);
    window.addEventListener('boyun:user', onUser);
    return () => {
      window.removeEventListener('boyun:menu', onMenu);
      window.removeEventListener('boyun:user', onUser);
    };
  }, []);

  // The tab must have its location before the page renders, or a kept page would briefly show its old filters.
  useLayoutEffect(() => {
    const token = jumpTokenOf(here.search);
    if (token) writeSession('jumpToken', token);
    if (page && goesTo === null) {
      visit(page, here);
      noteUse(page.path);
    }
  }, [page, here, goesTo]);
  const title = page ? `${translate(page.title)} · ${translate({ zh: '泊云', en: 'Boyun' })}` : 'Boyun 泊云';
  useEffect(() => {
    document.title = title;
  }, [title]);

  const toggle = () => {
    if (!isPhone) writeCookie(SIDEBAR_COOKIE, isOpen ? '0' : '1');
    setOpen(!isOpen);
  };
  if (goesTo === '/404') return <Lost />;
  if (goesTo !== null) return <Navigate to={goesTo} replace />;
  return (
    <div className={`shell${isOpen ? '' : ' is-folded'}${isPhone ? ' is-phone' : ''}`}>
      <button type="button" className="shell-skip" onClick={() => main.current?.focus()}>
        {translate({ zh: '跳到页面内容', en: 'Skip to the page' })}
      </button>
      {isPhone && isOpen && <div className="shell-mask" aria-hidden="true" onClick={() => setOpen(false)} />}
      <aside className="shell-side" inert={isPhone && !isOpen}>
        <Brand />
        <Sidebar
          shownPath={shownPath}
          isCollapsed={!isOpen && !isPhone}
          onFollow={isPhone ? () => setOpen(false) : undefined}
        />
      </aside>
      <div className="shell-body">
        <TrialBar />
        <ViewBar />
        <TopBar shownPath={shownPath} isMenuOpen={isOpen} onMenu={toggle} />
        {user?.hasTagBar !== false && !here.pathname.includes('/dashboard') && !isPhone && (
          <TagBar homePath={homePath} shownPath={shownPath} />
        )}
        <main ref={main} className="shell-main" tabIndex={-1}>
          <PlatesOpenCars value={true}>
            <KeptPages shownPath={shownPath} />
          </PlatesOpenCars>
          {here.pathname === '/401' && <NoPermissionPage homePath={homePath} />}
        </main>
        {isPhone && <PhoneBar shownPath={shownPath} onMenu={toggle} />}
      </div>
      <BackToTop scroller={main} shownPath={shownPath} />
      {can(alarmChannel.access) && <AlarmPopups />}
      <OverlayHost homePath={homePath} shownPath={shownPath} />
      <Suspense fallback={null}>{!user?.isReadOnly && <PendingNotices />}</Suspense>
      <UnsavedQuestion homePath={homePath} shownPath={shownPath} />
    </div>
  );
}

// An unknown address shows the login page, which is outside the shell (spec §2).
function Lost() {
  useEffect(() => {
    history.replaceState(null, '', '/404');
    dispatchEvent(new PopStateEvent('popstate'));
  }, []);
  return null;
}

function Brand() {
  const user = useUser();
  return (
    <div className="shell-brand">
      {user?.logoUrl ? (
        <img src={user.logoUrl} alt="" />
      ) : (
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" />
          <path d="M11 25V8h6.2a5.4 5.4 0 0 1 0 10.8H11" />
        </svg>
      )}
      <b>
        {user?.brandName ?? user?.tenantName ?? translate({ zh: '泊云', en: 'Boyun' })}
        <span>{translate({ zh: '停车管理云平台', en: 'Parking cloud' })}</span>
      </b>
    </div>
  );
}
