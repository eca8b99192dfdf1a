import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { aliyunSignature } from './aliyun.service.ts';
import { smsProvider } from './provider.service.ts';
import { tencentAuthorization } from './tencent.service.ts';

/** The examples of Aliyun's documentation. */
test.each([
  [
    'testsecret',
    'OLeaidS1JvxuMvnyHOwuJ+uX5qY=',
    {
      Format: 'XML',
      AccessKeyId: 'testid',
      Action: 'DescribeRegions',
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: '3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf',
      SignatureVersion: '1.0',
      Timestamp: '2016-02-23T12:46:24Z',
      Version: '2014-05-26',
    },
  ],
  [
    'testSecret',
    'zJDF+Lrzhj/ThnlvIToysFRq6t4=',
    {
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: '45e25e9b-0a6f-4070-8c85-2956eda1b466',
      AccessKeyId: 'testId',
      SignatureVersion: '1.0',
      Timestamp: '2017-07-12T02:42:19Z',
      Format: 'XML',
      Action: 'SendSms',
      Version: '2017-05-25',
      RegionId: 'cn-hangzhou',
      PhoneNumbers: '15300000001',
      SignName: '阿里云短信测试专用',
      TemplateParam: '{"customer":"test"}',
      TemplateCode: 'SMS_71390007',
      OutId: '123',
    },
  ],
])('Aliyun signs as documented', (secret, signature, parameters) => {
  expect(aliyunSignature(secret, 'GET', parameters)).toBe(signature);
});

const sms = {
  mobile: '13800000000',
  title: '设备离线',
  content: '东门 (A) 相机',
  template: null,
  at: new Date('2026-03-15T00:00:00.500Z'),
};

/** A service that records requests and sends the given response. */
async function answering(body: object, status = 200) {
  const taken: { headers: Record<string, unknown>; body: string; path: string }[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    taken.push({ headers: request.headers, body: text, path: request.url ?? '' });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, taken, close: () => server.close() };
}

test.each([
  [
    { Code: 'OK', BizId: '9001' },
    { isTaken: true, id: '9001' },
  ],
  [
    { Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: '手机号错误' },
    { isTaken: false, isWorthRetry: false, answer: 'isv.MOBILE_NUMBER_ILLEGAL 手机号错误' },
  ],
  [
    { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '限流' },
    { isTaken: false, isWorthRetry: true },
  ],
])('Aliyun: %o', async (answer, expected) => {
  const service = await answering(answer);
  const provider = smsProvider(
    `aliyun://id:se%2Fcret@${service.host}?plain=1&sign=${encodeURIComponent('泊云')}&template=SMS_1`,
  )!;
  expect(await provider.send(sms)).toMatchObject(expected);
  service.close();
  const { Signature, ...sent } = Object.fromEntries(new URLSearchParams(service.taken[0]!.body));
  expect(sent).toMatchObject({
    PhoneNumbers: '13800000000',
    SignName: '泊云',
    TemplateCode: 'SMS_1',
    TemplateParam: '{"title":"设备离线","content":"东门 (A) 相机"}',
    Timestamp: '2026-03-15T00:00:00Z',
  });
  expect(Signature).toBe(aliyunSignature('se/cret', 'POST', sent));
});

test.each([
  [
    { Response: { SendStatusSet: [{ Code: 'Ok', Message: 'send success', SerialNo: '77' }] } },
    { isTaken: true, id: '77' },
  ],
  [
    { Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message: 'no' } } },
    { isTaken: false, isWorthRetry: false },
  ],
  [
    { Response: { SendStatusSet: [{ Code: 'LimitExceeded.DeliveryFrequencyLimit', Message: 'often', SerialNo: '' }] } },
    { isTaken: false, isWorthRetry: true, id: null },
  ],
])('Tencent: %o', async (answer, expected) => {
  const service = await answering(answer);
  const provider = smsProvider(`tencent://id:key@${service.host}?plain=1&sign=Boyun&template=12&app=1400`)!;
  expect(await provider.send(sms)).toMatchObject(expected);
  service.close();
  const [{ headers, body }] = service.taken as [(typeof service.taken)[number]];
  expect(JSON.parse(body)).toEqual({
    PhoneNumberSet: ['+8613800000000'],
    SmsSdkAppId: '1400',
    SignName: 'Boyun',
    TemplateId: '12',
    TemplateParamSet: ['设备离线', '东门 (A) 相机'],
  });
  const call = { id: 'id', secret: 'key', service: 'sms', host: service.host, seconds: 1773532800, body };
  expect(headers).toMatchObject({
    authorization: tencentAuthorization(call),
    'x-tc-action': 'SendSms',
    'x-tc-timestamp': '1773532800',
    'x-tc-region': 'ap-guangzhou',
  });
});

/** The example of Tencent Cloud's documentation. */
test('Tencent signs as documented', () => {
  const header = tencentAuthorization({
    id: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE',
    secret: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE',
    service: 'cvm',
    host: 'cvm.tencentcloudapi.com',
    seconds: 1_551_113_065,
    body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
  });
  expect(header).toContain('Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168');
});

test('Aliyun takes texts, says why it refuses them, and what is left', async () => {
  const text = { name: '活动', isAdvertising: true, content: '{name}您好 退订{stop}', at: sms.at };
  const asked = async <T>(body: object, ask: (of: NonNullable<ReturnType<typeof smsProvider>>) => Promise<T>) => {
    const service = await answering(body);
    const money = encodeURIComponent(`http://${service.host}/`);
    const got = await ask(
      smsProvider(`aliyun://id:s@${service.host}?plain=1&sign=B&template=SMS_1&money=${money}`)!,
    ).catch((error: Error) => error.message);
    service.close();
    return { got, sent: Object.fromEntries(new URLSearchParams(service.taken[0]!.body)) };
  };
  expect(await asked({ Code: 'OK', TemplateCode: 'SMS_9' }, (of) => of.submit(text))).toMatchObject({
    got: 'SMS_9',
    sent: { Action: 'AddSmsTemplate', TemplateType: '2', TemplateContent: '${name}您好 退订${stop}' },
  });
  const refused = { Code: 'OK', TemplateStatus: 2, Reason: '含敏感词' };
  expect((await asked(refused, (of) => of.decisionOn({ ...text, code: 'SMS_9' }))).got).toEqual({
    state: 'refused',
    reason: '含敏感词',
  });
  const money = { Code: '200', Data: { AvailableAmount: '1,234.50' } };
  expect(await asked(money, (of) => of.balance(sms.at))).toMatchObject({
    got: { leftCount: null, leftFen: 123_450 },
    sent: { Action: 'QueryAccountBalance', Version: '2017-12-14' },
  });
  const fault = { Code: 'isv.TEMPLATE_OVER_LIMIT', Message: '超限' };
  expect((await asked(fault, (of) => of.submit(text))).got).toBe('isv.TEMPLATE_OVER_LIMIT 超限');
});

test('Tencent numbers the places of a text, and adds its packages up', async () => {
  const text = { name: '活动', isAdvertising: true, content: '{name}您好 退订{stop}', at: sms.at };
  const asked = async <T>(Response: object, ask: (of: NonNullable<ReturnType<typeof smsProvider>>) => Promise<T>) => {
    const service = await answering({ Response });
    const got = await ask(smsProvider(`tencent://id:key@${service.host}?plain=1&sign=B&template=12&app=1400`)!);
    service.close();
    return {
      got,
      sent: JSON.parse(service.taken[0]!.body) as object,
      action: service.taken[0]!.headers['x-tc-action'],
    };
  };
  expect(await asked({ AddTemplateStatus: { TemplateId: '77' } }, (of) => of.submit(text))).toMatchObject({
    got: '77',
    action: 'AddSmsTemplate',
    sent: { TemplateContent: '{1}您好 退订{2}', SmsType: 1 },
  });
  const approved = { DescribeTemplateStatusSet: [{ StatusCode: 0, ReviewReply: '' }] };
  expect((await asked(approved, (of) => of.decisionOn({ ...text, code: '77' }))).got).toEqual({
    state: 'approved',
    reason: null,
  });
  const packages = {
    SmsPackagesStatisticsSet: [
      { AmountOfPackage: 1000, CurrentUsage: 400 },
      { AmountOfPackage: 100, CurrentUsage: 100 },
    ],
  };
  expect((await asked(packages, (of) => of.balance(sms.at))).got).toEqual({ leftCount: 600, leftFen: null });
  const values = { name: '王', stop: 'https://x/1' };
  expect(await asked({ SendStatusSet: [] }, (of) => of.send({ ...sms, template: '77', values }))).toMatchObject({
    sent: { TemplateId: '77', TemplateParamSet: ['王', 'https://x/1'] },
  });
});
