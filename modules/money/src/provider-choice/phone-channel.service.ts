import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { ConfiguredChannel } from '../channel/channel.contract.ts';
import { hasApp, NEEDED_KEYS } from '../channel/channel-key.contract.ts';
import { payChannelRefusal } from '../pay-channel/pay-channel.contract.ts';
import { type KeyMarks, missingKeys } from '../pay-channel/pay-channel.service.ts';
import { providerOf } from './provider-choice.service.ts';

/** A channel by which drivers pay in a lot, and the configured row whose merchant takes the money; the sandbox has none. */
export interface PhoneChannel {
  readonly channel: ConfiguredChannel;
  readonly payChannelId: string | null;
  /** The app in which the payer can be identified; null where that is not set up. */
  readonly app: string | null;
}

interface Row {
  readonly isTrial: boolean;
  readonly channel: ConfiguredChannel | null;
  readonly id: string;
  readonly isEnabled: boolean;
  readonly merchantNo: string | null;
  readonly appNo: string | null;
  readonly marks: KeyMarks;
}

const isReady = ({ channel, isEnabled, merchantNo, appNo, marks }: Row) =>
  isEnabled &&
  channel !== null &&
  NEEDED_KEYS[channel].length > 0 &&
  providerOf(channel) !== null &&
  Boolean(merchantNo && (appNo || !hasApp(channel))) &&
  missingKeys(channel, marks).length === 0;

/**
 * Returns the channels by which drivers pay by phone in a lot: those in use there whose merchant and keys are complete, and the sandbox
 * of a trial. The row of the lot overrides that of the tenant; without a lot the tenant's alone count.
 */
export async function phoneChannels(tx: TenantTx, lotId: string | null): Promise<PhoneChannel[]> {
  const rows = await tx.query<Row>(
    `select t.is_trial, c.channel, c.id, c.is_enabled, c.merchant_no, c.app_no, c.key_marks as marks
     from tenant t left join (
       select distinct on (channel) channel, id, is_enabled, merchant_no, app_no, key_marks from pay_channel
       where tenant_id = $1 and (lot_id = $2 or lot_id is null) order by channel, lot_id nulls last, is_enabled desc) c on true
     where t.id = $1 order by c.channel`,
    [tx.tenantId, lotId],
  );
  const ready: PhoneChannel[] = rows.filter(isReady).map((row) => ({
    channel: row.channel!,
    payChannelId: row.id,
    app: row.marks.appSecret ? row.appNo : null,
  }));
  const isSandboxOff = rows.some((row) => row.channel === 'sandbox' && !row.isEnabled);
  if (rows[0]!.isTrial && !isSandboxOff) ready.push({ channel: 'sandbox', payChannelId: null, app: null });
  return ready;
}

/** Whether drivers can pay by phone in a lot. */
export const takesPhonePayments = async (tx: TenantTx, lotId: string | null): Promise<boolean> =>
  (await phoneChannels(tx, lotId)).length > 0;

/** Returns a channel by which drivers pay in a lot; refuses one that is not in use there. */
export async function requirePhoneChannel(
  tx: TenantTx,
  lotId: string | null,
  channel: ConfiguredChannel,
): Promise<PhoneChannel> {
  const found = (await phoneChannels(tx, lotId)).find((one) => one.channel === channel);
  if (!found) throw new Refusal(payChannelRefusal['by-hand-only']);
  return found;
}
