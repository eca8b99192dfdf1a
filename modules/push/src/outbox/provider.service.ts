import { aliyunSms } from './aliyun.service.ts';
import { tencentSms } from './tencent.service.ts';

/** What a provider said. */
export interface Taken {
  readonly isTaken: boolean;
  readonly id: string | null;
  readonly answer: string;
  /** Where it was not taken: whether it may be later. */
  readonly isWorthRetry: boolean;
}

/** An SMS as providers want it: an approved template with its two values. */
export interface Sms {
  readonly mobile: string;
  readonly title: string;
  readonly content: string;
  /** Template of the provider; its standard one where null. */
  readonly template: string | null;
  readonly at: Date;
}

/** A service that sends SMS. Throws where it cannot be reached. */
export interface SmsProvider {
  readonly name: 'aliyun' | 'tencent';
  send(sms: Sms): Promise<Taken>;
}

/** The provider of the configuration's `SMS_URL`, or null: `aliyun://id:secret@host?sign=…&template=…`, `tencent://…&app=…`. */
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
