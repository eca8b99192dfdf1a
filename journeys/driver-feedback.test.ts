import { Buffer } from 'node:buffer';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, signIn, untilAnnounced, visit } from './browser.ts';
import { startWorld, type World, type WorldLot } from './world.ts';

const PLATE = '粤B30303';
const WORDS = '出口道闸抬起很慢，请检修';
const REPLY = '道闸已检修，感谢您的反馈';
const PHONE = { width: 390, height: 844 };
// One red dot.
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

let world: World;
let lot: WorldLot;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  lot = await world.newLot('滨河停车场');
  await Promise.all([lot.entry.beat(), lot.exit.beat()]);
  await world.newAccount('service', ['feedback.list', 'feedback.answer', 'order.list']);
});
afterAll(() => world?.server.stop());

test('a driver writes from the page of the payment, the staff takes and answers it, the driver reads the answer', async () => {
  await lot.entry.handIn(PLATE, 90);
  const found = await world.admin.call('/api/order/getOrderPage', { Plate: PLATE });
  const order = await world.admin.call('/api/order/getOrder', { OrderId: found.data.Rows[0].Id });
  const phone = await visit(browser, world.server.url + order.data.Order.PayPath, PHONE);
  await phone.page.getByRole('link', { name: '提交意见反馈' }).click();
  await phone.page.getByRole('heading', { name: '意见反馈' }).waitFor();
  await phone.page.getByRole('button', { name: '设备' }).click();
  await phone.page.getByLabel('反馈内容').fill(WORDS);
  await expect.poll(() => phone.page.getByLabel(/^车牌号/).inputValue()).toBe(PLATE);
  await phone.page.getByLabel(/^手机号/).fill('123');
  await phone.page
    .locator('input[type=file]')
    .setInputFiles({ name: '道闸.png', mimeType: 'image/png', buffer: PICTURE });
  await savePicture(phone.page, 'feedback-1-write');
  await phone.page.getByRole('button', { name: '提交反馈' }).click();
  await phone.page.getByRole('alert').filter({ hasText: '手机号' }).waitFor();
  await phone.page.getByLabel(/^手机号/).fill('13800138000');
  await phone.page.getByRole('button', { name: '提交反馈' }).click();
  await phone.page.getByRole('status').filter({ hasText: '等待受理' }).waitFor();
  await phone.page.getByRole('button', { name: '放大反馈图片' }).waitFor();
  await savePicture(phone.page, 'feedback-2-sent');

  const staff = await visit(browser, `${world.server.url}/_cloud_operation/feedback`);
  await signIn(staff.page, world.tenantCode, 'service');
  const row = staff.page.getByRole('row').filter({ hasText: WORDS });
  await row.getByRole('button', { name: '受理' }).click();
  await row.getByRole('button', { name: '回复' }).waitFor();
  await row.click();
  const drawer = staff.page.getByRole('dialog').filter({ hasText: '还没有回复' });
  await drawer.getByRole('button', { name: '放大反馈图片' }).waitFor();
  await savePicture(staff.page, 'feedback-3-drawer');
  await drawer.getByRole('button', { name: '回复' }).click();
  const dialog = staff.page.getByRole('dialog', { name: '回复车主' });
  await dialog.getByRole('textbox', { name: '回复内容' }).fill(REPLY);
  await savePicture(staff.page, 'feedback-4-answer');
  await dialog.getByRole('button', { name: '发送回复' }).click();
  await untilAnnounced(staff.page, '已回复，并发送短信');
  await staff.page.locator('.feedback-answer').filter({ hasText: REPLY }).waitFor();

  await phone.page.getByRole('button', { name: '刷新' }).click();
  await phone.page.getByText(REPLY).waitFor();
  await phone.page.getByRole('status').filter({ hasText: '已回复' }).waitFor();
  await savePicture(phone.page, 'feedback-5-read');
  await phone.page.getByRole('button', { name: 'English' }).click();
  await phone.page.getByRole('status').filter({ hasText: 'Answered' }).waitFor();
  expect([...staff.faults, ...phone.faults]).toEqual([]);
});
