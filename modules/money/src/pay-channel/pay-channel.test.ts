import { generateKeyPairSync } from 'node:crypto';
import { makeSecrets, SetClock } from '@boyun/kernel/server';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const API_KEY = '0123456789abcdef0123456789abcdef';
let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
});
afterAll(() => server?.stop());

async function newChannel(values: object, by = user): Promise<string> {
  const answer = await by.call('/api/payConfig/create', values);
  expect(answer).toMatchObject({ state: 'success' });
  return answer.data.Id;
}
const tryOut = (PayChannelId: string, by = user, headers = {}) =>
  by.call('/api/payConfig/test', { PayChannelId }, headers);

test('a fee rate is stored to the thousandth, exactly', async () => {
  const id = await newChannel({ Channel: 'unionpay', MerchantNo: '1900000009', FeePercent: 0.1 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 10_000 }), async (thousandths) => {
      const FeePercent = thousandths / 1000;
      expect((await user.call('/api/payConfig/update', { Id: id, FeePercent })).state).toBe('success');
      expect((await user.call('/api/payConfig/get', { Id: id })).data.FeePercent).toBe(FeePercent);
      const [row] = await server.product.kernel.database.system<{ isExact: boolean }>(
        'select fee_percent * 1000 * 12345 = $2::bigint * 12345 as "isExact" from pay_channel where id = $1',
        [id, thousandths],
      );
      expect(row!.isExact).toBe(true);
    }),
    { seed: 7, numRuns: 25, examples: [[100], [600], [4_145], [10_000]] },
  );
  expect((await user.call('/api/payConfig/update', { Id: id, FeePercent: 0.0005 })).code).toBe('kernel.bad-input');
  await user.call('/api/payConfig/delete', { Id: id });
});

describe('keys', () => {
  test('go in, are sealed, and never come out again', async () => {
    const id = await newChannel({ Channel: 'wechat', MerchantNo: '1900000001', FeePercent: 0.6 });
    const stored = await user.call('/api/payConfig/setKeys', { PayChannelId: id, ApiKey: API_KEY });
    expect(stored.data.Missing).toEqual(['certificateNo', 'privateKey', 'publicKey', 'publicKeyId']);
    const rest = { CertificateNo: 'CERT1', PrivateKey: privateKey, PublicKey: publicKey, PublicKeyId: 'PUB_KEY_ID_1' };
    const whole = await user.call('/api/payConfig/setKeys', { PayChannelId: id, ...rest });
    expect(whole.data.Missing).toEqual([]);
    const { data } = await user.call('/api/payConfig/get', { Id: id });
    expect(data).toMatchObject({ KeyState: 'complete', FeePercent: 0.6, KeysSetAt: START.toISOString() });
    expect(data.KeyMarks.map((one: { Key: string }) => one.Key).sort()).toEqual([
      'apiKey',
      'certificateNo',
      'privateKey',
      'publicKey',
      'publicKeyId',
    ]);
    const listed = JSON.stringify([
      data,
      await user.call('/api/payConfig/list'),
      await user.call('/api/auditLog/list', { PerPage: 200 }),
    ]);
    const [row] = await server.product.kernel.database.system<{ sealed: string }>(
      'select keys_sealed as sealed from pay_channel where id = $1',
      [id],
    );
    for (const value of [API_KEY, 'CERT1', 'PRIVATE KEY']) {
      expect(listed).not.toContain(value);
      expect(row!.sealed).not.toContain(value);
    }
    expect(JSON.parse(server.product.kernel.secrets.decrypt(row!.sealed))).toMatchObject({ apiKey: API_KEY });
  });

  test.each([
    ['a private key that is none', { PrivateKey: 'hello' }, 'pay-channel.not-a-key'],
    ['a public key that is none', { PublicKey: '-----BEGIN PUBLIC KEY-----' }, 'pay-channel.not-a-key'],
    ['a short APIv3 key', { ApiKey: '12345' }, 'kernel.bad-input'],
  ])('are not %s', async (_, keys, code) => {
    const other = await server.newTenant();
    const id = await newChannel({ Channel: 'wechat', MerchantNo: '1900000002' }, other);
    expect((await other.call('/api/payConfig/setKeys', { PayChannelId: id, ...keys })).code).toBe(code);
  });

  test('of a fixed length say that length', async () => {
    const other = await server.newTenant();
    const id = await newChannel({ Channel: 'wechat', MerchantNo: '1900000003' }, other);
    const answer = await other.call('/api/payConfig/setKeys', { PayChannelId: id, ApiKey: 'short' });
    expect(answer.message).toMatch(/(须为32个字符|must have 32 characters)$/);
  });

  test('are for channels that have some', async () => {
    const other = await server.newTenant();
    const id = await newChannel({ Channel: 'cash' }, other);
    const answer = await other.call('/api/payConfig/setKeys', { PayChannelId: id, ApiKey: API_KEY });
    expect(answer.code).toBe('pay-channel.no-keys-needed');
  });

  test('want the right to set them, and the lot they are for', async () => {
    const lot = async (Code: string) =>
      (await user.call('/api/parkLot/create', { Name: `Lot${Code}`, Code, Capacity: 10 })).data.Id as string;
    const [own, other] = [await lot('K1'), await lot('K2')];
    const id = await newChannel({ Channel: 'alipay', MerchantNo: '2088', LotId: other });
    const body = { PayChannelId: id, PrivateKey: privateKey };
    const reader = await server.newUser(user, ['pay-channel.list', 'pay-channel.update']);
    expect((await reader.call('/api/payConfig/setKeys', body)).code).toBe('kernel.no-permission');
    const scoped = await server.newUser(user, ['pay-channel.set-keys'], [own]);
    expect((await scoped.call('/api/payConfig/setKeys', body)).code).toBe('kernel.not-found');
  });
});

describe('a channel', () => {
  test('stands once for a lot and once for all', async () => {
    const other = await server.newTenant();
    await newChannel({ Channel: 'sandbox' }, other);
    expect((await other.call('/api/payConfig/create', { Channel: 'sandbox' })).code).toBe('kernel.duplicate');
  });

  test('that is real and in use names its merchant', async () => {
    const other = await server.newTenant();
    const bare = await other.call('/api/payConfig/create', { Channel: 'unionpay' });
    expect(bare.code).toBe('pay-channel.no-merchant');
    const id = await newChannel({ Channel: 'unionpay', IsEnabled: false }, other);
    const answer = await other.call('/api/payConfig/update', { Id: id, IsEnabled: true });
    expect(answer.code).toBe('pay-channel.no-merchant');
  });

  test('is tried: the sandbox is asked over HTTP, a real one says what it lacks', async () => {
    const other = await server.newTenant();
    const sandbox = await newChannel({ Channel: 'sandbox' }, other);
    expect((await tryOut(sandbox, other)).data).toMatchObject({ IsWorking: true, Message: '已应答，签名有效' });
    const wechat = await newChannel({ Channel: 'wechat', IsEnabled: false }, other);
    const lacking = await tryOut(wechat, other);
    expect(lacking.data).toMatchObject({
      IsWorking: false,
      Message: '缺少：商户号、应用编号、APIv3 密钥、商户证书序列号、商户私钥、平台公钥、平台公钥 ID',
    });
    const english = await tryOut(wechat, other, { 'accept-language': 'en-US' });
    expect(english.data.Message).toContain('Missing: Merchant number, App id, APIv3 key');
    const alipay = await newChannel({ Channel: 'alipay', MerchantNo: '2088102180000001', AppNo: '1' }, other);
    const keys = { PrivateKey: privateKey, PublicKey: publicKey };
    await other.call('/api/payConfig/setKeys', { PayChannelId: alipay, ...keys });
    await server.product.kernel.database.system(`update pay_channel set keys_sealed = 'spoiled' where id = $1`, [
      alipay,
    ]);
    expect((await tryOut(alipay, other)).data.Message).toBe('私钥无法解开或不能签名，请重新设置');
  });

  test('answers questions that are signed alone', async () => {
    const asked = await fetch(`${server.url}/api/payment/sandbox/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tenantId: user.tenantId, paymentNo: 'Z1', sign: 'made up' }),
    });
    expect(asked.status).toBe(401);
  });

  test('turned off takes no money: for one lot, or for all but one', async () => {
    const other = await server.newTenant();
    const gate = new TestGate(server, other, clock, START);
    const owing = async (plate: string) => {
      const lot = await gate.newLot();
      await gate.see(lot.entry, plate, 0);
      await gate.see(lot.exit, plate, 90);
      const { Id, Due } = (await other.call('/api/order/getOrderPage', { LotId: lot.id })).data.Rows[0];
      return { lot, collect: () => other.call('/api/order/collectCash', { OrderId: Id, Amount: Due }) };
    };
    const [one, two, three] = [await owing('粤B10001'), await owing('粤B10002'), await owing('粤B10003')];
    await newChannel({ Channel: 'cash', LotId: one.lot.id, IsEnabled: false }, other);
    expect((await one.collect()).code).toBe('pay-channel.off');
    expect((await two.collect()).state).toBe('success');
    await newChannel({ Channel: 'cash', IsEnabled: false }, other);
    expect((await three.collect()).code).toBe('pay-channel.off');
    await newChannel({ Channel: 'cash', LotId: three.lot.id }, other);
    expect((await three.collect()).state).toBe('success');
  });
});

test('what an older secret sealed opens while that one is given, and new seals are of the new one', () => {
  const older = makeSecrets('the secret of last year');
  const sealed = older.encrypt('key');
  const both = makeSecrets('the secret of this year', ['another one', 'the secret of last year']);
  expect(both.decrypt(sealed)).toBe('key');
  expect(makeSecrets('the secret of this year').decrypt(both.encrypt('new'))).toBe('new');
  expect(() => makeSecrets('the secret of this year').decrypt(sealed)).toThrow();
});
