import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/** Address ranges that are not publicly reachable, or that embed such addresses. */
const PRIVATE: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // Outside 2000::/3 no address is public; inside it, these ranges embed other addresses.
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
];

/** Returns a function that tests whether an address lies in one of the ranges; IPv4 and IPv6 are matched separately. */
function holderOf(ranges: readonly (readonly [string, number])[]): (address: string) => boolean {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
  for (const [address, bits] of ranges) {
    const family = familyOf(address);
    lists[family].addSubnet(address, bits, family);
  }
  return (address) => {
    // An IPv4-mapped IPv6 address is matched as IPv4.
    const bare = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
    const family = familyOf(bare);
    return lists[family].check(bare, family);
  };
}

const isPrivate = holderOf(PRIVATE);

/** Decides which addresses the product may call: public ones, and those permitted by configuration. */
export interface AddressGuard {
  isAllowed(address: string): boolean;
  /** Returns whether configuration permits a private address, which may then be called without TLS. */
  isPermitted(address: string): boolean;
}

/** Creates the guard; `permitted` is a comma-separated list of ranges (`10.1.0.0/16`) or single addresses. */
export function makeGuard(permitted: string | null): AddressGuard {
  const ranges = (permitted ?? '').split(',').filter(Boolean);
  const isPermitted = holderOf(
    ranges.map((one) => {
      const [address = '', bits] = one.split('/');
      return [address, Number(bits ?? (isIPv6(address) ? 128 : 32))] as const;
    }),
  );
  return { isAllowed: (address) => isPermitted(address) || !isPrivate(address), isPermitted };
}

/** Returns the host of an address, without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

/** The addresses a URL leads to now; none for a name that does not resolve. */
export async function addressesOf(url: URL): Promise<string[]> {
  const host = hostOf(url);
  if (isIP(host)) return [host];
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

/** Thrown when a connection to a forbidden address is attempted. */
export class PrivateAddress extends Error {}

/**
 * Resolves names for a connection and passes only permitted addresses, so that the address cannot change between check
 * and connection.
 */
export function guardedLookup(guard: AddressGuard): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }).then(
      (found) => {
        const refused = found.find(({ address }) => !guard.isAllowed(address));
        if (refused) callback(new PrivateAddress(refused.address), '', 0);
        else if (options.all) callback(null, found);
        else callback(null, found[0]!.address, found[0]!.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}
