import { loadBookingPage } from '@boyun/bookings/web';
import { loadCouponClaimPage } from '@boyun/coupons/web';
import { loadLcdPage } from '@boyun/devices/web';
import { loadPosPage } from '@boyun/duty/web';
import { loadFeedbackPage } from '@boyun/feedback/web';
import { loadInvoicePage } from '@boyun/invoices/web';
import { PHONE_PATH } from '@boyun/kernel/contract';
import { currentLanguage, LanguageScope, Notices, readCookie, setLanguage, setTheme } from '@boyun/kernel/web';
import { loadInvitationPage } from '@boyun/lists/web';
import { loadAppPage, loadStopPage } from '@boyun/members/web';
import { loadClaimPage } from '@boyun/merchants/web';
import { loadRenewalPage } from '@boyun/passes/web';
import { loadPayPage, loadPlacePage } from '@boyun/payments/web';
import { loadSharePage, loadSpotOwnerPage } from '@boyun/shared-parking/web';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { sayNewVersion } from './new-version.ts';

/** The pages of drivers by the first part of their address. */
const PAGES: Readonly<Record<string, () => Promise<{ default: ComponentType<{ code: string }> }>>> = {
  pay: loadPayPage,
  place: loadPlacePage,
  renew: loadRenewalPage,
  claim: loadClaimPage,
  coupon: loadCouponClaimPage,
  visit: loadInvitationPage,
  book: loadBookingPage,
  booked: loadBookingPage,
  share: loadSharePage,
  shared: loadSharePage,
  spots: loadSpotOwnerPage,
  feedback: loadFeedbackPage,
  answer: loadFeedbackPage,
  invoice: loadInvoicePage,
  app: loadAppPage,
  pos: loadPosPage,
  lcd: loadLcdPage,
  stop: loadStopPage,
};

const [, name = '', code = ''] = PHONE_PATH.exec(location.pathname) ?? [];

sayNewVersion();
setLanguage(currentLanguage());
setTheme(readCookie('theme') === 'dark' ? 'dark' : 'light');
const { default: Page } = await PAGES[name]!();
createRoot(document.getElementById('root')!).render(
  <LanguageScope>
    <Page code={code} />
    <Notices />
  </LanguageScope>,
);
