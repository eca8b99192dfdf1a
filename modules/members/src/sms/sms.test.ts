import { SetClock } from '@boyun/kernel/server';
import { outletsOf, trySend } from '@boyun/push/server';
import { newDriver, type TestDriver } from '@boyun/test-server/driver';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { nextNumber, TestShop } from '@boyun/test-server/shop';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { runCampaign } from './campaign.service.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const MINUTE = 60_000;
const clock = new SetClock(START);
const pass = (minutes: number) => clock.set(new Date(clock.now().getTime() + minutes * MINUTE));
let server: TestServer;
let shop: TestShop;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, publicUrl: 'https://p.example.com' });
});
beforeEach(async () => {
  clock.set(START);
  shop = await TestShop.open(server, clock, START);
  server.takeSent();
});
afterAll(() => server?.stop());

const TEXT = '{name}您好，周末停车八折。退订：{stop}';

async function template(Content = TEXT, Purpose = 'advertising'): Promise<string> {
  const made = await shop.user.call('/api/push/smsTemplate/create', { Name: `模板${nextNumber()}`, Purpose, Content });
  expect(made.message).toBe('');
  return made.data.Id;
}
const act = (name: string, SmsTemplateId: string) => shop.user.call(`/api/push/smsTemplate/${name}`, { SmsTemplateId });
const stateOf = async (Id: string) => (await shop.user.call('/api/push/smsTemplate/get', { Id })).data;

/** A text that the sandbox has approved. */
async function approved(): Promise<string> {
  const id = await template();
  await act('submit', id);
  pass(2);
  await act('ask', id);
  expect(await stateOf(id)).toMatchObject({ State: 'approved' });
  return id;
}

const number = (end = String(10_000 + nextNumber()).slice(-4)) => `1350${String(1000 + nextNumber()).slice(-3)}${end}`;
async function agreed(mobile = number()): Promise<TestDriver> {
  const driver = await newDriver(server, shop.user, mobile);
  await driver.call('/api/app/privacy/setSms', { IsAgreed: true });
  return driver;
}

const preview = async (TemplateId: string) => (await shop.user.call('/api/member/sms/preview', { TemplateId })).data;
const start = (TemplateId: string, ReceiverCount: number) =>
  shop.user.call('/api/member/sms/start', { Title: '周末', TemplateId, ReceiverCount, Reason: '周末活动' });

/** Runs the campaign, then sends what it queued. */
async function work(CampaignId: string): Promise<void> {
  const { kernel } = server.product;
  const tenantId = shop.user.tenantId;
  await runCampaign(kernel, { tenantId, campaignId: CampaignId });
  const outlets = outletsOf({ smsUrl: null, mailUrl: null });
  for (const one of server.takeSent<{ sendId?: string }>())
    if (one.sendId) await trySend(kernel, tenantId, one.sendId, outlets);
}
const receivers = async (CampaignId: string) => {
  const { Rows } = (await shop.user.call('/api/member/sms/receiver/list', { CampaignId })).data;
  return Object.fromEntries(
    Rows.map((one: { MaskedMobile: string; Outcome: string }) => [one.MaskedMobile, one.Outcome]),
  );
};
const mask = (mobile: string) => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;

test('the provider approves a text or refuses it with its reason; advertising needs the link to unsubscribe', async () => {
  const bad = await shop.user.call('/api/push/smsTemplate/create', {
    Name: '缺',
    Purpose: 'advertising',
    Content: '周末停车八折',
  });
  expect(bad.code).toBe('sms.needs-stop');
  const id = await template('【泊云】{name}您好，欢迎停车', 'notice');
  await act('submit', id);
  await act('ask', id);
  expect(await stateOf(id)).toMatchObject({ State: 'submitted', Provider: 'sandbox' });
  const { Version } = await stateOf(id);
  const changed = await shop.user.call('/api/push/smsTemplate/update', { Id: id, Version, Content: '改了内容可以吗' });
  expect(changed.code).toBe('sms.not-possible');
  pass(2);
  await act('ask', id);
  expect(await stateOf(id)).toMatchObject({ State: 'refused', Reason: '模板内容不得包含签名' });
  expect((await start(id, 1)).code).toBe('sms-campaign.not-approved');
});

test('an SMS to many goes to those who agreed, with the outcome of each; a changed number is refused', async () => {
  const id = await approved();
  const [one, bad] = [await agreed(), await agreed(number('0000'))];
  const silent = await newDriver(server, shop.user, number());
  expect(await preview(id)).toMatchObject({ MatchCount: 3, ReceiverCount: 2, WithoutConsentCount: 1, Parts: 1 });
  expect((await start(id, 3)).code).toBe('sms-campaign.count-changed');
  const { data } = await start(id, 2);
  await work(data.CampaignId);
  expect(await receivers(data.CampaignId)).toEqual({ [mask(one.mobile)]: 'sent', [mask(bad.mobile)]: 'failed' });
  const [row] = (await shop.user.call('/api/member/sms/list')).data.Rows;
  expect(row).toMatchObject({ State: 'done', TotalCount: 2, SentCount: 1, FailedCount: 1, SkippedCount: 0 });
  const sends = (await shop.user.call('/api/push/send/list', { Channel: 'sms' })).data.Rows;
  expect(sends.filter((send: { Title: string }) => send.Title === '周末')).toHaveLength(2);
  expect(sends[0].Body).toContain('https://p.example.com/stop/');
  expect(
    sends.some(
      (send: { Recipient: string; Title: string }) => send.Title === '周末' && send.Recipient === mask(silent.mobile),
    ),
  ).toBe(false);
  expect((await shop.user.call('/api/push/smsBalance')).data).toMatchObject({ Provider: 'sandbox', LeftCount: 9998 });
});

test('who unsubscribes by the link gets nothing more: not of a campaign under way, nor by sending again', async () => {
  const id = await approved();
  const [first, second] = [await agreed(), await agreed()];
  const { data } = await start(id, 2);
  await first.call('/api/app/privacy/setSms', { IsAgreed: false });
  await work(data.CampaignId);
  expect(await receivers(data.CampaignId)).toEqual({
    [mask(first.mobile)]: 'withdrawn',
    [mask(second.mobile)]: 'sent',
  });
  const send = (await shop.user.call('/api/push/send/list', { Channel: 'sms' })).data.Rows.find(
    (one: { Title: string }) => one.Title === '周末',
  );
  const Code = /stop\/([\w-]+)/.exec(send.Body)![1];
  expect((await server.call('/api/sms/getStop', { Code })).data).toMatchObject({
    IsAgreed: true,
    MaskedMobile: mask(second.mobile),
  });
  await server.call('/api/sms/stop', { Code });
  expect((await server.call('/api/sms/getStop', { Code })).data.IsAgreed).toBe(false);
  expect((await server.call('/api/sms/stop', { Code: `${Code}x` })).code).toBe('sms-campaign.unknown-code');
  await shop.user.call('/api/push/send/resend', { PushSendId: send.Id });
  await work(data.CampaignId);
  const [again] = (await shop.user.call('/api/push/send/list', { Recipient: second.mobile })).data.Rows;
  expect(again).toMatchObject({ State: 'failed', Answer: '已退订' });
  expect((await preview(id)).ReceiverCount).toBe(0);
});

test('in quiet hours it waits for their end; sending needs its own right', async () => {
  // After 22:00 in Shanghai; sessions of the day are over by then.
  clock.set(new Date('2026-03-04T14:00:00.000Z'));
  shop = await TestShop.open(server, clock, clock.now());
  const id = await approved();
  await agreed();
  const keeper = await server.newUser(shop.user, ['sms-campaign.list', 'sms-template.list']);
  expect((await keeper.call('/api/member/sms/preview', { TemplateId: id })).code).toBe('kernel.no-permission');
  const { data } = await start(id, 1);
  await work(data.CampaignId);
  const row = async () => (await shop.user.call('/api/member/sms/list')).data.Rows[0];
  expect(await row()).toMatchObject({
    State: 'sending',
    HandledCount: 0,
    NextAt: expect.stringContaining('2026-03-05'),
  });
  expect((await shop.user.call('/api/member/sms/stop', { CampaignId: data.CampaignId, Note: '不发了' })).message).toBe(
    '',
  );
  await work(data.CampaignId);
  expect(await row()).toMatchObject({ State: 'stopped', HandledCount: 0, Note: '不发了' });
});
