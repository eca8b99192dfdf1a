import { loadBookingPage } from '@boyun/bookings/web';
import { loadCouponClaimPage } from '@boyun/coupons/web';
import { loadFeedbackPage } from '@boyun/feedback/web';
import { loadInvoicePage } from '@boyun/invoices/web';
import {
  announce,
  currentLanguage,
  LanguageScope,
  Notices,
  readCookie,
  readSession,
  setLanguage,
  setTheme,
  writeSession,
} from '@boyun/kernel/web';
import { loadInvitationPage } from '@boyun/lists/web';
import { loadClaimPage } from '@boyun/merchants/web';
import { loadPayPage, loadPlacePage } from '@boyun/payments/web';
import { type ComponentType, StrictMode, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type Entry, entryOf, goalOf, jumpTokenOf } from './guard.ts';
import { late } from './late.ts';
import { LoginPage } from './login/login-page.tsx';

const shell = late(() => import('./shell/shell.tsx'));
const sharePage = late(() => import('./share/share-page.tsx'));
const posterPage = late(() => import('./share/poster-page.tsx'));
const payPage = late(loadPayPage);
const placePage = late(loadPlacePage);
const couponPage = late(loadCouponClaimPage);
const claimPage = late(loadClaimPage);
const invitationPage = late(loadInvitationPage);
const bookingPage = late(loadBookingPage);
const feedbackPage = late(loadFeedbackPage);
const invoicePage = late(loadInvoicePage);
const PHONE_PAGES = {
  pay: payPage,
  place: placePage,
  claim: claimPage,
  coupon: couponPage,
  visit: invitationPage,
  book: bookingPage,
  booked: bookingPage,
  feedback: feedbackPage,
  answer: feedbackPage,
  invoice: invoicePage,
};

/** Code of a page for drivers, which needs no session: a payment, an invitation, a booking, a feedback; null elsewhere. */
const [, phonePage, phoneCode = null] =
  /^\/(pay|place|claim|coupon|visit|book|booked|feedback|answer|invoice)\/([\w-]{1,64})\/?$/.exec(location.pathname) ??
  [];

// A token in the address is stored as jump token before anything else is shown (spec §2).
const given = jumpTokenOf(location.search);
if (given) writeSession('jumpToken', given);

function entryHere(): Entry {
  return entryOf(location.pathname, readSession('token') !== null);
}

// Without a session only the login page is reachable; the requested address is kept for after sign-in.
if (phoneCode === null && entryHere() === 'sign-in-first') {
  const goal = goalOf(location);
  if (goal) writeSession('wantedPath', goal);
  history.replaceState(null, '', '/');
}

/** Loads what is shown instead of the login page, which is part of the entry. */
function lateHere(entry: Entry) {
  if (phoneCode !== null) return PHONE_PAGES[phonePage as keyof typeof PHONE_PAGES];
  if (entry === 'login') return null;
  if (entry === 'open') return location.pathname === '/poster_share' ? posterPage : sharePage;
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
  const Page = lateHere(entry)?.Component as ComponentType<{ code?: string }> | undefined;
  return (
    <>
      <Suspense fallback={null}>
        {Page ? <Page code={phoneCode ?? undefined} /> : <LoginPage onTry={shell.fetch} onEnter={enter} />}
      </Suspense>
      <Notices />
    </>
  );
}

// After a deployment an old page requests chunks that no longer exist: show a notice instead of failing.
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
await lateHere(entryHere())?.fetch();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <LanguageScope>
      <App />
    </LanguageScope>
  </StrictMode>,
);
