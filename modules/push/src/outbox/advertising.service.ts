import { singleSlot } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';

/** Returns whether a mobile agreed to advertising and has not taken it back; filled by the module that knows the customers. */
export const advertisingConsent =
  singleSlot<(tx: TenantTx, mobile: string) => Promise<boolean>>('push.advertising-consent');

/** Takes a mobile's consent to advertising back, in one tenant; filled by the module that knows the customers. */
export const advertisingRefusal =
  singleSlot<(tx: TenantTx, mobile: string) => Promise<void>>('push.advertising-refusal');

/** Whether advertising may be sent to a mobile now. Without anybody who knows, it may not. */
export async function mayAdvertiseTo(tx: TenantTx, mobile: string): Promise<boolean> {
  const hasConsent = tx.slots.find(advertisingConsent);
  return hasConsent ? hasConsent(tx, mobile) : false;
}
