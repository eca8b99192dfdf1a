import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Keys derived from the product's one secret, each for one purpose. */
export interface Secrets {
  /** HMAC-SHA256 in base64url for a purpose. */
  sign(purpose: string, text: string): string;
  isSigned(purpose: string, text: string, signature: string): boolean;
  /** AES-256-GCM; the result contains nonce and tag. */
  encrypt(plain: string): string;
  decrypt(sealed: string): string;
}

/**
 * Derives the keys of the product from its secret (at least 16 characters). Data sealed under an older secret can be opened as long as that
 * secret is given too; sealing and signing always use the current one.
 */
export function makeSecrets(secret: string, olderSecrets: readonly string[] = []): Secrets {
  const key = (purpose: string, from = secret) => createHmac('sha256', from).update(purpose).digest();
  const vault = key('vault');
  const vaults = [vault, ...olderSecrets.map((one) => key('vault', one))];
  return {
    sign: (purpose, text) => createHmac('sha256', key(purpose)).update(text).digest('base64url'),
    isSigned(purpose, text, signature) {
      return sameText(this.sign(purpose, text), signature);
    },
    encrypt(plain) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', vault, nonce);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    decrypt(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const [last, ...earlier] = [...vaults].reverse();
      for (const one of earlier.reverse()) {
        try {
          return unseal(one, bytes);
        } catch {
          // Sealed under another secret.
        }
      }
      return unseal(last!, bytes);
    },
  };
}

function unseal(vault: Buffer, bytes: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', vault, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** Compares two texts in constant time. */
export function sameText(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns the SHA-256 of a token, as it is stored. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Returns a random token that names its tenant, so that its look-up stays within that tenant: `<tenant>.<random>`. */
export function newToken(tenantId: number, bytes = 24): string {
  return `${tenantId}.${randomBytes(bytes).toString('base64url')}`;
}

/** Returns the tenant a token names, or null when it is not one of ours. */
export function tenantOfToken(token: string): number | null {
  const match = /^(\d{1,9})\.[A-Za-z0-9_-]{8,64}$/.exec(token);
  return match ? Number(match[1]) : null;
}
