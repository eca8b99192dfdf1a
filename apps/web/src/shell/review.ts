import { call, readSession } from '@boyun/kernel/web';
import { checkVersion } from '@boyun/system/contract';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { announcementDot, messageDot, newsDot, reviewCount } from './dots.ts';

/** Interval of the check in milliseconds. */
const EVERY_MS = 10 * 60_000;
const MESSAGES = '/_cloud_system/messageCenter';
const HISTORY = '/_cloud_system/historyCenter';
const PRODUCT = 1;

/** Projects by the first label of their host name; any other host is project 2 (spec §9). */
const PROJECTS: Readonly<Record<string, number>> = { group: 8, city: 1, partner: 4 };

/** Returns the project number of a host. */
export function projectOf(host: string): number {
  return PROJECTS[host.split('.')[0] ?? ''] ?? 2;
}

async function look(): Promise<void> {
  const asked = { tenantId: readSession('tenantId'), product: PRODUCT, project: projectOf(location.hostname) };
  const { isReviewNeeded, hasAnnouncement, openReviews } = await call(checkVersion, asked, { isQuiet: true });
  newsDot.set(isReviewNeeded);
  announcementDot.set(hasAnnouncement);
  reviewCount.set(openReviews);
}

/** Updates the news and review dots from the version check (NeedReview, spec §4), and clears a dot when its page is opened. */
export function useDots(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname === MESSAGES) messageDot.set(false);
    if (pathname !== HISTORY) return;
    newsDot.set(false);
    announcementDot.set(false);
  }, [pathname]);
  useEffect(() => {
    // Without a response the dot stays as it is until the next check.
    const check = () => void look().catch(() => undefined);
    if (location.pathname !== HISTORY) check();
    const timer = setInterval(check, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}
