import { randomInt } from 'node:crypto';
import { hashToken, type Kernel } from '@boyun/kernel/server';
import { type Challenge, createChallenge, type Solution, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { captchaAfter } from './attempt.service.ts';

const VALID_MS = 5 * 60_000;
/** Each try derives a key by so many iterations; a phone does a try in a few milliseconds. */
const COST = 4000;
/** A challenge of level 0 takes between half of these tries and all of them; each level doubles them. */
const TRIES = 96;
/** The highest level: seconds on a phone. */
export const MOST_CAPTCHA_LEVEL = 4;
/** Failures of an account or an address, and registrations of an address, that raise the level by one. */
const FAILURES_A_LEVEL = { account: 1, address: 8 } as const;
const REGISTRATIONS_A_LEVEL = 10;

type Sealing = Pick<Kernel, 'clock' | 'secrets'>;

/** What has been counted for whom a challenge is for. */
export interface Counted {
  readonly account?: number;
  readonly address?: number;
  readonly registrations?: number;
}

/** The level of difficulty that is asked for after so many failures and registrations. */
export function captchaLevel({ account = 0, address = 0, registrations = 0 }: Counted): number {
  const levels = [
    (account - captchaAfter.account) / FAILURES_A_LEVEL.account,
    (address - captchaAfter.address) / FAILURES_A_LEVEL.address,
    registrations / REGISTRATIONS_A_LEVEL,
  ];
  return Math.min(MOST_CAPTCHA_LEVEL, Math.max(0, ...levels.map(Math.floor)));
}

async function challengeOf({ clock, secrets }: Sealing, level: number, counter: number): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter,
    deriveKey,
    // Not the library's own expiry, which is by the clock of the machine.
    data: { level, expires: clock.now().getTime() + VALID_MS },
    hmacSignatureSecret: secrets.sign('captcha', 'challenge'),
    hmacKeySignatureSecret: secrets.sign('captcha', 'key'),
  });
}

/**
 * A proof-of-work challenge of a level, as JSON: everything that checks it is in it and signed, so that every server process
 * can check it.
 */
export async function makeCaptcha(kernel: Sealing, level = 0): Promise<{ captchaId: string }> {
  const most = TRIES * 2 ** level;
  const challenge = await challengeOf(kernel, level, randomInt(most / 2, most));
  return { captchaId: JSON.stringify(challenge) };
}

/** A challenge whose solution is known, for those that hold the secret: sample data. */
export async function makeSolvedCaptcha(
  kernel: Sealing,
  level: number,
): Promise<{ captchaId: string; captchaText: string }> {
  const challenge = await challengeOf(kernel, level, 0);
  const { nonce, salt } = challenge.parameters;
  const password = Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.alloc(4)]);
  const { derivedKey } = await deriveKey(challenge.parameters, Buffer.from(salt, 'hex'), password);
  const solution: Solution = { counter: 0, derivedKey: Buffer.from(derivedKey).toString('hex') };
  return { captchaId: JSON.stringify(challenge), captchaText: JSON.stringify(solution) };
}

/**
 * Whether the answer solves a challenge of this level or a higher one; each challenge is answered once, rightly or not. Takes
 * a signature to check and no derivation.
 */
export async function isCaptcha(
  kernel: Sealing & Pick<Kernel, 'database'>,
  captchaId: string,
  answer: string,
  level = 0,
): Promise<boolean> {
  const challenge = parsed<Challenge>(captchaId);
  const solution = parsed<Solution>(answer) ?? { counter: 0, derivedKey: '' };
  if (typeof challenge?.signature !== 'string') return false;
  const result = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: kernel.secrets.sign('captcha', 'challenge'),
    hmacKeySignatureSecret: kernel.secrets.sign('captcha', 'key'),
  }).catch(() => null);
  if (result?.invalidSignature !== false) return false;
  const { level: given, expires } = challenge.parameters.data as { level: number; expires: number };
  if (given < level || expires <= kernel.clock.now().getTime()) return false;
  const [first] = await kernel.database.systemOf.office(
    'insert into used_captcha (id_hash, expires_at) values ($1, $2) on conflict do nothing returning id_hash',
    // The signature, not the text: the same challenge can be written in several ways.
    [hashToken(challenge.signature), new Date(expires)],
  );
  return first !== undefined && result.verified;
}

function parsed<T extends object>(json: string): T | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as T) : null;
  } catch {
    return null;
  }
}
