import { createHmac, randomUUID } from 'node:crypto';
import { type Decision, SmsFault, type SmsProvider } from './sms.service.ts';

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

/** An account at Aliyun. */
interface Account {
  readonly id: string;
  readonly secret: string;
  readonly endpoint: string;
  readonly sign: string;
  readonly template: string;
}

interface Answer {
  readonly Code?: string;
  readonly Message?: string;
  readonly BizId?: string;
  readonly TemplateCode?: string;
  readonly TemplateStatus?: number;
  readonly Reason?: string;
  readonly Data?: { readonly AvailableAmount?: string };
}

/** Calls an action in the RPC style. */
async function callAliyun(
  account: Account,
  at: Date,
  { endpoint = account.endpoint, ...more }: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly answer: Answer }> {
  const parameters: Record<string, string> = {
    AccessKeyId: account.id,
    Format: 'JSON',
    RegionId: 'cn-hangzhou',
    SignatureMethod: 'HMAC-SHA1',
    SignatureNonce: randomUUID(),
    SignatureVersion: '1.0',
    Timestamp: at.toISOString().replace(/\.\d+Z$/, 'Z'),
    Version: '2017-05-25',
    ...more,
  };
  const Signature = aliyunSignature(account.secret, 'POST', parameters);
  const response = await fetch(endpoint, {
    method: 'POST',
    body: new URLSearchParams({ ...parameters, Signature }),
    signal: AbortSignal.timeout(10_000),
  });
  return { status: response.status, answer: (await response.json()) as Answer };
}

/** Returns the answer to a question; throws what Aliyun says instead. */
async function ask(account: Account, at: Date, more: Readonly<Record<string, string>>): Promise<Answer> {
  const { status, answer } = await callAliyun(account, at, more);
  if (answer.Code !== 'OK' && answer.Code !== '200' && answer.Code !== 'Success')
    throw new SmsFault(`${answer.Code ?? status} ${answer.Message ?? ''}`.trim());
  return answer;
}

const STATES: Readonly<Record<number, Decision['state']>> = { 0: 'submitted', 1: 'approved' };

/** Sends through Aliyun's SMS service (dysmsapi, 2017-05-25); the balance is that of the account (business, 2017-12-14). */
export function aliyunSms(account: Account & { readonly moneyEndpoint: string }): SmsProvider {
  return {
    name: 'aliyun',
    async send({ mobile, title, content, template, values, at }) {
      const { status, answer } = await callAliyun(account, at, {
        Action: 'SendSms',
        PhoneNumbers: mobile,
        SignName: account.sign,
        TemplateCode: template ?? account.template,
        TemplateParam: JSON.stringify(values ?? { title, content }),
      });
      return {
        isTaken: answer.Code === 'OK',
        id: answer.BizId ?? null,
        answer: `${answer.Code ?? status} ${answer.Message ?? ''}`.trim(),
        // Rate limits and server errors are temporary; an invalid number is permanent.
        isWorthRetry: status >= 500 || /LIMIT_CONTROL|Throttling|SYSTEM_ERROR/.test(answer.Code ?? ''),
      };
    },
    async submit({ name, isAdvertising, content, at }) {
      const answer = await ask(account, at, {
        Action: 'AddSmsTemplate',
        // 1 is a notice, 2 is advertising.
        TemplateType: isAdvertising ? '2' : '1',
        TemplateName: name,
        TemplateContent: content.replace(/\{(\w+)\}/g, '${$1}'),
        Remark: name,
      });
      return answer.TemplateCode!;
    },
    async decisionOn({ code, at }) {
      const answer = await ask(account, at, { Action: 'QuerySmsTemplate', TemplateCode: code });
      const state = STATES[answer.TemplateStatus!] ?? 'refused';
      return { state, reason: state === 'refused' ? (answer.Reason ?? null) : null };
    },
    async balance(at) {
      const more = { endpoint: account.moneyEndpoint, Version: '2017-12-14', Action: 'QueryAccountBalance' };
      const amount = (await ask(account, at, more)).Data?.AvailableAmount?.replaceAll(',', '');
      return { leftCount: null, leftFen: amount === undefined ? null : Math.round(Number(amount) * 100) };
    },
  };
}
