import type { Clock } from './clock.ts';
import type { Secrets } from './secret.ts';

/** Signed addresses of files, which work without signing in. */
export interface FileAddresses {
  /**
   * Returns an address that works without signing in for 10 to 20 minutes; with `name` the file is downloaded under that name. The account
   * with the id `reader` may renew it later.
   */
  sign(key: string, name?: string, reader?: string | null): string;
  /** Returns an address that works without signing in until a moment, and downloads the file under `name`. */
  signUntil(key: string, name: string, until: Date): string;
  /** Returns the same address with a new expiry, however old it is; null when it was not signed for this account. */
  renew(address: string, reader: string): string | null;
  /** Whether a signed address is valid: the signature matches key and name, and has not expired. */
  check(key: string, expires: string, signature: string, name?: string): boolean;
  /** Returns the key in a signed address of this server; null when it is not one, or has expired and was not signed for `reader`. */
  keyIn(address: string, reader?: string | null): string | null;
}

/** Addresses signed within the same slot are equal, so that browsers cache the picture; they are valid to the end of the next slot. */
const ADDRESS_SLOT_MS = 10 * 60_000;

const signedText = (key: string, expires: string | number, name: string) => `${key} ${expires}${name && ` ${name}`}`;

/** Makes the addresses of files, signed with the keys of the installation. */
export function makeFileAddresses(secrets: Secrets, clock: Clock): FileAddresses {
  const check = (key: string, expires: string, signature: string, name = '') =>
    Number(expires) > clock.now().getTime() && secrets.isSigned('file', signedText(key, expires, name), signature);
  const addressOf = (key: string, name: string, expires: number) =>
    `/api/file/${key}?e=${expires}&s=${secrets.sign('file', signedText(key, expires, name))}${name && `&n=${encodeURIComponent(name)}`}`;
  const sign = (key: string, name = '', reader: string | null = null) => {
    const expires = (Math.floor(clock.now().getTime() / ADDRESS_SLOT_MS) + 2) * ADDRESS_SLOT_MS;
    const renewable = reader && `&r=${secrets.sign('file-reader', `${reader} ${key} ${name}`)}`;
    return `${addressOf(key, name, expires)}${renewable ?? ''}`;
  };
  /** Parses an address and checks whether it is valid now or for the account that reads it. */
  const read = (address: string, reader: string | null) => {
    if (!URL.canParse(address, 'http://localhost')) return null;
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const key = /^\/api\/file\/(.+)$/.exec(pathname)?.[1] ?? '';
    const [e = '', s = '', name = '', r = ''] = ['e', 's', 'n', 'r'].map((one) => searchParams.get(one) ?? '');
    const isOwn = reader !== null && secrets.isSigned('file-reader', `${reader} ${key} ${name}`, r);
    return { key, name, isOwn, holds: check(key, e, s, name) };
  };
  return {
    sign,
    signUntil: (key, name, until) => addressOf(key, name, until.getTime()),
    check,
    renew(address, reader) {
      const found = read(address, reader);
      return found?.isOwn ? sign(found.key, found.name, reader) : null;
    },
    keyIn(address, reader = null) {
      const found = read(address, reader);
      return found && (found.holds || found.isOwn) ? found.key : null;
    },
  };
}
