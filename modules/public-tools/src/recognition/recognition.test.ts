import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SetClock } from '@boyun/kernel/server';
import { tencentAuthorization } from '@boyun/push/server';
import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { plateRecognizer } from './plate-recognizer.service.ts';
import type { Picture } from './reader.service.ts';
import { PICTURE_BYTES } from './recognition.contract.ts';
import { sandboxReader } from './sandbox-reader.service.ts';
import { tencentPlate } from './tencent-plate.service.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const AT = new Date('2026-03-15T04:00:00Z');
const picture: Picture = { bytes: PNG, ending: 'png', name: 'car.png', at: AT };

interface Taken {
  readonly headers: Record<string, unknown>;
  readonly body: string;
  readonly path: string;
}

/** A double of a service: records requests and gives the answer that is set. */
async function double() {
  const taken: Taken[] = [];
  const answer = { status: 200, body: '{}' };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    taken.push({ headers: request.headers, body: Buffer.concat(parts).toString('latin1'), path: request.url ?? '' });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const give = (body: object | string, status = 200) =>
    Object.assign(answer, { status, body: typeof body === 'string' ? body : JSON.stringify(body) });
  return { url: `http://127.0.0.1:${port}`, taken, give, close: () => server.close() };
}
type Double = Awaited<ReturnType<typeof double>>;

let service: Double;
beforeAll(async () => {
  service = await double();
});
afterAll(() => service?.close());

describe('Plate Recognizer, by its Snapshot API reference', () => {
  const read = () => plateRecognizer({ endpoint: service.url, token: 'abc123' })(picture);
  const box = { xmin: 297, ymin: 311, xmax: 687, ymax: 498 };

  test('reads all plates, the surest first; the colour follows from the kind of plate', async () => {
    const results = [
      { plate: '粤b12345', score: 0.632, box },
      { plate: '粤bd12345', score: 0.9, box: { ...box, xmax: 10 } },
    ];
    service.give({ processing_time: 1, results, filename: 'x.png' }, 201);
    expect(await read()).toEqual({
      readings: [
        { plate: '粤BD12345', color: 6, confidence: 0.9, box: null },
        { plate: '粤B12345', color: 1, confidence: 0.632, box: { left: 297, top: 311, right: 687, bottom: 498 } },
      ],
      fault: null,
      isBilled: true,
    });
    const { headers, body, path } = service.taken.at(-1)!;
    expect([path, headers.authorization]).toEqual(['/v1/plate-reader/', 'Token abc123']);
    expect(body).toContain(PNG.toString('latin1'));
    expect(body).toMatch(/name="regions"\r\n\r\ncn/);
  });

  test.each([
    [200, { results: [] }, { readings: [], fault: null, isBilled: true }],
    [403, { detail: 'Invalid token.' }, { fault: '403 Invalid token.', isBilled: false }],
    [429, { detail: 'Request was throttled.' }, { fault: '429 Request was throttled.', isBilled: false }],
    [502, '<html>', { fault: '502 Bad Gateway', isBilled: false }],
  ])('%i %o', async (status, body, expected) => {
    service.give(body, status);
    expect(await read()).toMatchObject(expected);
  });
});

describe("Tencent Cloud's LicensePlateOCR (2018-11-19)", () => {
  const read = () => tencentPlate({ endpoint: `${service.url}/`, id: 'AKID', secret: 'key' })(picture);
  const plate = { Number: '京AF0236', Confidence: 99, Rect: { X: 53, Y: 61, Width: 20, Height: 9 }, Color: '蓝' };

  test('signs the call and reads colour, confidence and place', async () => {
    service.give({ Response: { ...plate, LicensePlateInfos: [plate], RequestId: 'x' } });
    const box = { left: 53, top: 61, right: 73, bottom: 70 };
    const readings = [{ plate: '京AF0236', color: 1, confidence: 0.99, box }];
    expect(await read()).toEqual({ readings, fault: null, isBilled: true });
    const { headers, body } = service.taken.at(-1)!;
    expect(JSON.parse(body)).toEqual({ ImageBase64: PNG.toString('base64') });
    const { host } = new URL(service.url);
    const call = { id: 'AKID', secret: 'key', service: 'ocr', host, seconds: AT.getTime() / 1000, body };
    expect(headers).toMatchObject({
      authorization: tencentAuthorization(call),
      'x-tc-action': 'LicensePlateOCR',
      'x-tc-version': '2018-11-19',
    });
  });

  const error = (Code: string) => ({ Response: { Error: { Code, Message: '消息' }, RequestId: 'x' } });
  test.each([
    [{ Response: plate }, { readings: [{ plate: '京AF0236' }] }],
    [{ Response: { ...plate, Color: '黄绿' } }, { readings: [{ color: 6 }] }],
    [{ Response: { ...plate, Color: '喷漆' } }, { readings: [{ color: 0 }] }],
    [error('FailedOperation.ImageNoText'), { readings: [], fault: null, isBilled: true }],
    [error('AuthFailure.SignatureFailure'), { fault: 'AuthFailure.SignatureFailure 消息', isBilled: false }],
    [{}, { readings: [], fault: null }],
  ])('%o', async (body, expected) => {
    service.give(body);
    expect(await read()).toMatchObject(expected);
  });
});

test.each([
  ['粤B12345.jpg', '粤B12345'],
  ['car.png', undefined],
])('the sandbox reads the name of the file: %s', async (name, plate) => {
  const { readings, isBilled } = await sandboxReader({ ...picture, name });
  expect([readings[0]?.plate, isBilled]).toEqual([plate, false]);
});

describe('§2 /_cloud_Public/ocr', () => {
  const BASE = '/api/recognition';
  const clock = new SetClock(new Date('2026-03-31T15:50:00Z'));
  let server: TestServer;
  let admin: TestUser;
  let recogniserId: string;

  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'), { clock, plateRecognizerUrl: service.url });
    admin = await server.newTenant();
  });
  afterAll(() => server?.stop());

  async function read(user: TestUser, bytes: Uint8Array = PNG, name = 'car.png'): Promise<Answer> {
    const form = new FormData();
    form.append('File', new File([bytes as BlobPart], name));
    const headers = { authorization: `Bearer ${user.token}` };
    const response = await fetch(`${server.url}${BASE}/read`, { method: 'POST', body: form, headers });
    return { status: response.status, ...((await response.json()) as object) } as Answer;
  }
  const list = async (user: TestUser) => (await user.call(`${BASE}/list`, { Page: 1, PerPage: 50 })).data.Rows;

  test('without a service, without its secret and without the right nothing is read', async () => {
    expect((await read(admin)).code).toBe('recognition.no-recogniser');
    const given = { Name: '车牌识别', Provider: 'plate-recognizer', PricePerThousand: '12.50', MonthlyLimit: 3 };
    recogniserId = (await admin.call('/api/recogniser/create', given)).data.Id;
    expect((await read(admin)).code).toBe('recognition.no-secret');
    const second = await admin.call('/api/recogniser/create', { Name: '另一个', Provider: 'plate-recognizer' });
    expect(second.code).toBe('recogniser.one-enabled');
    expect((await read(await server.newUser(admin))).code).toBe('kernel.no-permission');
  });

  test('the secret is stored encrypted and never returned', async () => {
    const set = { RecogniserId: recogniserId, Secret: 'token-of-the-service' };
    expect(await admin.call('/api/recogniser/setSecret', set)).toMatchObject({ state: 'success' });
    const shown = await admin.call('/api/recogniser/get', { Id: recogniserId });
    expect(shown.data).toMatchObject({ HasSecret: true, SecretMark: expect.stringMatching(/^[0-9a-f]{8}$/) });
    const log = await admin.call('/api/auditLog/list', { Action: 'recogniser.secret-set' });
    const [row] = await server.product.kernel.database.system<{ secretSealed: string }>(
      'select * from recogniser where id = $1',
      [recogniserId],
    );
    expect(JSON.stringify([shown, log, row])).not.toContain('token-of-the-service');
    expect(server.product.kernel.secrets.decrypt(row!.secretSealed)).toBe('token-of-the-service');
    const stranger = await server.newTenant();
    expect((await stranger.call('/api/recogniser/setSecret', set)).code).toBe('kernel.not-found');
  });

  test('what was read, what was not and what failed is in the history with its picture and cost, within the limit', async () => {
    const box = { xmin: 1, ymin: 2, xmax: 30, ymax: 40 };
    service.give({ results: [{ plate: '粤b12345', score: 0.98, box }] }, 201);
    const first = (await read(admin)).data;
    expect(first).toMatchObject({ State: 'read', Plate: '粤B12345', Confidence: 0.98, Box: { Left: 1, Bottom: 40 } });
    expect(Buffer.from(await (await fetch(server.url + first.Picture)).arrayBuffer()).equals(PNG)).toBe(true);
    service.give({ detail: 'Invalid token.' }, 403);
    expect((await read(admin)).data).toMatchObject({ State: 'failed', Answer: '403 Invalid token.', Plate: null });
    service.give({ results: [] });
    expect((await read(admin)).data).toMatchObject({ State: 'none' });
    await read(admin);
    expect((await read(admin)).code).toBe('recognition.used-up');
    const rows = await list(admin);
    expect(rows.map((one: { State: string; IsBilled: boolean }) => [one.State, one.IsBilled])).toEqual([
      ['none', true],
      ['none', true],
      ['failed', false],
      ['read', true],
    ]);
    const usage = (await admin.call(`${BASE}/getUsage`)).data;
    expect(usage).toMatchObject({ IsReady: true, MonthlyLimit: 3 });
    // Three calls at 12.50 yuan a thousand are 3.75 fen.
    expect(usage.Months).toEqual([{ Month: '2026-03', CallCount: 4, BilledCount: 3, ReadCount: 1, Cost: '0.04' }]);
    const stranger = await server.newTenant();
    expect(await list(stranger)).toEqual([]);
  });

  test('a new month has a new limit', async () => {
    clock.set(new Date('2026-03-31T16:10:00Z'));
    expect((await read(admin)).data.State).toBe('none');
  });

  test.each([
    ['no picture', Buffer.from('<svg/>'), 'recognition.no-picture'],
    ['a document', Buffer.from('%PDF-1.7\n'), 'recognition.no-picture'],
    ['too large a picture', Buffer.concat([PNG, Buffer.alloc(PICTURE_BYTES)]), 'kernel.too-large'],
  ])('%s is refused and not sent', async (_, bytes, code) => {
    const before = service.taken.length;
    expect([(await read(admin, bytes)).code, service.taken.length]).toEqual([code, before]);
  });
});
