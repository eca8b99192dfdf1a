import { type Kernel, systemWho, type TenantTx } from '@boyun/kernel/server';
import { alipay } from '../alipay/alipay.service.ts';
import { openMerchant } from '../pay-channel/pay-channel.service.ts';
import type { Desk, Provider } from '../provider/provider.service.ts';
import { sandbox } from '../sandbox/sandbox.service.ts';
import { unionpay } from '../unionpay/unionpay.service.ts';
import { wechat } from '../wechat/wechat.service.ts';

/** The providers there are, by channel. */
const providers: Readonly<Record<string, Provider>> = {
  [sandbox.channel]: sandbox,
  [wechat.channel]: wechat,
  [alipay.channel]: alipay,
  [unionpay.channel]: unionpay,
};

/** Where providers post notices, followed by the channel, the tenant and the configured channel's id. */
export const NOTICES_PATH = '/api/payment/notices';

/** Returns the provider behind a channel; null for channels that pay at once (cash, cards, transfers). */
export function providerOf(channel: string): Provider | null {
  return providers[channel] ?? null;
}

/** Returns what calls of a provider need for a configured channel; without one for a provider that has no merchants. */
export async function deskFor(
  tx: TenantTx,
  kernel: Kernel,
  { channel, payChannelId }: { readonly channel: string; readonly payChannelId: string | null },
): Promise<Desk> {
  const { publicUrl } = kernel.configuration;
  const path = `${NOTICES_PATH}/${channel}/${tx.tenantId}/${payChannelId}`;
  return {
    kernel,
    tenantId: tx.tenantId,
    merchant: payChannelId ? await openMerchant(tx, kernel, payChannelId) : null,
    noticeUrl: payChannelId && publicUrl ? new URL(path, publicUrl).href : null,
  };
}

/** `deskFor` in a transaction of its own. */
export function openDesk(
  kernel: Kernel,
  tenantId: number,
  of: { readonly channel: string; readonly payChannelId: string | null },
): Promise<Desk> {
  return kernel.database.inTenant(systemWho(tenantId, of.channel), (tx) => deskFor(tx, kernel, of), { isRead: true });
}
