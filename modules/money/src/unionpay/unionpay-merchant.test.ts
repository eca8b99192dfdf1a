import { UNIONPAY_MERCHANT_PFX } from '@boyun/simulator/provider/unionpay-certificate';
import { readBill } from '@boyun/test-server/bill';
import { UnionpayWorld } from '@boyun/test-server/paying-world';
import type { TestUser } from '@boyun/test-server/server';
import forge from 'node-forge';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { openDesk } from '../provider-choice/provider-choice.service.ts';
import { unionpay } from './unionpay.service.ts';

const world = new UnionpayWorld();
const { provider } = world;

beforeAll(() => world.begin(inject('databaseUrl')));
afterAll(() => world.end());
beforeEach(() => world.reset());

describe('a merchant', () => {
  /** Pays by a channel of the lot and has it refunded; returns both as the provider has them. */
  async function paidAndRefunded(access: object) {
    const car = await world.owingCar();
    const id = await world.newChannel({ LotId: car.lotId, ...access });
    const no = await world.paid(car.code);
    expect(await provider.notify(no, world.server.url)).toEqual({ status: 200, said: 'ok' });
    await world.server.until('the exit', async () => (await car.order()).ParkingState === 'left');
    expect(await world.refund(car.id, '2.00')).toMatchObject({ state: 'success' });
    const refund = await world.refundOf(no);
    provider.settle(refund.no);
    world.pass(3600);
    await world.sweep();
    expect(await car.order()).toMatchObject({ Paid: '4.00' });
    return { id, pair: [provider.trades.get(no)!, refund] };
  }

  test.each([
    ['an acquirer', 'acquirer', { accessType: '1', acqInsCode: '48020000' }],
    ['a platform', 'platform', { accessType: '2', subMerId: '888000000000001' }],
  ] as const)('of %s is paid and refunds as such', async (_, kind, access) => {
    const { id, pair } = await paidAndRefunded(provider.access[kind]);
    expect(pair.map((one) => one.access)).toEqual([access, access]);
    const desk = await openDesk(world.server.product.kernel, world.user.tenantId, {
      channel: 'unionpay',
      payChannelId: id,
    });
    const file = await unionpay.bill(desk, '2026-03-04');
    const lines = readBill('unionpay', file, '2026-03-04', desk.merchant).map((one) => one.number);
    for (const { no } of pair) expect(lines).toContain(no);
    // The file of the platform has the lines of others too.
    if (kind === 'platform') expect(lines).toHaveLength(2);
  });

  test.each([
    ['acquirer and sub-merchant', { AcquirerNo: '48020000', SubMerchantNo: '888000000000001' }, 'one-access'],
    ['an acquirer without names', { AcquirerNo: '48020000', CategoryNo: '7523' }, 'no-payee'],
    ['an acquirer without category', { AcquirerNo: '48020000', PayeeName: '甲', PayeeShortName: '甲' }, 'no-payee'],
    ['a sub-merchant without names', { SubMerchantNo: '888000000000001' }, 'no-payee'],
    ['WeChat with an acquirer', { Channel: 'wechat', AcquirerNo: '48020000' }, 'unionpay-only'],
  ])('is not %s', async (_, more, code) => {
    const other = await world.server.newTenant('Other', { isTrial: false });
    const given = { Channel: 'unionpay', MerchantNo: '777290058110048', ...more };
    expect((await other.call('/api/payConfig/create', given)).code).toBe(`pay-channel.${code}`);
  });
});

describe('a certificate file', () => {
  const { Authorities } = provider.merchant.keys;
  const UNIONPAY = { Channel: 'unionpay', MerchantNo: provider.merchant.MerchantNo };

  async function setPfx(keys: object, by: TestUser) {
    const { Id: PayChannelId } = (await by.call('/api/payConfig/create', UNIONPAY)).data;
    const stored = await by.call('/api/payConfig/setKeys', { PayChannelId, Authorities, ...keys });
    return { stored, PayChannelId };
  }

  /** The same certificate and key in a file of today's ciphers. */
  function newerFile(password: string): string {
    const { Certificate, PrivateKey } = provider.merchant.keys;
    const certificate = forge.pki.certificateFromPem(Certificate);
    const file = forge.pkcs12.toPkcs12Asn1(forge.pki.privateKeyFromPem(PrivateKey), [certificate], password, {
      algorithm: 'aes256',
    });
    return forge.util.encode64(forge.asn1.toDer(file).getBytes());
  }

  test.each([
    ['of the older ciphers', UNIONPAY_MERCHANT_PFX, '000000'],
    ['of the newer ciphers', newerFile('密码 & 1'), '密码 & 1'],
  ])('%s stands for certificate and key, and neither it nor its password is kept', async (_, Pfx, PfxPassword) => {
    const other = await world.server.newTenant('Other', { isTrial: false });
    const { stored, PayChannelId } = await setPfx({ Pfx, PfxPassword }, other);
    expect(stored.data).toEqual({ Missing: [] });
    expect((await other.call('/api/payConfig/test', { PayChannelId })).data).toMatchObject({ IsWorking: true });
    const { data } = await other.call('/api/payConfig/get', { Id: PayChannelId });
    expect(data.CertificateUntil).toBe('2045-01-01T00:00:00.000Z');
    const kept = data.KeyMarks.map((one: { Key: string }) => one.Key).sort();
    expect(kept).toEqual(['authorities', 'certificate', 'certificateNo', 'privateKey']);
  });

  test.each([
    ['with another password', { Pfx: UNIONPAY_MERCHANT_PFX, PfxPassword: '111111' }, 'pfx-password'],
    ['without its password', { Pfx: UNIONPAY_MERCHANT_PFX }, 'pfx-password'],
    ['that is none', { Pfx: 'aGVsbG8=', PfxPassword: '000000' }, 'not-a-pfx'],
    ['that is cut off', { Pfx: UNIONPAY_MERCHANT_PFX.slice(0, 900), PfxPassword: '000000' }, 'not-a-pfx'],
  ])('%s is refused in words', async (_, keys, code) => {
    const other = await world.server.newTenant('Other', { isTrial: false });
    expect((await setPfx(keys, other)).stored.code).toBe(`pay-channel.${code}`);
  });
});
