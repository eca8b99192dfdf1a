const KEY = 'boyun.shared';
const MOST = 10;

/** A booking that this phone made. */
export interface KeptBooking {
  readonly code: string;
  readonly words: string;
}

/** The bookings that this phone made, the newest first. */
export function keptBookings(): KeptBooking[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as KeptBooking[];
  } catch {
    return [];
  }
}

/** Keeps a booking on this phone; nothing happens where it keeps nothing. */
export function keepBooking(one: KeptBooking): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([one, ...keptBookings()].slice(0, MOST)));
  } catch {
    // A private window keeps nothing.
  }
}
