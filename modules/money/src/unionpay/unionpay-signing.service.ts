import { createHash, createPrivateKey, sign, verify, X509Certificate } from 'node:crypto';

/** A message of UnionPay: fields by name. */
export type Fields = Readonly<Record<string, string>>;

/** Whose certificates sign messages of UnionPay: the third part of their common name. */
const SIGNER = '中国银联股份有限公司';
const MOST_CERTIFICATES = 10;

/** What a signature covers: the SHA-256, in hex, of all other fields by name. */
function signedText(fields: Fields): Buffer {
  const text = Object.keys(fields)
    .filter((key) => key !== 'signature')
    .sort()
    .map((key) => `${key}=${fields[key]}`)
    .join('&');
  return Buffer.from(createHash('sha256').update(text).digest('hex'));
}

/** Signs fields with the merchant's key and names its certificate: version 5.1.0, method 01 (RSA). */
export function signFields(
  fields: Fields,
  { certificate, privateKey }: { readonly certificate: string; readonly privateKey: string },
): Fields {
  const serial = new X509Certificate(certificate).serialNumber;
  const whole = { ...fields, certId: BigInt(`0x${serial}`).toString() };
  return { ...whole, signature: sign('sha256', signedText(whole), createPrivateKey(privateKey)).toString('base64') };
}

/** Returns the certificates of a text that holds several; throws where one is none. */
export function readCertificates(text: string): X509Certificate[] {
  const parts = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  if (parts.length === 0 || parts.length > MOST_CERTIFICATES) throw new Error('no certificates');
  return parts.map((one) => new X509Certificate(one));
}

const isSelfIssued = (one: X509Certificate) => one.checkIssued(one) && one.verify(one.publicKey);

/** Whether the certificates contain one that others can be traced back to. */
export const hasRoot = (text: string): boolean => readCertificates(text).some(isSelfIssued);

const isValidAt = (one: X509Certificate, at: Date) => one.validFromDate <= at && at <= one.validToDate;

/** Whether a certificate is traced back to a root among the authorities, every one valid at the time. */
function isTrusted(leaf: X509Certificate, authorities: readonly X509Certificate[], at: Date): boolean {
  let one = leaf;
  for (let step = 0; step <= MOST_CERTIFICATES; step += 1) {
    if (!isValidAt(one, at)) return false;
    const issuer = authorities.find((other) => one.checkIssued(other) && one.verify(other.publicKey));
    if (!issuer) return false;
    if (isSelfIssued(issuer)) return isValidAt(issuer, at);
    one = issuer;
  }
  return false;
}

/** What is wrong with the signature of a message. */
export type SignatureFault = 'unsigned' | 'not-trusted' | 'wrong-signature';

/**
 * Checks the signature of a message, which brings the certificate of its signer along: that is UnionPay's, and comes from the authorities
 * the merchant entered. Returns null where it is genuine.
 */
export function signatureFault(fields: Fields, authorities: string, at: Date): SignatureFault | null {
  const { signature, signPubKeyCert, signMethod } = fields;
  if (!signature || !signPubKeyCert || signMethod !== '01') return 'unsigned';
  const leaf = certificateOrNull(signPubKeyCert);
  const name = /^CN=(.+)$/m.exec(leaf?.subject ?? '')?.[1]?.split('@')[2];
  if (!leaf || name !== SIGNER || !isTrusted(leaf, readCertificates(authorities), at)) return 'not-trusted';
  const isGenuine = verify('sha256', signedText(fields), leaf.publicKey, Buffer.from(signature, 'base64'));
  return isGenuine ? null : 'wrong-signature';
}

function certificateOrNull(text: string): X509Certificate | null {
  try {
    return new X509Certificate(text);
  } catch {
    return null;
  }
}
