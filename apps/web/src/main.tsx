import {
  currentLanguage,
  LanguageScope,
  Notices,
  readCookie,
  readSession,
  setLanguage,
  setTheme,
  writeSession,
} from '@boyun/kernel/web';
import { loadSharedScreen } from '@boyun/screens/web';
import { StrictMode, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type Entry, entryOf, goalOf, jumpTokenOf } from './guard.ts';
import { late } from './late.ts';
import { LoginPage } from './login/login-page.tsx';
import { sayNewVersion } from './new-version.ts';

const shell = late(() => import('./shell/shell.tsx'));
const sharePage = late(() => import('./share/share-page.tsx'));
const posterPage = late(() => import('./share/poster-page.tsx'));
const screenPage = late(loadSharedScreen);

// A token in the address is stored as jump token before anything else is shown (spec §2).
const given = jumpTokenOf(location.search);
if (given) writeSession('jumpToken', given);

function entryHere(): Entry {
  return entryOf(location.pathname, readSession('token') !== null);
}

// Without a session only the login page is reachable; the requested address is kept for after sign-in.
if (entryHere() === 'sign-in-first') {
  const goal = goalOf(location);
  if (goal) writeSession('wantedPath', goal);
  history.replaceState(null, '', '/');
}

/** Loads what is shown instead of the login page, which is part of the entry. */
function lateHere(entry: Entry) {
  if (entry === 'login') return null;
  if (entry === 'open')
    return { '/poster_share': posterPage, '/shared_screen': screenPage }[location.pathname] ?? sharePage;
  return shell;
}

function App() {
  const [entry, setEntry] = useState(entryHere);
  // The shell handles its own navigation; only other addresses change what is shown here.
  useEffect(() => {
    const look = () => setEntry(entryHere());
    window.addEventListener('popstate', look);
    return () => window.removeEventListener('popstate', look);
  }, []);
  const enter = async (path: string) => {
    // The login page stays until the shell can be rendered.
    await shell.fetch();
    history.replaceState(null, '', path);
    setEntry(entryHere());
  };
  const Page = lateHere(entry)?.Component;
  return (
    <>
      <Suspense fallback={null}>{Page ? <Page /> : <LoginPage onTry={shell.fetch} onEnter={enter} />}</Suspense>
      <Notices />
    </>
  );
}

sayNewVersion();
setLanguage(currentLanguage());
setTheme(readCookie('theme') === 'dark' ? 'dark' : 'light');
await lateHere(entryHere())?.fetch();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <LanguageScope>
      <App />
    </LanguageScope>
  </StrictMode>,
);
