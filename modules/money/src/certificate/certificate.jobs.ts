import type { Sweep } from '@boyun/kernel/server';
import { ConfiguredChannel } from '../channel/channel.contract.ts';

const ALARM = 'payment-certificate';
const DAY_MS = 86_400_000;
/** A new certificate takes days to get. */
const AHEAD_MS = 30 * DAY_MS;

interface Row {
  readonly tenantId: number;
  readonly tenant: string;
  readonly id: string;
  readonly channel: ConfiguredChannel;
  readonly certificateUntil: Date;
  readonly isEnabled: boolean;
}

/** Raises an alarm for merchants whose certificate ends within thirty days, until it is replaced: payments stop when it has ended. */
export const endingCertificates: Sweep = {
  name: 'ending-certificates',
  everySeconds: 3600,
  async run(kernel) {
    const now = kernel.clock.now();
    const rows = await kernel.database.system<Row>(
      `select c.tenant_id, t.code as tenant, c.id, c.channel, c.certificate_until, c.is_enabled
       from pay_channel c join tenant t on t.id = c.tenant_id where c.certificate_until is not null`,
    );
    for (const { tenantId, tenant, id, channel, certificateUntil, isEnabled } of rows) {
      const leftMs = certificateUntil.getTime() - now.getTime();
      if (!isEnabled || leftMs > AHEAD_MS) {
        await kernel.systemAlarms.clear(ALARM, id);
        continue;
      }
      const { zh, en } = ConfiguredChannel[channel];
      const days = Math.max(0, Math.floor(leftMs / DAY_MS));
      const isOver = leftMs <= 0;
      await kernel.systemAlarms.raise({
        name: ALARM,
        subject: id,
        tenantId,
        zh: isOver
          ? `${tenant}：${zh}的商户证书已过期，无法收款与退款，请在支付配置中更换`
          : `${tenant}：${zh}的商户证书将在 ${days} 天后过期，请在支付配置中更换`,
        en: isOver
          ? `${tenant}: the merchant certificate of ${en} has ended; no payment or refund works. Replace it in the payment configuration`
          : `${tenant}: the merchant certificate of ${en} ends in ${days} days. Replace it in the payment configuration`,
      });
    }
  },
};
