import { Refusal } from '@boyun/kernel/contract';
import type { Kernel } from '@boyun/kernel/server';
import { videoServerRefusal } from './video-server.contract.ts';

type Addresses = { readonly [K in 'whepUrl' | 'hlsUrl' | 'playbackUrl']: string | null };

/** Returns the addresses of a media server that are not among those the installation permits. */
export function foreignAddresses({ configuration }: Pick<Kernel, 'configuration'>, origin: Addresses): string[] {
  const permitted = (configuration.mediaUrls ?? '').split(',').filter(Boolean);
  return [origin.whepUrl, origin.hlsUrl, origin.playbackUrl].flatMap((one) =>
    one && !permitted.includes(new URL(one).origin) ? [new URL(one).origin] : [],
  );
}

/** Refuses addresses that the installation does not permit: the pages could not reach them, and the product does not call them. */
export function requirePermitted(kernel: Pick<Kernel, 'configuration'>, origin: Addresses): void {
  const [address] = foreignAddresses(kernel, origin);
  if (address) throw new Refusal(videoServerRefusal['not-permitted'], { address });
}
