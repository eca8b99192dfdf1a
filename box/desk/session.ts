import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { AttendantValue } from '../wire.ts';

/** A shift is shorter. */
const LASTS_MS = 12 * 3_600_000;
/** Wrong PINs before an attendant has to wait. */
const MOST_FAILURES = 5;
const LOCKED_MS = 5 * 60_000;

interface Session {
  readonly attendantId: string;
  readonly endsMs: number;
}

/** Who is signed in at the booth. Sessions end with the program. */
export class Sessions {
  readonly #nowMs: () => number;
  readonly #sessions = new Map<string, Session>();
  readonly #failures = new Map<string, { count: number; untilMs: number }>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Signs in; returns the token, or why not. */
  signIn(
    attendant: AttendantValue,
    pinHash: string | null,
    pin: string,
  ): { token: string } | { wrong: 'pin' | 'locked' } {
    const nowMs = this.#nowMs();
    const failed = this.#failures.get(attendant.Id);
    if (failed && failed.count >= MOST_FAILURES && failed.untilMs > nowMs) return { wrong: 'locked' };
    if (!pinHash || !isPin(pinHash, pin)) {
      const count = failed && failed.untilMs > nowMs ? failed.count + 1 : 1;
      this.#failures.set(attendant.Id, { count, untilMs: nowMs + LOCKED_MS });
      return { wrong: 'pin' };
    }
    this.#failures.delete(attendant.Id);
    const token = randomBytes(24).toString('base64url');
    this.#sessions.set(token, { attendantId: attendant.Id, endsMs: nowMs + LASTS_MS });
    return { token };
  }

  /** The attendant of a token; null where it has ended. */
  attendantOf(token: string | null): string | null {
    const session = token ? this.#sessions.get(token) : undefined;
    if (!session) return null;
    if (session.endsMs > this.#nowMs()) return session.attendantId;
    this.#sessions.delete(token!);
    return null;
  }

  signOut(token: string | null): void {
    if (token) this.#sessions.delete(token);
  }
}

/** Whether a PIN is the one of a hash in the form `scrypt$N$r$p$salt$hash`. */
export function isPin(hash: string, pin: string): boolean {
  const [name, n, r, p, salt, wanted] = hash.split('$');
  if (name !== 'scrypt' || !salt || !wanted || pin.length > 64) return false;
  const expected = Buffer.from(wanted, 'base64');
  const made = scryptSync(pin, Buffer.from(salt, 'base64'), expected.length, {
    N: Number(n),
    r: Number(r),
    p: Number(p),
  });
  return timingSafeEqual(made, expected);
}
