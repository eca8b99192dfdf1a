import { wallTime } from '@boyun/domain/period';
import { type ReminderKind, sql } from '@boyun/kernel/server';
import type { ConfiguredChannel } from '../channel/channel.contract.ts';
import { setPayKeys } from '../pay-channel/pay-key.contract.ts';
import { certificateEnding } from './certificate-event.contract.ts';

/** Reminds of merchant certificates about to end: a new one takes days to get. */
export const certificateReminder: ReminderKind = {
  name: 'certificate-ending',
  title: { zh: '商户证书即将过期', en: 'Merchant certificates about to end' },
  hint: {
    zh: '启用中的支付渠道的商户证书到期前，提醒可设置支付密钥的人员；换证通常需要数天',
    en: 'Those who may set payment keys hear of certificates of enabled channels; a new one takes days to get',
  },
  event: certificateEnding,
  lead: { side: 'before', days: 30 },
  repeat: { everyDays: 7, mostTimes: 5 },
  isActive: true,
  owner: 'never',
  staff: { access: setPayKeys.access, isByDefault: true },
  due: (now) => sql`select tenant_id, id::text as subject, certificate_until as occasion from pay_channel
    where is_enabled and certificate_until > ${now}`,
  async tell(tx, payChannelId) {
    const [row] = await tx.query<{ channel: ConfiguredChannel; until: Date; zone: string }>(
      `select c.channel, c.certificate_until as until, t.time_zone as zone
       from pay_channel c join tenant t on t.id = c.tenant_id
       where c.tenant_id = $1 and c.id = $2 and c.is_enabled and c.certificate_until is not null`,
      [tx.tenantId, payChannelId],
    );
    if (!row) return false;
    const day = wallTime(row.until.getTime(), row.zone).slice(0, 10);
    tx.emit(certificateEnding, { subjectId: payChannelId, data: { payChannelId, channel: row.channel, day } });
    return true;
  },
};
