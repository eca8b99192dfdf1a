import {
  announce,
  currentLanguage,
  Notices,
  readCookie,
  readSession,
  setLanguage,
  setTheme,
  writeSession,
} from '@boyun/kernel/web';
import { loadPayPage } from '@boyun/payments/web';
import { lazy, StrictMode, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';

const LoginPage = lazy(() => import('./login/login-page.tsx'));
const Shell = lazy(() => import('./shell/shell.tsx'));
const PayPage = lazy(loadPayPage);

/** Code of the driver's payment page, which needs no session; null anywhere else. */
const payCode = /^\/pay\/([\w-]{1,64})\/?$/.exec(location.pathname)?.[1] ?? null;

const LOGIN_PATHS = new Set(['/', '/404']);

// A token in the address is kept as jump token before anything else is shown (spec §2).
const given = new URLSearchParams(location.search).get('token');
if (given) writeSession('jumpToken', given);

function isLogin(): boolean {
  return !readSession('token') && LOGIN_PATHS.has(location.pathname);
}

// Without a session only the login page is reachable; where somebody wanted to go is kept for after it.
if (!readSession('token') && !isLogin() && payCode === null) {
  writeSession('wantedPath', location.pathname + location.search);
  history.replaceState(null, '', '/');
}

function App() {
  const [showsLogin, setShowsLogin] = useState(isLogin);
  const enter = (path: string) => {
    history.replaceState(null, '', path);
    setShowsLogin(false);
  };
  return (
    <>
      <Suspense fallback={null}>
        {payCode !== null ? <PayPage code={payCode} /> : showsLogin ? <LoginPage onEnter={enter} /> : <Shell />}
      </Suspense>
      <Notices />
    </>
  );
}

// After a deployment the old page asks for chunks that are gone: say so instead of breaking.
window.addEventListener('vite:preloadError', () =>
  announce(
    'info',
    { zh: '有新版本', en: 'New version' },
    { zh: '系统已更新，请刷新页面', en: 'The product was updated, please refresh the page' },
    Number.POSITIVE_INFINITY,
  ),
);

setLanguage(currentLanguage());
setTheme(readCookie('theme') === 'dark' ? 'dark' : 'light');
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
