import { createHmac, randomUUID } from 'node:crypto';
import type { SmsProvider } from './sms.service.ts';

/** Percent-encodes a text as Aliyun requires: RFC 3986, with only unreserved characters left as they are. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Returns the signature (RPC style, HMAC-SHA1) of the parameters of a call. */
export function aliyunSignature(secret: string, method: string, parameters: Readonly<Record<string, string>>): string {
  const query = Object.keys(parameters)
    .sort()
    .map((key) => `${encoded(key)}=${encoded(parameters[key]!)}`)
    .join('&');
  return createHmac('sha1', `${secret}&`)
    .update(`${method}&${encoded('/')}&${encoded(query)}`)
    .digest('base64');
}

/** Sends through Aliyun's SMS service (dysmsapi, 2017-05-25). */
export function aliyunSms(account: {
  readonly id: string;
  readonly secret: string;
  readonly endpoint: string;
  readonly sign: string;
  readonly template: string;
}): SmsProvider {
  return {
    name: 'aliyun',
    async send({ mobile, title, content, template, at }) {
      const parameters: Record<string, string> = {
        AccessKeyId: account.id,
        Action: 'SendSms',
        Format: 'JSON',
        PhoneNumbers: mobile,
        RegionId: 'cn-hangzhou',
        SignName: account.sign,
        SignatureMethod: 'HMAC-SHA1',
        SignatureNonce: randomUUID(),
        SignatureVersion: '1.0',
        TemplateCode: template ?? account.template,
        TemplateParam: JSON.stringify({ title, content }),
        Timestamp: at.toISOString().replace(/\.\d+Z$/, 'Z'),
        Version: '2017-05-25',
      };
      const Signature = aliyunSignature(account.secret, 'POST', parameters);
      const response = await fetch(account.endpoint, {
        method: 'POST',
        body: new URLSearchParams({ ...parameters, Signature }),
        signal: AbortSignal.timeout(10_000),
      });
      const answer = (await response.json()) as { Code?: string; Message?: string; BizId?: string };
      return {
        isTaken: answer.Code === 'OK',
        id: answer.BizId ?? null,
        answer: `${answer.Code ?? response.status} ${answer.Message ?? ''}`.trim(),
        // Rate limits and server errors are temporary; an invalid number is permanent.
        isWorthRetry: response.status >= 500 || /LIMIT_CONTROL|Throttling|SYSTEM_ERROR/.test(answer.Code ?? ''),
      };
    },
  };
}
