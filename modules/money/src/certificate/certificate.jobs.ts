import type { Sweep } from '@boyun/kernel/server';
import { ConfiguredChannel } from '../channel/channel.contract.ts';

const ALARM = 'payment-certificate';

interface Row {
  readonly tenantId: number;
  readonly tenant: string;
  readonly id: string;
  readonly channel: ConfiguredChannel;
  readonly isOver: boolean;
}

/** Raises an alarm for enabled channels whose merchant certificate has ended, until it is replaced: payments have stopped. */
export const endedCertificates: Sweep = {
  name: 'ended-certificates',
  everySeconds: 3600,
  async run(kernel) {
    const rows = await kernel.database.system<Row>(
      `select c.tenant_id, t.code as tenant, c.id, c.channel, (c.is_enabled and c.certificate_until <= $1) as is_over
       from pay_channel c join tenant t on t.id = c.tenant_id where c.certificate_until is not null`,
      [kernel.clock.now()],
    );
    for (const { tenantId, tenant, id, channel, isOver } of rows) {
      if (!isOver) {
        await kernel.systemAlarms.clear(ALARM, id);
        continue;
      }
      const { zh, en } = ConfiguredChannel[channel];
      await kernel.systemAlarms.raise({
        name: ALARM,
        subject: id,
        tenantId,
        zh: `${tenant}：${zh}的商户证书已过期，无法收款与退款，请在支付配置中更换`,
        en: `${tenant}: the merchant certificate of ${en} has ended; no payment or refund works. Replace it in the payment configuration`,
      });
    }
  },
};
