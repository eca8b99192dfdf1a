import { createHash, createHmac } from 'node:crypto';
import { type Decision, placesOf, SmsFault, type SmsProvider } from './sms.service.ts';

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

/** An account at Tencent Cloud. */
interface Account {
  readonly id: string;
  readonly secret: string;
  readonly endpoint: string;
  readonly sign: string;
  readonly template: string;
  readonly app: string;
  readonly region: string;
}

interface Answer {
  readonly Error?: { readonly Code: string; readonly Message: string };
  readonly SendStatusSet?: readonly { readonly Code: string; readonly Message: string; readonly SerialNo: string }[];
  readonly AddTemplateStatus?: { readonly TemplateId: string };
  readonly DescribeTemplateStatusSet?: readonly { readonly StatusCode: number; readonly ReviewReply: string }[];
  readonly SmsPackagesStatisticsSet?: readonly { readonly AmountOfPackage: number; readonly CurrentUsage: number }[];
}

/** Calls an action of the SMS service (2021-01-11). */
async function callTencent(
  { id, secret, endpoint, region }: Account,
  at: Date,
  action: string,
  given: object,
): Promise<{ readonly status: number; readonly answer: Answer }> {
  const body = JSON.stringify(given);
  const seconds = Math.floor(at.getTime() / 1000);
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      authorization: tencentAuthorization({ id, secret, service: 'sms', host: new URL(endpoint).host, seconds, body }),
      'x-tc-action': action,
      'x-tc-version': '2021-01-11',
      'x-tc-timestamp': String(seconds),
      'x-tc-region': region,
    },
    body,
    signal: AbortSignal.timeout(10_000),
  });
  const { Response: answer = {} } = (await response.json()) as { Response?: Answer };
  return { status: response.status, answer };
}

/** Returns the answer to a question; throws what Tencent Cloud says instead. */
async function ask(account: Account, at: Date, action: string, given: object): Promise<Answer> {
  const { status, answer } = await callTencent(account, at, action, given);
  if (answer.Error || status >= 400)
    throw new SmsFault(`${answer.Error?.Code ?? status} ${answer.Error?.Message ?? ''}`);
  return answer;
}

const STATES: Readonly<Record<number, Decision['state']>> = { 0: 'approved', 1: 'submitted' };
/** Most packages that are added up. */
const PACKAGES = 30;

/** Sends through Tencent Cloud's SMS service; the balance is what its packages have left. */
export function tencentSms(account: Account): SmsProvider {
  return {
    name: 'tencent',
    async send({ mobile, title, content, template, values, at }) {
      const { status: httpStatus, answer } = await callTencent(account, at, 'SendSms', {
        PhoneNumberSet: [`+86${mobile}`],
        SmsSdkAppId: account.app,
        SignName: account.sign,
        TemplateId: template ?? account.template,
        TemplateParamSet: values ? Object.values(values) : [title, content],
      });
      const status = answer.Error ?? answer.SendStatusSet?.[0];
      const code = status?.Code ?? String(httpStatus);
      return {
        isTaken: code === 'Ok',
        id: answer.SendStatusSet?.[0]?.SerialNo || null,
        answer: `${code} ${status?.Message ?? ''}`.trim(),
        isWorthRetry: httpStatus >= 500 || /LimitExceeded|InternalError|RequestTimeException/.test(code),
      };
    },
    async submit({ name, isAdvertising, content, at }) {
      const places = placesOf(content);
      const answer = await ask(account, at, 'AddSmsTemplate', {
        TemplateName: name,
        TemplateContent: content.replace(/\{(\w+)\}/g, (_, place: string) => `{${places.indexOf(place) + 1}}`),
        // 1 is advertising, 2 a notice.
        SmsType: isAdvertising ? 1 : 2,
        International: 0,
        Remark: name,
      });
      return answer.AddTemplateStatus!.TemplateId;
    },
    async decisionOn({ code, at }) {
      const answer = await ask(account, at, 'DescribeSmsTemplateList', {
        TemplateIdSet: [Number(code)],
        International: 0,
      });
      const found = answer.DescribeTemplateStatusSet?.[0];
      const state = (found && STATES[found.StatusCode]) ?? 'refused';
      return { state, reason: state === 'refused' ? (found?.ReviewReply ?? null) : null };
    },
    async balance(at) {
      const given = { SmsSdkAppId: account.app, Limit: PACKAGES, Offset: 0 };
      const { SmsPackagesStatisticsSet: packages = [] } = await ask(account, at, 'SmsPackagesStatistics', given);
      const leftCount = packages.reduce((sum, one) => sum + Math.max(0, one.AmountOfPackage - one.CurrentUsage), 0);
      return { leftCount, leftFen: null };
    },
  };
}
