import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { SetClock } from '@boyun/kernel/server';
import { CERTIFICATE_KEY, MERCHANT_CERTIFICATE } from '@boyun/test-server/merchant-certificate';
import { runReminders } from '@boyun/test-server/reminder';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { endedCertificates } from './certificate.jobs.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const UNTIL = new Date(new X509Certificate(MERCHANT_CERTIFICATE).validTo);
const clock = new SetClock(new Date(UNTIL.getTime() - 30 * DAY_MS - HOUR_MS));
let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
});
afterAll(() => server?.stop());

async function newChannel(keys: object): Promise<{ id: string; code: string | undefined }> {
  const tenant = await server.newTenant();
  const { data } = await tenant.call('/api/payConfig/create', { Channel: 'wechat', MerchantNo: '1900000109' });
  const stored = await tenant.call('/api/payConfig/setKeys', { PayChannelId: data.Id, ...keys });
  return { id: data.Id, code: stored.code };
}

/** The open alarms about a channel, in English. */
const alarms = async (subject: string) => {
  await endedCertificates.run(server.product.kernel);
  const rows = await server.product.kernel.database.system<{ en: string }>(
    `select text_en as en from system_alarm where name = 'payment-certificate' and subject = $1 and ended_at is null`,
    [subject],
  );
  return rows.map((one) => one.en);
};

test('a merchant certificate gives its number and its end', async () => {
  const { data } = await user.call('/api/payConfig/create', { Channel: 'wechat', MerchantNo: '1900000109' });
  const keys = { PayChannelId: data.Id, Certificate: MERCHANT_CERTIFICATE, PrivateKey: CERTIFICATE_KEY };
  expect((await user.call('/api/payConfig/setKeys', keys)).data.Missing).not.toContain('certificateNo');
  expect((await user.call('/api/payConfig/get', { Id: data.Id })).data.CertificateUntil).toBe(UNTIL.toISOString());
});

test('a certificate that is none, or belongs to another key, is refused', async () => {
  expect((await newChannel({ Certificate: 'hello' })).code).toBe('pay-channel.not-a-key');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const PrivateKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  expect((await newChannel({ Certificate: MERCHANT_CERTIFICATE, PrivateKey })).code).toBe('pay-channel.not-a-pair');
});

test('its end is reminded of thirty days ahead and then every week, and is an alarm once it has come', async () => {
  const tenant = await server.newTenant();
  const { data } = await tenant.call('/api/payConfig/create', { Channel: 'wechat', MerchantNo: '1900000109' });
  const keys = { PayChannelId: data.Id, Certificate: MERCHANT_CERTIFICATE, PrivateKey: CERTIFICATE_KEY };
  await tenant.call('/api/payConfig/setKeys', keys);
  const reminded = async (days: number) => {
    clock.set(new Date(UNTIL.getTime() - days * DAY_MS));
    const user = { ...tenant, ...(await server.newUser(tenant, ['pay-channel.set-keys'])) };
    await runReminders(server.product.kernel, tenant.tenantId);
    const sql = `select from event where tenant_id = $1 and kind = 'pay-channel.certificate-ending'`;
    return [user, (await server.product.kernel.database.system(sql, [tenant.tenantId])).length] as const;
  };
  expect((await reminded(31))[1]).toBe(0);
  expect((await reminded(29))[1]).toBe(1);
  expect((await reminded(28))[1]).toBe(1);
  expect((await reminded(22))[1]).toBe(2);
  expect(await alarms(data.Id)).toEqual([]);
  const [owner, count] = await reminded(-1);
  expect(count).toBe(2);
  expect(await alarms(data.Id)).toEqual([expect.stringContaining('has ended')]);
  const boss = await server.newUser(owner, ['pay-channel.update', 'pay-channel.list']);
  expect((await boss.call('/api/payConfig/update', { Id: data.Id, IsEnabled: false })).state).toBe('success');
  expect(await alarms(data.Id)).toEqual([]);
});
