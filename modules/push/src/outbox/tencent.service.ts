import { createHash, createHmac } from 'node:crypto';
import type { SmsProvider } from './sms.service.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Returns the Authorization header (TC3-HMAC-SHA256) of a call with a JSON body. */
export function tencentAuthorization(call: {
  readonly id: string;
  readonly secret: string;
  readonly service: string;
  readonly host: string;
  readonly seconds: number;
  readonly body: string;
}): string {
  const day = new Date(call.seconds * 1000).toISOString().slice(0, 10);
  const names = 'content-type;host';
  const headers = `content-type:application/json; charset=utf-8\nhost:${call.host}\n`;
  const request = ['POST', '/', '', headers, names, hash(call.body)].join('\n');
  const scope = `${day}/${call.service}/tc3_request`;
  const text = ['TC3-HMAC-SHA256', call.seconds, scope, hash(request)].join('\n');
  const key = hmac(hmac(hmac(`TC3${call.secret}`, day), call.service), 'tc3_request');
  const signature = hmac(key, text).toString('hex');
  return `TC3-HMAC-SHA256 Credential=${call.id}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
}

/** Sends through Tencent Cloud's SMS service (2021-01-11). */
export function tencentSms(account: {
  readonly id: string;
  readonly secret: string;
  readonly endpoint: string;
  readonly sign: string;
  readonly template: string;
  readonly app: string;
  readonly region: string;
}): SmsProvider {
  const { id, secret, endpoint } = account;
  const { host } = new URL(endpoint);
  return {
    name: 'tencent',
    async send({ mobile, title, content, template, at }) {
      const body = JSON.stringify({
        PhoneNumberSet: [`+86${mobile}`],
        SmsSdkAppId: account.app,
        SignName: account.sign,
        TemplateId: template ?? account.template,
        TemplateParamSet: [title, content],
      });
      const seconds = Math.floor(at.getTime() / 1000);
      const call = { id, secret, service: 'sms', host, seconds, body };
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          authorization: tencentAuthorization(call),
          'x-tc-action': 'SendSms',
          'x-tc-version': '2021-01-11',
          'x-tc-timestamp': String(seconds),
          'x-tc-region': account.region,
        },
        body,
        signal: AbortSignal.timeout(10_000),
      });
      const { Response: answer = {} } = (await response.json()) as {
        Response?: {
          Error?: { Code: string; Message: string };
          SendStatusSet?: { Code: string; Message: string; SerialNo: string }[];
        };
      };
      const status = answer.Error ?? answer.SendStatusSet?.[0];
      const code = status?.Code ?? String(response.status);
      return {
        isTaken: code === 'Ok',
        id: answer.SendStatusSet?.[0]?.SerialNo || null,
        answer: `${code} ${status?.Message ?? ''}`.trim(),
        isWorthRetry: response.status >= 500 || /LimitExceeded|InternalError|RequestTimeException/.test(code),
      };
    },
  };
}
