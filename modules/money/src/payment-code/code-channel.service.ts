import { channelOfCode } from '@boyun/domain/payment-code';
import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { ConfiguredChannel } from '../channel/channel.contract.ts';
import { type PhoneChannel, phoneChannels } from '../provider-choice/phone-channel.service.ts';
import { codeRefusal } from './payment-code.contract.ts';

/** Returns the channel that a payment code is paid by in a lot; trials simulate those they have not set up. Refuses other numbers. */
export async function requireCodeChannel(tx: TenantTx, lotId: string | null, code: string): Promise<PhoneChannel> {
  const channel = channelOfCode(code);
  if (!channel) throw new Refusal(codeRefusal['no-code']);
  const all = await phoneChannels(tx, lotId);
  const found = all.find((one) => one.channel === channel) ?? all.find((one) => one.channel === 'sandbox');
  if (!found) throw new Refusal(codeRefusal.off, { channel: ConfiguredChannel[channel][tx.who.language] });
  return found;
}
