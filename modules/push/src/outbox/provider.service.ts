import { aliyunSms } from './aliyun.service.ts';
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
  if (given.protocol === 'aliyun:') return aliyunSms(account);
  return tencentSms({ ...account, app: value('app'), region: value('region', 'ap-guangzhou') });
}
