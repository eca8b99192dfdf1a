import { randomInt } from 'node:crypto';
import { hashToken, type Kernel, sameText } from '@boyun/kernel/server';
import { CAPTCHA_CHARACTERS, drawCaptcha } from './captcha-picture.service.ts';

const LENGTH = 5;
const VALID_MS = 5 * 60_000;

/** A new captcha: its text and end stand sealed in the id, so that every server process can check it. */
export function makeCaptcha(kernel: Pick<Kernel, 'clock' | 'secrets'>): { captchaId: string; svg: string } {
  let text = '';
  for (let i = 0; i < LENGTH; i += 1) text += CAPTCHA_CHARACTERS[randomInt(CAPTCHA_CHARACTERS.length)];
  const expires = (kernel.clock.now().getTime() + VALID_MS).toString(36);
  return { captchaId: kernel.secrets.encrypt(`${text} ${expires}`), svg: drawCaptcha(text, randomInt) };
}

/** Whether the typed text is that of the captcha; each captcha is answered once, rightly or not. */
export async function isCaptcha(
  kernel: Pick<Kernel, 'clock' | 'secrets' | 'database'>,
  captchaId: string,
  typed: string,
): Promise<boolean> {
  let opened: string;
  try {
    opened = kernel.secrets.decrypt(captchaId);
  } catch {
    return false;
  }
  const [text, end] = opened.split(' ');
  const expires = new Date(Number.parseInt(end ?? '', 36));
  if (!text || !(expires > kernel.clock.now())) return false;
  const [first] = await kernel.database.systemOf.office(
    'insert into used_captcha (id_hash, expires_at) values ($1, $2) on conflict do nothing returning id_hash',
    [hashToken(captchaId), expires],
  );
  return first !== undefined && sameText(text, typed.trim().toUpperCase());
}
