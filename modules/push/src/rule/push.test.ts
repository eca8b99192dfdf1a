import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import { createAccount } from '@boyun/access/server';
import { SetClock, systemWho } from '@boyun/kernel/server';
import { eventNamed } from '@boyun/test-server/event';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { outletsOf, trySend } from '../outbox/push-send.service.ts';

let server: TestServer;
let admin: TestUser;

const emit = (on: TestServer, tenantId: number, kind: string, data: object, lotId: string | null = null) =>
  on.product.kernel.database.inTenant(systemWho(tenantId), async (tx) =>
    tx.emit(eventNamed(kind), { lotId, subjectId: tx.newId(), data: data as Record<string, unknown> }),
  );
const rule = (user: TestUser, body: object) =>
  user.call('/api/push/rule/create', { Name: '规则', Event: 'device.offline', Channels: ['message'], ...body });
const sends = async (user: TestUser, body: object = {}) => (await user.call('/api/push/send/list', body)).data.Rows;
const messages = async (user: TestUser) => (await user.call('/api/serviceMsgCenter/list')).data.Rows;
const OFFLINE = { cameraId: '01a2187c-1040-736a-8d2c-765e50ac0f93', laneId: null, name: '入口1号相机' };

describe('rules', () => {
  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'));
    admin = await server.newTenant();
  });
  afterAll(() => server?.stop());

  test('an event notifies roles and accounts that see its lot, in their language, once each', async () => {
    const lot = async (Name: string) =>
      (await admin.call('/api/parkLot/create', { Name, Code: Name, Capacity: 9 })).data.Id;
    const [here, elsewhere] = [await lot('NEAR'), await lot('FAR')];
    const guard = await server.newUser(admin, ['lot.list'], [here]);
    const far = await server.newUser(admin, ['lot.list'], [elsewhere]);
    // This account has all lots, but its role's scope has none.
    const afar = await server.newUser(admin, ['lot.list']);
    const [role] = (await admin.call('/api/role/list', { Name: afar.account })).data.Rows;
    await admin.call('/api/role/update', { Id: role.Id, Scope: 'places', LotIds: [elsewhere] });
    const { kernel } = server.product;
    await createAccount(kernel, admin.tenantId, {
      account: 'duty',
      name: '值守',
      password: 'Boyun#2026',
      roles: ['attendant'],
    });
    await rule(admin, { Accounts: [guard.account, far.account, afar.account] });
    await rule(admin, { Name: '又一条', Accounts: [guard.account], Roles: ['attendant'] });
    // About another lot.
    await rule(admin, { Name: '别处', Accounts: [admin.account], LotIds: [elsewhere] });
    await emit(server, admin.tenantId, 'device.offline', OFFLINE, here);
    await server.until('the message', async () => (await messages(guard)).length > 0);
    expect((await messages(guard)).map((one: { Title: string }) => one.Title)).toEqual(['设备离线：入口1号相机']);
    const en = (await guard.call('/api/serviceMsgCenter/list', {}, { 'accept-language': 'en' })).data.Rows[0];
    expect(en).toMatchObject({
      Title: 'Device offline: 入口1号相机',
      Body: expect.stringContaining('at NEAR has been offline'),
    });
    for (const who of [far, afar, admin]) expect(await messages(who)).toEqual([]);
    const told = await kernel.database.system(
      `select a.account from message_receipt r join account a on a.id = r.account_id where r.tenant_id = $1 order by 1`,
      [admin.tenantId],
    );
    expect(told.map((one) => one.account)).toEqual(['duty', guard.account].sort());
    await emit(server, admin.tenantId, 'device.offline', OFFLINE, elsewhere);
    await server.until('the message of the other lot', async () => (await messages(admin)).length === 1);
  });

  test('requests for approval, refunds and bills of the platform notify in the reader’s words', async () => {
    const tenant = await server.newTenant();
    for (const Event of ['review.requested', 'payment.refunded', 'tenant-bill.made', 'box.offline'])
      expect((await rule(tenant, { Event })).message).toBe('');
    const request = { reviewId: 'r', reviewNo: 'S1', kind: 'order.void', subject: 'x', requestedBy: 'a', note: null };
    const words = { summaryZh: '作废订单', summaryEn: 'Void an order', reason: '误开', byName: '林运营' };
    await emit(server, tenant.tenantId, 'review.requested', { ...request, ...words });
    await emit(server, tenant.tenantId, 'payment.refunded', { paymentNo: 'P1', plate: '粤B12345', amountFen: -1250 });
    await emit(server, tenant.tenantId, 'tenant-bill.made', { month: '2026-10', amountFen: 10000 });
    await emit(server, tenant.tenantId, 'box.offline', { boxId: 'b', name: '东门盒子' });
    const wanted = ['平台账单 2026-10：100.00元', '待审核：作废订单', '已退款：粤B12345', '盒子离线：东门盒子'];
    await server.until('the messages', async () => {
      const titles = (await messages(tenant)).map((one: { Title: string }) => one.Title);
      return wanted.every((one) => titles.includes(one));
    });
  });

  test('only alarms of the minimum severity notify; other tenants are not notified', async () => {
    const [tenant, stranger] = [await server.newTenant(), await server.newTenant()];
    await rule(tenant, { Event: 'alarm.raised', Severity: 'medium' });
    await rule(stranger, { Event: 'payment.failed' });
    const alarm = {
      titleZh: '车位已满',
      titleEn: 'Lot full',
      descriptionZh: '东门',
      descriptionEn: 'East',
      plate: null,
    };
    await emit(server, tenant.tenantId, 'alarm.raised', { ...alarm, severity: 'low', titleZh: '不报' });
    await emit(server, tenant.tenantId, 'alarm.raised', { ...alarm, severity: 'medium' });
    await server.until('the message', async () => (await messages(tenant)).length > 0);
    expect((await messages(tenant)).map((one: { Title: string }) => one.Title)).toEqual(['【报警】车位已满']);
    expect(await messages(stranger)).toEqual([]);
  });

  test('a tenant can set its own texts with placeholders and restore the standard ones', async () => {
    const tenant = await server.newTenant();
    const words = {
      Event: 'payment.failed',
      TitleZh: '{plate}付款没成',
      TitleEn: 'No pay',
      BodyZh: '差{amount}元',
      BodyEn: '{amount}',
    };
    const save = (more: object, headers = {}) => tenant.call('/api/push/template/save', { ...words, ...more }, headers);
    const zh = await save({ BodyZh: '{secret}' });
    const en = await save({ BodyZh: '{secret}' }, { 'accept-language': 'en' });
    expect([zh.code, zh.issues?.[0]?.path]).toEqual(['push.unknown-placeholder', 'BodyZh']);
    expect([zh.message, en.message]).toEqual([
      '“{secret}”不是该事件的占位符，可用：{plate} {amount} {number} {lot} {time}',
      '"{secret}" is not a placeholder of this event. Available: {plate} {amount} {number} {lot} {time}',
    ]);
    expect((await save({})).message).toBe('');
    await rule(tenant, { Event: 'payment.failed' });
    await emit(server, tenant.tenantId, 'payment.failed', { plate: '粤B12345', amountFen: 1250, paymentNo: 'T1' });
    await server.until('the message', async () => (await messages(tenant)).length > 0);
    expect((await messages(tenant))[0]).toMatchObject({ Title: '粤B12345付款没成', Body: '差12.50元' });
    await tenant.call('/api/push/template/reset', { Event: 'payment.failed' });
    const all = (await tenant.call('/api/push/template/getAll')).data.Templates;
    expect(all.find((one: { Event: string }) => one.Event === 'payment.failed')).toMatchObject({
      IsOwn: false,
      TitleZh: '支付失败：{plate}',
    });
  });

  test.each([
    [{ Channels: ['sms'] }, 'push.no-mobile', 'Mobiles'],
    [{ Channels: ['mail'] }, 'push.no-mail', 'Mails'],
    [{ Mobiles: ['12345'] }, 'kernel.bad-input', 'Mobiles[0]'],
    [{ Mails: ['a b@c.d'] }, 'kernel.bad-input', 'Mails[0]'],
  ])('%o is refused', async (body, code, path) => {
    const zh = await rule(admin, body);
    expect([zh.code, zh.issues?.[0]?.path]).toEqual([code, path]);
  });

  test('the webhook channel sends it to webhooks as a separate event', async () => {
    const tenant = await server.newTenant();
    await rule(tenant, { Channels: ['webhook'], Event: 'payment.failed' });
    await emit(server, tenant.tenantId, 'payment.failed', { plate: '粤B12345' });
    const found = await server.until('the event', async () => {
      const rows = await server.product.kernel.database.system<{ data: object }>(
        "select data from event where tenant_id = $1 and kind = 'push.sent'",
        [tenant.tenantId],
      );
      return rows[0];
    });
    expect(found.data).toMatchObject({ event: 'payment.failed', titleZh: '支付失败：粤B12345' });
  });
});

describe('SMS and mails', () => {
  const clock = new SetClock(new Date('2026-03-15T15:00:00Z'));
  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'), { clock });
    admin = await server.newTenant();
  });
  afterAll(() => server?.stop());
  const idle = { sms: null, mail: null };
  const rowOf = async () => (await sends(admin, { Recipient: '13812345678' }))[0];
  const rowId = async () => (await rowOf()).Id as string;

  test('are sent to the mobile numbers of the recipients of a rule', async () => {
    const tenant = await server.newTenant();
    const { kernel } = server.product;
    const id = await createAccount(kernel, tenant.tenantId, { account: 'duty', name: '值守', password: 'Boyun#2026' });
    await kernel.database.system('update account set mobile = $2 where id = $1', [id, '13700000001']);
    await rule(tenant, { Channels: ['sms'], Accounts: ['duty'], Mobiles: ['13700000001', '13700000002'] });
    await emit(server, tenant.tenantId, 'device.offline', OFFLINE);
    const rows = await server.until('the SMS', async () => {
      const found = await sends(tenant);
      return found.length >= 2 && found;
    });
    expect(rows.map((one: { Recipient: string }) => one.Recipient).sort()).toEqual(['137****0001', '137****0002']);
  });

  test('are delayed until the quiet hours end and masked in the list; without a provider they are stored', async () => {
    const quiet = { QuietFrom: '22:00', QuietTo: '07:00', Version: 0 };
    expect((await admin.call('/api/push/saveQuietHours', quiet)).message).toBe('');
    await rule(admin, { Channels: ['sms', 'message'], Mobiles: ['13812345678'] });
    await rule(admin, { Channels: ['sms'], Mobiles: ['13812345679'], IsQuiet: false });
    await emit(server, admin.tenantId, 'device.offline', OFFLINE);
    await server.until('the SMS', async () => (await sends(admin)).length === 2);
    expect((await messages(admin)).length).toBe(1);
    const [urgent] = await sends(admin, { Recipient: '13812345679' });
    expect(urgent.NextAt).toBe('2026-03-15T15:00:00.000Z');
    await trySend(server.product.kernel, admin.tenantId, urgent.Id, idle);
    expect((await sends(admin, { Recipient: '13812345679' }))[0].State).toBe('kept');
    const [row] = await sends(admin, { Channel: 'sms', Recipient: '13812345678' });
    expect(row).toMatchObject({ Recipient: '138****5678', State: 'waiting', NextAt: '2026-03-15T23:00:00.000Z' });
    await trySend(server.product.kernel, admin.tenantId, row.Id, idle);
    expect((await rowOf()).State).toBe('waiting');
    clock.set(new Date('2026-03-15T23:00:00Z'));
    await trySend(server.product.kernel, admin.tenantId, row.Id, idle);
    expect(await rowOf()).toMatchObject({ State: 'kept', AttemptCount: 1 });
  });

  test('a rejection is final, a busy service is retried, and sending again manually succeeds', async () => {
    const { kernel } = server.product;
    const told = (code: string) => ({
      name: 'aliyun',
      send: async () => ({ isTaken: code === 'OK', id: '9', answer: code, isWorthRetry: code === 'busy' }),
    });
    const id = await rowId();
    const again = () => admin.call('/api/push/send/resend', { PushSendId: id });
    const tried = async (code: string) => {
      await trySend(kernel, admin.tenantId, id, { ...idle, sms: told(code) });
      return rowOf();
    };
    expect((await again()).state).toBe('success');
    expect((await again()).code).toBe('push.in-hand');
    expect(await tried('wrong number')).toMatchObject({ State: 'failed', Answer: 'wrong number', Provider: 'aliyun' });
    await again();
    expect(await tried('busy')).toMatchObject({
      State: 'waiting',
      AttemptCount: 1,
      NextAt: '2026-03-15T23:00:30.000Z',
    });
    clock.set(new Date('2026-03-15T23:00:30Z'));
    expect(await tried('OK')).toMatchObject({ State: 'sent', ProviderId: '9', SentAt: '2026-03-15T23:00:30.000Z' });
    // Its job may be delivered twice.
    expect(await tried('wrong number')).toMatchObject({ State: 'sent' });
    const logged = (await admin.call('/api/auditLog/list', { Action: 'push-send.resent' })).data;
    expect([logged.Total, JSON.stringify(logged.Rows)]).toEqual([2, expect.not.stringContaining('13812345678')]);
  });
});

/** A mail server that accepts everything except mail to "nobody". */
function mailServer() {
  const taken: string[] = [];
  const tcp = createTcp((socket) => {
    let isData = false;
    let text = '';
    socket.write('220 ready\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text += chunk;
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        if (isData) {
          const stop = text.indexOf('\r\n.\r\n');
          if (stop < 0) return;
          taken.push(text.slice(0, stop));
          text = text.slice(stop + 5);
          isData = false;
          socket.write('250 queued as 77\r\n');
          continue;
        }
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        if (/^EHLO/.test(line)) socket.write('250 ok\r\n');
        else if (/^RCPT TO:<nobody/.test(line)) socket.write('550 no such user\r\n');
        else if (/^DATA/.test(line)) {
          isData = true;
          socket.write('354 go on\r\n');
        } else socket.write('250 ok\r\n');
      }
    });
  });
  return { tcp, taken };
}

test('with the job queue an SMS is sent to the provider and a mail to the mail server', async () => {
  const asked: string[] = [];
  const sms = createHttp(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    asked.push(text);
    response.end('{"Code":"OK","BizId":"5"}');
  });
  const { tcp, taken } = mailServer();
  const port = async (one: typeof sms | typeof tcp) => {
    await new Promise<void>((resolve) => void one.listen(0, '127.0.0.1', () => resolve()));
    return (one.address() as AddressInfo).port;
  };
  const smsUrl = `aliyun://id:secret@127.0.0.1:${await port(sms)}?plain=1&sign=Boyun&template=SMS_1`;
  const mailUrl = `smtp://127.0.0.1:${await port(tcp)}?from=parking%40example.com`;
  const own = await startTestServer(inject('databaseUrl'), { hasJobs: true, smsUrl, mailUrl });
  try {
    const user = await own.newTenant();
    await user.call('/api/push/saveQuietHours', { QuietFrom: null, QuietTo: null, Version: 0 });
    const Mails = ['boss@example.com', 'nobody@example.com'];
    await rule(user, { Channels: ['sms', 'mail'], Mobiles: ['13800000000'], Mails });
    await emit(own, user.tenantId, 'device.offline', OFFLINE);
    const all = await own.until('their end', async () => {
      const rows = await sends(user);
      return rows.length === 3 && rows.every((one: { State: string }) => one.State !== 'waiting') && rows;
    });
    const states = all.map((one: { Recipient: string; State: string; Answer: string }) => [
      one.Recipient,
      one.State,
      one.Answer,
    ]);
    expect(states.sort()).toEqual([
      ['138****0000', 'sent', 'OK'],
      ['bo***@example.com', 'sent', '250 queued as 77'],
      ['no***@example.com', 'failed', expect.stringContaining('550')],
    ]);
    expect(new URLSearchParams(asked[0]).get('TemplateParam')).toContain('设备离线：入口1号相机');
    expect(taken).toHaveLength(1);
    expect(taken[0]).toMatch(/From: parking@example.com/);
    expect(outletsOf({ smsUrl: null, mailUrl: null })).toEqual({ sms: null, mail: null });
  } finally {
    await own.stop();
    sms.close();
    tcp.close();
  }
});
