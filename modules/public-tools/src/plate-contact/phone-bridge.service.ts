import { singleSlot } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';

/** A telephone service that connects two people without showing either the number of the other. */
export interface PhoneBridge {
  /** Whether the tenant can use it. */
  isReady(tx: TenantTx): Promise<boolean>;
  /** Files a call between two numbers and returns its id at the service. */
  connect(tx: TenantTx, call: { readonly from: string; readonly to: string }): Promise<string>;
}

/** Filled by a module with a telephone service; without one, owners are reached by SMS alone. */
export const phoneBridge = singleSlot<PhoneBridge>('public-tools.phone-bridge');
