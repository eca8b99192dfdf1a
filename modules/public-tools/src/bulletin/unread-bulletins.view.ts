import { useListing } from '@boyun/kernel/web';
import { bulletinReading } from './bulletin.contract.ts';

/** Most unread announcements that are named outside their page. */
const SHOWN = 6;
/** Interval at which they are looked for while the product is open. */
const EVERY_MS = 2 * 60_000;

/** Returns the newest unread announcements to the user and their number; null before they are known. */
export function useUnreadBulletins() {
  const { data } = useListing(bulletinReading, { isRead: false, page: 1, perPage: SHOWN }, { everyMs: EVERY_MS });
  return data ? { bulletins: data.rows, count: data.total } : null;
}
