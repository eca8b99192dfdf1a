import { permission } from './access.ts';

/** The permission to see phone numbers in full; without it they are masked: `138****5678`. */
export const seePhones = permission('phone.view', { zh: '查看完整手机号', en: 'See full phone numbers' });

const STARS = '****';

/**
 * Returns a phone number with its middle masked: the first three and last four characters of a mobile or a longer number stay visible, the
 * last two of a shorter one. Masking is idempotent.
 */
export function maskPhone(phone: string): string {
  return phone.length >= 11 ? `${phone.slice(0, 3)}${STARS}${phone.slice(-4)}` : `${STARS}${phone.slice(-2)}`;
}

/** Whether a text is a masked phone number. */
export function isMaskedPhone(text: unknown): text is string {
  return typeof text === 'string' && text.includes(STARS);
}

/** Returns a text with its mainland mobile numbers masked; ids, which may contain eleven digits in a row, stay as they are. */
export function maskMobiles(text: string): string {
  return text.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|(?<!\d)1[3-9]\d{9}(?!\d)/gi, (found) =>
    found.length === 11 ? maskPhone(found) : found,
  );
}

/** Returns data of any shape with its phone numbers masked: values under a phone's key, and mobile numbers in any text. */
export function maskPhonesIn(data: unknown, key = ''): unknown {
  if (typeof data === 'string') return /(phone|mobile)s?$/i.test(key) && data ? maskPhone(data) : maskMobiles(data);
  if (Array.isArray(data)) return data.map((one) => maskPhonesIn(one, key));
  if (data === null || typeof data !== 'object' || data instanceof Date) return data;
  return Object.fromEntries(Object.entries(data).map(([name, one]) => [name, maskPhonesIn(one, name)]));
}
