import { randomInt } from 'node:crypto';
import { hashToken, type Kernel } from '@boyun/kernel/server';
import { type Challenge, createChallenge, type Solution, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { captchaAfter } from '../attempt/attempt.service.ts';

const VALID_MS = 5 * 60_000;
/** Iterations of the key derivation per try; one try takes a phone a few milliseconds. */
const COST = 4000;
/** Tries a challenge of level 0 takes at most, and half of them at least; each level doubles both. */
const TRIES = 96;
/** The highest level: takes a phone a few seconds. */
export const MOST_CAPTCHA_LEVEL = 4;
/** Failures of an account or an address that raise the level by one. */
const FAILURES_A_LEVEL = { account: 1, address: 8 } as const;

type Sealing = Pick<Kernel, 'clock' | 'secrets'>;

/** Counters of the account and address a challenge is for. */
export interface Counted {
  readonly account?: number;
  readonly address?: number;
}

/** Returns the level of difficulty required after the failures counted so far. */
export function captchaLevel({ account = 0, address = 0 }: Counted): number {
  const levels = [
    (account - captchaAfter.account) / FAILURES_A_LEVEL.account,
    (address - captchaAfter.address) / FAILURES_A_LEVEL.address,
  ];
  return Math.min(MOST_CAPTCHA_LEVEL, Math.max(0, ...levels.map(Math.floor)));
}

async function challengeOf({ clock, secrets }: Sealing, level: number, counter: number): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter,
    deriveKey,
    // Not the library's own expiry, which uses the system clock.
    data: { level, expires: clock.now().getTime() + VALID_MS },
    hmacSignatureSecret: secrets.sign('captcha', 'challenge'),
    hmacKeySignatureSecret: secrets.sign('captcha', 'key'),
  });
}

/**
 * Returns a proof-of-work challenge of a level as JSON. Everything needed to verify it is in it and signed, so that every
 * server process can verify it.
 */
export async function makeCaptcha(kernel: Sealing, level = 0): Promise<{ captchaId: string }> {
  const most = TRIES * 2 ** level;
  const challenge = await challengeOf(kernel, level, randomInt(most / 2, most));
  return { captchaId: JSON.stringify(challenge) };
}

/** Returns a challenge with its solution, which only the holder of the secret can compute: for sample data. */
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
 * Returns whether the answer solves a challenge of at least this level. A challenge is consumed by the first answer,
 * right or wrong. Verification takes one signature check and no key derivation.
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
    // The signature rather than the text: the same challenge can be serialized in several ways.
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
