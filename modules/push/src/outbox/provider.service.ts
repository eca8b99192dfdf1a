import { aliyunSms } from './aliyun.service.ts';
import { tencentSms } from './tencent.service.ts';

/** A provider's response. */
export interface Taken {
  readonly isTaken: boolean;
  readonly id: string | null;
  readonly answer: string;
  /** If rejected: whether a retry may succeed. */
  readonly isWorthRetry: boolean;
}

/** An SMS in the form providers accept: an approved template with two values. */
export interface Sms {
  readonly mobile: string;
  readonly title: string;
  readonly content: string;
  /** Template id at the provider; null for the default one. */
  readonly template: string | null;
  readonly at: Date;
}

/** A service that sends SMS; throws when it cannot be reached. */
export interface SmsProvider {
  readonly name: 'aliyun' | 'tencent';
  send(sms: Sms): Promise<Taken>;
}

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
