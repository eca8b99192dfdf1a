import { fillLabel, Refusal } from '@boyun/kernel/contract';
import { type AddressGuard, addressesOf } from '@boyun/kernel/server';
import { webhookRefusal } from './webhook.contract.ts';

/** Throws a refusal for an address that is not https, or that currently resolves to a private network. */
export async function checkAddress(guard: AddressGuard, given: string): Promise<void> {
  const refuse = (rule: (typeof webhookRefusal)[keyof typeof webhookRefusal], address = '') => {
    throw new Refusal(rule, { address }, [{ path: 'Url', ...fillLabel(rule, { address }) }]);
  };
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username || url.password)
    return refuse(webhookRefusal['bad-address']);
  // A name may become resolvable later; each delivery resolves it again.
  const found = await addressesOf(url);
  const refused = found.find((address) => !guard.isAllowed(address));
  if (refused) return refuse(webhookRefusal['private-address'], refused);
  const isPermitted = found.length > 0 && found.every((address) => guard.isPermitted(address));
  if (url.protocol === 'http:' && !isPermitted) refuse(webhookRefusal['bad-address']);
}
