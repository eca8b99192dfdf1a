import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSafeServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeGuard, SetClock, systemWho } from '@boyun/kernel/server';
import { eventNamed } from '@boyun/test-server/event';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { nowMs } from '@boyun/test-server/time';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { attemptDelivery } from './delivery.service.ts';
import { sender } from './send.service.ts';

const BASE = '/api/openApi/webhook';

/** A webhook receiver with configurable responses. */
async function startReceiver() {
  const taken: { headers: IncomingMessage['headers']; body: string }[] = [];
  let answer = (response: ServerResponse) => void response.writeHead(200).end('{"ok":true}');
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      taken.push({ headers: request.headers, body });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/boyun`;
  return {
    url,
    taken,
    answerBy(next: typeof answer) {
      answer = next;
    },
    stop: () => server.closeAllConnections(),
    close: () => server.close(),
  };
}

const make = async (user: TestUser, body: object) =>
  user.call(`${BASE}/create`, { Name: '财务系统', Kinds: ['order.closed'], ...body });

describe('with the job queue', () => {
  let server: TestServer;
  let user: TestUser;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;

  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'), { hasJobs: true, webhookAllow: '127.0.0.1' });
    receiver = await startReceiver();
    user = await server.newTenant();
  });
  afterAll(async () => {
    await server?.stop();
    receiver?.close();
  });

  const deliveries = async (body: object = {}) => (await user.call(`${BASE}/deliveries`, body)).data.Rows;

  test('a car that leaves causes a signed order.closed at the receiver, retried after a first failure', async () => {
    const start = new Date(nowMs() - 7_200_000);
    const clock = new SetClock(start);
    const gate = new TestGate(server, user, clock, start);
    const lot = await gate.newLot();
    const { data } = await make(user, { Url: receiver.url, LotIds: [lot.id] });
    receiver.answerBy((response) => void response.writeHead(receiver.taken.length === 1 ? 503 : 200).end('busy'));
    await gate.see(lot.entry, '粤B12345', 0);
    await gate.see(lot.exit, '粤B12345', 10);
    await server.until('the second attempt', async () => receiver.taken.length >= 2);
    await server.until('its end', async () => (await deliveries())[0].State === 'delivered');
    for (const { headers, body } of receiver.taken) {
      const time = headers['x-boyun-timestamp'];
      const hmac = createHmac('sha256', data.Secret).update(`${time}.${body}`).digest('hex');
      expect(headers['x-boyun-signature']).toBe(`v1=${hmac}`);
      expect([headers['x-boyun-event'], JSON.parse(body)]).toMatchObject([
        'order.closed',
        { Kind: 'order.closed', Version: 1, LotId: lot.id, LotName: 'Lot1', Data: { Plate: '粤B12345' } },
      ]);
    }
    const { Data } = JSON.parse(receiver.taken[0]!.body);
    expect(Data).toMatchObject({ HasLeft: true, ParkedMinutes: expect.any(Number), Fee: '3.00' });
    expect(receiver.taken[1]!.headers['x-boyun-delivery']).toBe(receiver.taken[0]!.headers['x-boyun-delivery']);
    const [row] = await deliveries();
    const one = (await user.call(`${BASE}/getDelivery`, { DeliveryId: row.Id })).data;
    expect(one.Attempts).toMatchObject([{ Status: 200 }, { Status: 503, Failure: 'answered', Answer: 'busy' }]);
  });

  test('a delivery sent again manually arrives again', async () => {
    receiver.answerBy((response) => void response.writeHead(200).end());
    const [row] = await deliveries();
    const before = receiver.taken.length;
    expect((await user.call(`${BASE}/resend`, { DeliveryId: row.Id })).state).toBe('success');
    await server.until('the delivery', async () => receiver.taken.length > before);
    const { Total: audited } = (await user.call('/api/auditLog/list', { Action: 'webhook-delivery.resent' })).data;
    expect(audited).toBe(1);
  });

  test('events of another tenant, lot or kind are not delivered', async () => {
    const stranger = await server.newTenant();
    const before = receiver.taken.length;
    const { Id: elsewhere } = (await user.call('/api/parkLot/create', { Name: 'Else', Code: 'E', Capacity: 1 })).data;
    const emit = (tenantId: number, kind: string, lotId: string | null) =>
      server.product.kernel.database.inTenant(systemWho(tenantId), async (tx) =>
        tx.emit(eventNamed(kind), { lotId, subjectId: tx.newId(), data: {} }),
      );
    await emit(stranger.tenantId, 'stay.left', null);
    await emit(user.tenantId, 'stay.left', elsewhere);
    await emit(user.tenantId, 'payment.failed', null);
    await make(user, { Url: receiver.url, Kinds: ['alarm.closed'], Name: 'last' });
    await emit(user.tenantId, 'alarm.closed', elsewhere);
    await server.until('the last event', async () =>
      receiver.taken.slice(before).some((one) => one.headers['x-boyun-event'] === 'alarm.closed'),
    );
    expect(receiver.taken).toHaveLength(before + 1);
  });
});

describe('one attempt', () => {
  let server: TestServer;
  let user: TestUser;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  const clock = new SetClock(new Date('2026-03-15T00:00:00Z'));

  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'), { webhookAllow: '127.0.0.1', clock });
    receiver = await startReceiver();
    user = await server.newTenant();
  });
  afterAll(async () => {
    await server?.stop();
    receiver?.close();
  });

  /** A new sign-in, because a day has passed and the session has expired. */
  const signInAgain = async () => {
    const [tenant] = await server.product.kernel.database.system<{ code: string }>(
      'select code from tenant where id = $1',
      [user.tenantId],
    );
    const login = { Account: user.account, Password: 'Boyun#2026', TenantId: tenant!.code };
    const { data } = await server.call('/api/tenantUser/login', login);
    const authorization = `Bearer ${data.AccessToken}`;
    user = { ...user, call: (path, body, headers) => server.call(path, body, { authorization, ...headers }) };
  };
  const testOf = async (Url: string) => {
    const { data } = await make(user, { Url });
    return (await user.call(`${BASE}/test`, { WebhookId: data.Id })).data;
  };

  test.each([
    ['takes it', 204, {}, { Status: 204, Failure: null }],
    ['refuses', 500, {}, { Status: 500, Failure: 'answered' }],
    [
      'redirects inside',
      302,
      { location: 'http://127.0.0.1:1/' },
      { Status: 302, Failure: 'redirected', Detail: 'http://127.0.0.1:1/' },
    ],
  ])('a receiver that %s', async (_, status, headers, expected) => {
    const before = receiver.taken.length;
    receiver.answerBy((response) => void response.writeHead(status, headers).end());
    expect(await testOf(receiver.url)).toMatchObject(expected);
    expect(receiver.taken).toHaveLength(before + 1);
  });

  test('an endless response is truncated, and a zero byte is tolerated', async () => {
    receiver.answerBy((response) => {
      response.writeHead(200);
      response.write(`\0${'x'.repeat(100_000)}`);
    });
    const { Answer: answer, Failure: failure } = await testOf(receiver.url);
    expect([answer.length <= 2000, failure]).toEqual([true, null]);
  });

  test('a receiver that does not respond times out', async () => {
    receiver.answerBy(() => undefined);
    const result = await testOf(receiver.url);
    expect(result).toMatchObject({ Status: null, Failure: 'timeout' });
    receiver.stop();
  });

  test('a closed port is reported as unreachable', async () => {
    expect(await testOf('http://127.0.0.1:1/')).toMatchObject({ Status: null, Failure: 'unreachable' });
  });

  test('a self-signed certificate is not trusted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'boyun-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=127.0.0.1'];
    execFileSync('openssl', [...args, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    let taken = 0;
    const safe = createSafeServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => {
      taken += 1;
      response.end();
    });
    await new Promise<void>((resolve) => safe.listen(0, '127.0.0.1', resolve));
    const result = await testOf(`https://127.0.0.1:${(safe.address() as AddressInfo).port}/`);
    safe.close();
    expect([result.Failure, taken]).toEqual(['certificate', 0]);
  });

  test('failing for a day pauses a webhook with a message; resuming it sends the waiting deliveries', async () => {
    receiver.answerBy((response) => void response.writeHead(500).end());
    const { data } = await make(user, { Url: receiver.url, Name: '断线系统' });
    const { kernel } = server.product;
    const send = sender(makeGuard('127.0.0.1'));
    const deliveryIds: string[] = [];
    for (let count = 0; count < 11; count += 1) {
      await kernel.database.inTenant(systemWho(user.tenantId), async (tx) =>
        tx.emit(eventNamed('stay.left'), { lotId: null, subjectId: tx.newId(), data: { orderId: tx.newId() } }),
      );
      const rows = await server.until('the delivery', async () => {
        const found = await kernel.database.system<{ id: string }>(
          'select id from webhook_delivery where webhook_id = $1 order by id desc',
          [data.Id],
        );
        return found.length === count + 1 && found;
      });
      deliveryIds.push(rows[0]!.id);
      await attemptDelivery(kernel, user.tenantId, rows[0]!.id, send);
      if (count === 9) clock.set(new Date(clock.now().getTime() + 25 * 3_600_000));
    }
    const hook = async () =>
      (await user.call(`${BASE}/list`, { Text: '断线系统' })).data.Rows[0] as { State: string; WaitingCount: number };
    await signInAgain();
    expect(await hook()).toMatchObject({ State: 'given-up', WaitingCount: 11 });
    const { Rows: messages } = (await user.call('/api/serviceMsgCenter/list')).data;
    expect(messages[0].Title).toBe('事件推送“断线系统”已自动暂停');
    expect(await attemptDelivery(kernel, user.tenantId, deliveryIds[0]!, send)).toBeNull();
    receiver.answerBy((response) => void response.writeHead(200).end());
    const resumed = await user.call(`${BASE}/switch`, { WebhookId: data.Id, State: 'active' });
    expect(resumed.data.WaitingCount).toBe(11);
    expect(await attemptDelivery(kernel, user.tenantId, deliveryIds[0]!, send)).toMatchObject({ failure: null });
    // Delivery is at least once, but a delivered one is not sent again by us.
    expect(await attemptDelivery(kernel, user.tenantId, deliveryIds[0]!, send)).toBeNull();
    expect(await hook()).toMatchObject({ State: 'active', WaitingCount: 10 });
  });

  test('a delivery fails after its last attempt', async () => {
    receiver.answerBy((response) => void response.writeHead(500).end());
    const { data } = await make(user, { Url: receiver.url, Name: '最后一次' });
    await user.call(`${BASE}/test`, { WebhookId: data.Id });
    const [row] = (await user.call(`${BASE}/deliveries`, { WebhookId: data.Id })).data.Rows;
    const send = sender(makeGuard('127.0.0.1'));
    for (let count = 0; count < 9; count += 1)
      await attemptDelivery(server.product.kernel, user.tenantId, row.Id, send);
    const [after] = (await user.call(`${BASE}/deliveries`, { WebhookId: data.Id })).data.Rows;
    expect(after).toMatchObject({ State: 'failed', AttemptCount: 10, NextAt: null });
  });
});

describe('addresses', () => {
  let server: TestServer;
  let user: TestUser;
  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'));
    user = await server.newTenant();
  });
  afterAll(() => server?.stop());

  test.each([
    ['nonsense', 'webhook.bad-address'],
    ['ftp://example.com/', 'webhook.bad-address'],
    ['http://93.184.215.14/', 'webhook.bad-address'],
    ['https://user:word@93.184.215.14/', 'webhook.bad-address'],
    ['https://127.0.0.1/', 'webhook.private-address'],
    ['https://localhost/', 'webhook.private-address'],
    ['https://2130706433/', 'webhook.private-address'],
    ['https://0x7f.1/', 'webhook.private-address'],
    ['https://10.1.2.3/', 'webhook.private-address'],
    ['https://169.254.169.254/latest/meta-data', 'webhook.private-address'],
    ['https://[::1]/', 'webhook.private-address'],
    ['https://[::ffff:10.0.0.1]/', 'webhook.private-address'],
    ['https://[fd00::1]/', 'webhook.private-address'],
    ['https://[2002:a00:1::]/', 'webhook.private-address'],
    ['https://[64:ff9b::a00:1]/', 'webhook.private-address'],
  ])('%s is refused', async (Url, code) => {
    const zh = await make(user, { Url });
    const en = await user.call(
      `${BASE}/create`,
      { Name: 'x', Kinds: ['order.closed'], Url },
      { 'accept-language': 'en' },
    );
    expect([zh.code, en.code, zh.issues?.[0]?.path]).toEqual([code, code, 'Url']);
    expect(en.message).toMatch(/address/);
  });

  test.each(['https://93.184.215.14/hook', 'https://[2606:4700::1]/hook', 'https://no-such-host.invalid/hook'])(
    '%s is taken',
    async (Url) => {
      expect((await make(user, { Url })).message).toBe('');
    },
  );

  test('a name that resolves to a private address only at connection time is refused then', async () => {
    const send = sender(makeGuard(null));
    const parcel = { id: 'd', kind: 'webhook.test', secret: 's', body: '{}', at: new Date(0) };
    expect(await send({ ...parcel, url: 'https://localhost:9/' })).toMatchObject({ failure: 'private-address' });
    expect(await send({ ...parcel, url: 'https://127.0.0.1:9/' })).toMatchObject({ failure: 'private-address' });
  });
});
