import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** HMAC-SHA256 in hex, with the caller's secret, of timestamp, method, path and the SHA-256 of the body, a line each. */
export function signCall(secret: string, timestamp: string, method: string, path: string, body: Uint8Array): string {
  const digest = createHash('sha256').update(body).digest('hex');
  return createHmac('sha256', secret).update(`${timestamp}\n${method}\n${path}\n${digest}`).digest('hex');
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The key of what is sent to a box sealed, from the secret it signs with. */
function sealKey(secret: string, serialNo: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, serialNo, 'boyun box seal', 32));
}

/** Encrypts a text for one box; `place` is bound to it and must be given again to open it. Base64 of IV, ciphertext and tag. */
export function sealFor(secret: string, serialNo: string, place: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealKey(secret, serialNo), iv).setAAD(Buffer.from(place));
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

/** Opens what `sealFor` made. Throws where key, place or content differ. */
export function openSealed(secret: string, serialNo: string, place: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', sealKey(secret, serialNo), iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
