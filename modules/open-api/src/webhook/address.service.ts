import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { Refusal } from '@boyun/kernel/contract';
import { webhookRefusal } from './webhook.contract.ts';

/** Ranges of which nothing is reachable from outside, or that stand for such addresses. */
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
  // Beyond 2000::/3 nothing is a public address; within it, these carry others inside.
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
];

/** Whether an address lies in one of some ranges; the two kinds of addresses are looked up apart. */
function holderOf(ranges: readonly (readonly [string, number])[]): (address: string) => boolean {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
  for (const [address, bits] of ranges) {
    const family = familyOf(address);
    lists[family].addSubnet(address, bits, family);
  }
  return (address) => {
    // An IPv4 address in IPv6's clothes is the IPv4 address.
    const bare = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
    const family = familyOf(bare);
    return lists[family].check(bare, family);
  };
}

const isPrivate = holderOf(PRIVATE);

/** Decides which addresses the product may call: public ones, and those the configuration permits. */
export interface AddressGuard {
  isAllowed(address: string): boolean;
  /** Whether a private address is permitted by name of the configuration, and may be called without TLS. */
  isPermitted(address: string): boolean;
}

/** Makes the guard; `permitted` are ranges of the configuration, `10.1.0.0/16` or single addresses, by comma. */
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

/** The host of an address, without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Refuses an address that cannot be called: not https, or leading into a private network as far as names tell now. */
export async function checkAddress(guard: AddressGuard, given: string): Promise<void> {
  const refuse = (rule: (typeof webhookRefusal)[keyof typeof webhookRefusal], address = '') => {
    const fill = (text: string) => text.replace('{address}', address);
    throw new Refusal(rule, { address }, [{ path: 'Url', zh: fill(rule.zh), en: fill(rule.en) }]);
  };
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username || url.password)
    return refuse(webhookRefusal['bad-address']);
  const host = hostOf(url);
  // A name that is not known yet may be known later; each call looks again.
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  for (const { address } of found)
    if (!guard.isAllowed(address)) return refuse(webhookRefusal['private-address'], address);
  const isPermitted = found.length > 0 && found.every(({ address }) => guard.isPermitted(address));
  if (url.protocol === 'http:' && !isPermitted) refuse(webhookRefusal['bad-address']);
}

/** A connection was asked for to an address that may not be called. */
export class PrivateAddress extends Error {}

/** Looks names up for a connection and lets through what may be called: nothing can change between check and call. */
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
