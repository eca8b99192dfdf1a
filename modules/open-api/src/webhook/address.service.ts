import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Refusal } from '@boyun/kernel/contract';
import { type AddressGuard, hostOf } from '@boyun/kernel/server';
import { webhookRefusal } from './webhook.contract.ts';

/** Throws a refusal for an address that is not https, or that currently resolves to a private network. */
export async function checkAddress(guard: AddressGuard, given: string): Promise<void> {
  const refuse = (rule: (typeof webhookRefusal)[keyof typeof webhookRefusal], address = '') => {
    const fill = (text: string) => text.replace('{address}', address);
    throw new Refusal(rule, { address }, [{ path: 'Url', zh: fill(rule.zh), en: fill(rule.en) }]);
  };
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username || url.password)
    return refuse(webhookRefusal['bad-address']);
  const host = hostOf(url);
  // A name may become resolvable later; each delivery resolves it again.
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  for (const { address } of found)
    if (!guard.isAllowed(address)) return refuse(webhookRefusal['private-address'], address);
  const isPermitted = found.length > 0 && found.every(({ address }) => guard.isPermitted(address));
  if (url.protocol === 'http:' && !isPermitted) refuse(webhookRefusal['bad-address']);
}
