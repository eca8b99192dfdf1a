import type { TenantTx } from '@boyun/kernel/server';
import { aliyunSms } from './aliyun.service.ts';
import { sandboxSms } from './sandbox.service.ts';
import type { SmsProvider } from './sms.service.ts';
import { tencentSms } from './tencent.service.ts';

/** Returns the provider configured in `SMS_URL`, or null: `aliyun://id:secret@host?sign=…&template=…`, `tencent://…&app=…`. */
export function smsProvider(url: string | null): SmsProvider | null {
  if (!url) return null;
  const given = new URL(url);
  const value = (name: string, otherwise = '') => given.searchParams.get(name) ?? otherwise;
  const isPlain = value('plain') === '1';
  const account = {
    id: decodeURIComponent(given.username),
    secret: decodeURIComponent(given.password),
    endpoint: `${isPlain ? 'http' : 'https'}://${given.host}/`,
    sign: value('sign'),
    template: value('template'),
  };
  if (given.protocol === 'aliyun:')
    return aliyunSms({ ...account, moneyEndpoint: value('money', 'https://business.aliyuncs.com/') });
  return tencentSms({ ...account, app: value('app'), region: value('region', 'ap-guangzhou') });
}

/** Returns the sandbox, for trial tenants; null for others. */
export async function sandboxOf({ query, tenantId }: TenantTx): Promise<SmsProvider | null> {
  const [row] = await query<{ isTrial: boolean; count: number }>(
    `select t.is_trial,
       (select count(*)::int from push_send s where s.tenant_id = t.id and s.channel = 'sms' and s.provider = 'sandbox') as count
     from tenant t where t.id = $1`,
    [tenantId],
  );
  return row!.isTrial ? sandboxSms(async () => row!.count) : null;
}

/** Returns the provider that approves a tenant's texts: the configured one, else the sandbox of a trial tenant; null without either. */
export const providerFor = async (tx: TenantTx, smsUrl: string | null): Promise<SmsProvider | null> =>
  smsProvider(smsUrl) ?? sandboxOf(tx);
