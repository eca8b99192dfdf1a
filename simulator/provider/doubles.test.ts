import { SetClock } from '@boyun/kernel/server';
import { moneyServer } from '@boyun/money/server';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Call } from '../demo/sign-in.ts';
import { closeChannels, type Doubles, startDoubles } from './doubles.ts';

const START = new Date();
const clock = new SetClock(START);
let doubles: Doubles;
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let plates = 0;

const call: Call = async (path, body) => (await user.call(path, body)).data;

beforeAll(async () => {
  doubles = await startDoubles('http://localhost:1', '127.0.0.1', clock);
  const { wechatPayUrl, alipayUrl, unionpayUrl, publicUrl } = doubles.addresses;
  server = await startTestServer(inject('databaseUrl'), {
    clock,
    hasJobs: true,
    isAlone: true,
    wechatPayUrl: wechatPayUrl!,
    alipayUrl: alipayUrl!,
    unionpayUrl: unionpayUrl!,
    publicUrl: publicUrl!,
  });
  user = await server.newTenant('Demo', { isTrial: false });
  gate = new TestGate(server, user, clock, START);
  await doubles.open(call, server.url);
});
afterAll(async () => {
  await server?.stop();
  await doubles?.stop();
});

/** A car that waits at the exit and owes 6.00 yuan. */
async function owingCar() {
  plates += 1;
  const plate = `粤B7${String(plates).padStart(4, '0')}`;
  const lot = await gate.newLot();
  await gate.see(lot.entry, plate, 0);
  const { payUrl } = await gate.see(lot.exit, plate, 90);
  const paid = async () => (await user.call('/api/order/getOrderPage', { Plate: plate })).data.Rows[0].Paid as string;
  return { code: payUrl!.split('/').pop()!, paid };
}

/** Follows the pay page to the page of the desk, as a browser does; returns its address. */
async function deskPage(channel: string, code: string): Promise<string> {
  const { data } = await server.call('/api/payment/start', { Code: code, Channel: channel, App: 'browser' });
  const asked = await fetch(new URL(data.Address, server.url));
  if (channel !== 'unionpay') return asked.url;
  // The page of the product posts this form.
  const page = await asked.text();
  const fields = [...page.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name!,
    value!.replaceAll('&amp;', '&'),
  ]);
  const action = /action="([^"]+)"/.exec(page)![1]!;
  return (await fetch(action, { method: 'POST', body: new URLSearchParams(fields) })).url;
}

/** Presses a button of the desk's page. */
const press = (url: string, outcome: string, reporting: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ outcome, reporting, return: '' }), redirect: 'manual' });

const ofDesk = (path: string, form: Record<string, string>) =>
  fetch(doubles.deskUrl + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

test.each(['wechat', 'alipay', 'unionpay'])(
  'a person pays by %s on the desk’s page, and the product hears of it',
  async (channel) => {
    const { code, paid } = await owingCar();
    const url = await deskPage(channel, code);
    expect(url).toContain(`${doubles.deskUrl}/pay/${channel}/`);
    expect(await (await fetch(url)).text()).toContain('¥6.00');
    expect((await press(url, 'done', 'twice')).status).toBe(303);
    await server.until('the payment', async () => (await paid()) === '6.00');
    expect(await (await fetch(url)).text()).toContain('本次交易已结束');
  },
);

test('a notice of another amount settles nothing; the product asks and finds the payment', async () => {
  const { code, paid } = await owingCar();
  await press(await deskPage('unionpay', code), 'done', 'wrong-amount');
  await press(await deskPage('unionpay', (await owingCar()).code), 'failed', 'never');
  expect(await paid()).toBe('0.00');
  gate.at(90 + 30);
  const { run } = moneyServer.sweeps!.find((one) => one.name === 'unfinished-payments')!;
  await run(server.product.kernel);
  expect(await paid()).toBe('6.00');
});

test('the next call fails as chosen, and refunds come to their end as the banks’ habits say', async () => {
  const { code, paid } = await owingCar();
  expect((await ofDesk('/fault', { provider: 'wechat', fault: '5xx' })).status).toBe(303);
  const ask = () => server.call('/api/payment/start', { Code: code, Channel: 'wechat', App: 'browser' });
  expect((await ask()).code).toBe('pay-channel.not-started');
  expect((await ask()).state).toBe('success');
  expect((await ofDesk('/fault', { provider: 'wechat', fault: 'nonsense' })).status).toBe(400);
  expect((await ofDesk('/habits', { outcome: 'failed', reporting: 'now' })).status).toBe(303);
  expect(await (await fetch(doubles.deskUrl)).text()).toContain('value="failed" selected');
  expect(await paid()).toBe('0.00');
});

test('afterwards the channels are off', async () => {
  await closeChannels(call);
  const { Rows } = (await user.call('/api/payConfig/list', {})).data;
  const rows = Rows as { Channel: string; IsEnabled: boolean }[];
  expect(rows.map((one) => [one.Channel, one.IsEnabled]).sort()).toEqual([
    ['alipay', false],
    ['unionpay', false],
    ['wechat', false],
  ]);
});
