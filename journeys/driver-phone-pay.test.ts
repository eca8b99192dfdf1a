import { systemClock } from '@boyun/kernel/server';
import { AlipayDouble } from '@boyun/simulator/provider/alipay';
import { UnionpayDouble } from '@boyun/simulator/provider/unionpay';
import { WechatPayDouble } from '@boyun/simulator/provider/wechat-pay';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, visit } from './browser.ts';
import { startWorld, type World, type WorldLot } from './world.ts';

const PHONE = { width: 390, height: 844 };
const IN_WECHAT =
  'Mozilla/5.0 (Linux; Android 14; 23013RK75C) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0.55.2780 WeChat/arm64 Weixin NetType/WIFI Language/zh_CN';
const IN_ALIPAY =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 AliApp(AP/10.6.80) AlipayClient/10.6.80 Language/zh-Hans';
/** Bank apps that open the codes of UnionPay add the last part, by the rule of its QR code payments. */
const IN_UNIONPAY =
  'Mozilla/5.0 (Linux; Android 14; V2309A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0 Mobile Safari/537.36 (com.unionpay.chsp) UnionPay/1.0 CloudPay';

let world: World;
let lot: WorldLot;
let browser: Browser;
let provider: WechatPayDouble;
let alipay: AlipayDouble;
let unionpay: UnionpayDouble;

beforeAll(async () => {
  provider = new WechatPayDouble(systemClock);
  alipay = new AlipayDouble(systemClock);
  unionpay = new UnionpayDouble(systemClock);
  const [address, alipayUrl, unionpayUrl] = await Promise.all([provider.start(), alipay.start(), unionpay.start()]);
  const publicUrl = 'https://parking.example.com';
  [world, browser] = await Promise.all([
    startWorld(inject('databaseUrl'), {
      isAlone: true,
      publicUrl,
      wechatPayUrl: address,
      wechatUrl: address,
      alipayUrl,
      unionpayUrl,
    }),
    sharedBrowser(),
  ]);
  await world.server.product.kernel.database.system('update tenant set is_trial = false where id = $1', [
    world.admin.tenantId,
  ]);
  lot = await world.newLot('滨河停车场');
  await Promise.all([lot.entry.beat(), lot.exit.beat()]);
  for (const [Channel, { merchant }] of Object.entries({ wechat: provider, alipay, unionpay })) {
    const { keys, ...given } = merchant;
    const row = await world.make('/api/payConfig/create', { Channel, ...given });
    await world.make('/api/payConfig/setKeys', { PayChannelId: row.Id, ...keys });
  }
});
afterAll(async () => {
  await world?.server.stop();
  await Promise.all([provider?.stop(), alipay?.stop(), unionpay?.stop()]);
});

/** Brings a car that owes to the exit; returns the path of its payment page. */
async function waitingCar(plate: string): Promise<string> {
  await lot.entry.handIn(plate, 90);
  const asked = await lot.exit.see(plate);
  expect(asked.opens).toBe(false);
  return new URL(/https?:\S*\/pay\/[\w-]+/.exec(asked.screenText)![0]).pathname;
}

/** The number of the payment that was requested last. */
const lastPayment = () => [...provider.payments.keys()].at(-1)!;

/** WeChat around the page: its sign-in comes back with a code, its bridge answers as the driver does. */
async function beWechat(page: Page, code: string, answers: string[]): Promise<void> {
  await page.route('https://open.weixin.qq.com/**', (route) => {
    const asked = new URL(route.request().url()).searchParams;
    expect(asked.get('scope')).toBe('snsapi_base');
    const back = new URL(asked.get('redirect_uri')!);
    back.search = new URLSearchParams({ code, state: asked.get('state')! }).toString();
    const body = `<script>location.replace(${JSON.stringify(back.href)})</script>`;
    return route.fulfill({ contentType: 'text/html', body });
  });
  await page.exposeFunction('answerBridge', () => {
    const answer = answers.shift()!;
    if (answer === 'ok') provider.settle(lastPayment());
    return `get_brand_wcpay_request:${answer}`;
  });
  await page.addInitScript(() => {
    const { answerBridge } = window as unknown as { answerBridge(): Promise<string> };
    Object.assign(window, {
      WeixinJSBridge: {
        invoke: (_name: string, _parameters: object, done: (result: object) => void) =>
          void answerBridge().then((err_msg) => done({ err_msg })),
      },
    });
  });
}

test('a driver pays inside WeChat: cancels, pays, and leaves', async () => {
  const path = await waitingCar('粤BW0001');
  const opened = lot.exit.untilOpenCommand();
  const { page, faults } = await visit(browser, 'about:blank', { ...PHONE, userAgent: IN_WECHAT });
  await beWechat(page, 'code-journey-1', ['cancel', 'ok']);
  await page.goto(world.server.url + path);
  const pay = page.getByRole('button', { name: '微信支付 ¥6.00' });
  await pay.waitFor();
  expect(await page.getByRole('button', { name: /支付宝/ }).count()).toBe(0);
  await savePicture(page, 'driver-wechat-1-bill');
  await pay.click();
  await page.getByText('已取消支付').waitFor();
  await savePicture(page, 'driver-wechat-2-cancelled');
  const number = lastPayment();
  await page.getByRole('button', { name: /微信支付 ¥6.00/ }).click();
  await page.getByText('支付处理中').waitFor();
  expect(lastPayment(), 'the same payment goes on').toBe(number);
  expect(await provider.notify(number, world.server.url)).toBe(200);
  await page.getByText('支付成功').waitFor();
  await savePicture(page, 'driver-wechat-3-paid');
  await opened;
  expect(faults).toEqual([]);
});

test('a driver pays in a browser: WeChat’s page opens, and the result waits on the way back', async () => {
  const path = await waitingCar('粤BW0002');
  const { page, faults } = await visit(browser, world.server.url + path, PHONE);
  await page.route('https://wx.tenpay.com/**', (route) => route.fulfill({ contentType: 'text/html', body: 'WeChat' }));
  await page.getByRole('button', { name: '微信支付 ¥6.00' }).click();
  await page.getByText('WeChat').waitFor();
  await page.goto(world.server.url + path);
  await page.getByText('如已付款，结果很快会显示在这里').waitFor();
  await savePicture(page, 'driver-wechat-4-back');
  provider.settle(lastPayment());
  expect(await provider.notify(lastPayment(), world.server.url)).toBe(200);
  await page.getByText('支付成功').waitFor();
  expect(faults).toEqual([]);
});

test('a driver pays inside Alipay, whose page comes and goes', async () => {
  const path = await waitingCar('粤BW0003');
  const { page, faults } = await visit(browser, 'about:blank', { ...PHONE, userAgent: IN_ALIPAY });
  let number = '';
  await page.route(`${alipay.address}/gateway.do**`, (route) => {
    number = alipay.open(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: 'Alipay' });
  });
  await page.goto(world.server.url + path);
  const pay = page.getByRole('button', { name: '支付宝 ¥6.00' });
  await pay.waitFor();
  expect(await page.getByRole('button', { name: /微信/ }).count()).toBe(0);
  await pay.click();
  await page.getByText('Alipay').waitFor();
  alipay.settle(number);
  await page.goto(world.server.url + path);
  await page.getByText('如已付款，结果很快会显示在这里').waitFor();
  expect(await alipay.notify(number, world.server.url)).toEqual({ status: 200, said: 'success' });
  await page.getByText('支付成功').waitFor();
  expect(faults).toEqual([]);
});

test('a driver pays inside the app of UnionPay, whose page comes and goes', async () => {
  const path = await waitingCar('粤BW0005');
  const { page, faults } = await visit(browser, 'about:blank', { ...PHONE, userAgent: IN_UNIONPAY });
  await page.route('https://qr.95516.com/**', (route) => route.fulfill({ contentType: 'text/html', body: 'UnionPay' }));
  await page.goto(world.server.url + path);
  const pay = page.getByRole('button', { name: '云闪付 ¥6.00' });
  await pay.waitFor();
  expect(await page.getByRole('button', { name: /微信|支付宝/ }).count()).toBe(0);
  await savePicture(page, 'driver-unionpay-1-bill');
  await pay.click();
  await page.getByText('UnionPay').waitFor();
  const number = new URL(page.url()).pathname.split('/').at(-1)!;
  unionpay.settle(number);
  await page.goto(world.server.url + path);
  await page.getByText('如已付款，结果很快会显示在这里').waitFor();
  expect(await unionpay.notify(number, world.server.url)).toEqual({ status: 200, said: 'ok' });
  await page.getByText('支付成功').waitFor();
  expect(faults).toEqual([]);
});

test('a driver pays by card on the page of UnionPay, to which a signed form leads', async () => {
  const path = await waitingCar('粤BW0006');
  const { page, faults } = await visit(browser, 'about:blank', PHONE);
  let number = '';
  await page.route(`${unionpay.address}/**`, (route) => {
    number = unionpay.open(Object.fromEntries(new URLSearchParams(route.request().postData()!)));
    return route.fulfill({ contentType: 'text/html', body: 'UnionPay' });
  });
  await page.goto(world.server.url + path);
  await page.getByRole('button', { name: '银联卡、云闪付 ¥6.00' }).click();
  await page.getByText('UnionPay', { exact: true }).waitFor();
  unionpay.settle(number);
  expect(await unionpay.notify(number, world.server.url)).toEqual({ status: 200, said: 'ok' });
  // The way back is a post of the payer's browser.
  await page.setContent(`<form method="post" action="${world.server.url}${path}"><button>Back</button></form>`);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByText('支付成功').waitFor();
  await page.getByRole('region', { name: '支付凭证' }).getByText('银联').waitFor();
  await savePicture(page, 'driver-unionpay-2-receipt');
  expect(faults).toEqual([]);
});

test('an answer that is lost on the way is asked for again, and pays once', async () => {
  const path = await waitingCar('粤BW0004');
  const { page } = await visit(browser, world.server.url + path, PHONE);
  await page.route('https://wx.tenpay.com/**', (route) => route.fulfill({ contentType: 'text/html', body: 'WeChat' }));
  const before = provider.payments.size;
  let lost = 0;
  let isSeen = false;
  await page.route('**/api/payment/start', async (route) => {
    if (isSeen || lost === 4) return route.continue();
    lost += 1;
    // The server has done it; its answer never arrives.
    await route.fetch();
    return route.abort('connectionreset');
  });
  // The page says so between two tries, which may be short.
  const offline = page.getByText('网络不通，正在重试').waitFor();
  await page.getByRole('button', { name: '微信支付 ¥6.00' }).click();
  await offline;
  isSeen = true;
  await savePicture(page, 'driver-lost-1-offline');
  await page.getByText('WeChat').waitFor();
  expect(lost).toBeGreaterThan(0);
  expect(provider.payments.size - before, 'one payment in spite of several requests').toBe(1);
  provider.settle(lastPayment());
  expect(await provider.notify(lastPayment(), world.server.url)).toBe(200);
  await page.goto(world.server.url + path);
  await page.getByText('支付成功').waitFor();
  await page.getByRole('region', { name: '支付凭证' }).getByText('微信支付').waitFor();
  await savePicture(page, 'driver-lost-2-receipt');
});
