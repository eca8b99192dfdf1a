import { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const MOBILE = '13800138000';
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({}, { Capacity: 100 });
});
afterAll(() => server?.stop());

/** A driver at a new address each time: calls are limited per address. */
const ask = async (path: string, body: object) => {
  made += 1;
  const response = await server.product.app.inject({
    method: 'POST',
    url: `/api/userFeedback/${path}`,
    payload: body,
    remoteAddress: `10.1.${Math.floor(made / 250)}.${made % 250}`,
  });
  return response.json();
};
const staff = (who: TestUser, path: string, body: object) => who.call(`/api/userFeedback/${path}`, body);
const codeOf = async (who: TestUser, path: string, body: object) => (await staff(who, path, body)).code ?? 'success';

/** Lets a car in; returns the code of its payment page. */
async function payCode(place = lot): Promise<{ code: string; plate: string; orderId: string }> {
  made += 1;
  const plate = `粤B${String(70_000 + made)}`;
  await gate.see(place.entry, plate, 5);
  const [row] = await server.product.kernel.database.system<{ code: string; orderId: string }>(
    'select pay_code as code, id as "orderId" from parking_order where plate = $1 and lot_id = $2',
    [plate, place.id],
  );
  return { ...row!, plate };
}
const written = (Code: string, more: object = {}) => ({
  Code,
  RequestKey: crypto.randomUUID(),
  Kind: 'fee',
  Content: '收费与公示不一致',
  ...more,
});
async function newFeedback(more: object = {}, place = lot) {
  const { code, ...car } = await payCode(place);
  const { data } = await ask('send', written(code, more));
  const { data: listed } = await staff(user, 'list', { PerPage: 100 });
  const row = listed.Rows.find((one: { OrderId: string }) => one.OrderId === car.orderId);
  return { ...car, source: code, code: data.Code as string, id: row.Id as string, row };
}

const jpeg = (mark: number) => Buffer.from([0xff, 0xd8, 0xff, 0xe0, mark, mark, 0xff, 0xd9]);
/** Uploads a file as a form does. */
async function addPicture(Code: string, bytes: Buffer) {
  made += 1;
  const body = new FormData();
  body.append('File', new Blob([new Uint8Array(bytes)]), 'a.jpg');
  body.append('Code', Code);
  const response = await server.product.app.inject({
    method: 'POST',
    url: '/api/userFeedback/addPicture',
    payload: body,
    remoteAddress: `10.2.${Math.floor(made / 250)}.${made % 250}`,
  });
  return response.json();
}

describe('a driver who is not signed in', () => {
  test('submits feedback from a payment page, with pictures, and sees the reply', async () => {
    const { code, plate, orderId } = await payCode();
    expect((await ask('getPage', { Code: code })).data).toMatchObject({ Plate: plate, LotName: expect.any(String) });
    const sent = await ask('send', written(code, { Plate: plate, Mobile: MOBILE }));
    expect(sent.message).toBe('');
    const own = { Code: sent.data.Code };
    expect((await addPicture(own.Code, jpeg(1))).data).toEqual({ PictureCount: 1 });
    expect((await ask('getOwn', own)).data).toMatchObject({ State: 'new', Plate: plate, Answers: [] });

    const { data } = await staff(user, 'list', { Plate: plate });
    const [row] = data.Rows;
    expect(row).toMatchObject({ State: 'new', OrderId: orderId, PictureCount: 1, Mobile: MOBILE, LotId: lot.id });
    const FeedbackId = row.Id;
    expect(await codeOf(user, 'answer', { FeedbackId, Text: '谢谢' })).toBe('feedback.not-possible');
    expect(await codeOf(user, 'claim', { FeedbackId })).toBe('success');
    expect((await staff(user, 'answer', { FeedbackId, Text: '已为您核实' })).data).toEqual({ HasSms: true });
    const seen = (await ask('getOwn', own)).data;
    expect(seen).toMatchObject({ State: 'answered', Answers: [{ Text: '已为您核实' }] });
    expect(JSON.stringify(seen)).not.toContain('Admin');
    const picture = await server.product.app.inject({ method: 'GET', url: seen.Pictures[0] });
    expect(picture.rawPayload).toEqual(jpeg(1));

    const sends = await user.call('/api/push/send/list', {});
    expect(sends.data.Rows).toMatchObject([{ Recipient: '138****8000', Body: expect.stringContaining('已为您核实') }]);
    const { data: audit } = await user.call('/api/auditLog/list', { PerPage: 200 });
    const acts = audit.Rows.filter((one: { SubjectKind: string }) => one.SubjectKind === 'feedback');
    expect(acts.map((one: { Action: string }) => one.Action).sort()).toEqual([
      'feedback.answered',
      'feedback.claimed',
      'feedback.picture-added',
      'feedback.received',
    ]);
  });

  test('creates one feedback for a repeated submission, also concurrently', async () => {
    const { code, plate } = await payCode();
    const body = written(code, { Plate: plate });
    const answers = [...(await Promise.all([1, 2, 3].map(() => ask('send', body)))), await ask('send', body)];
    expect(new Set(answers.map((one) => one.data.Code)).size).toBe(1);
    expect((await staff(user, 'list', { Plate: plate })).data.Total).toBe(1);
  });

  test('has a limited number of open feedback per code, also with concurrent submissions', async () => {
    const { code } = await payCode();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ask('send', written(code))));
    expect(answers.map((one) => one.code ?? 'sent').sort()).toEqual([
      'feedback.too-many',
      'feedback.too-many',
      'sent',
      'sent',
      'sent',
    ]);
  });

  test.each([
    ['a plate that is none', { Plate: '不是车牌' }, 'feedback.bad-plate', 'Plate'],
    ['a mobile that is none', { Mobile: '12345' }, 'kernel.bad-input', 'Mobile'],
    ['too few words', { Content: '差' }, 'kernel.bad-input', 'Content'],
    ['too many words', { Content: '差'.repeat(1001) }, 'kernel.bad-input', 'Content'],
    ['an unknown kind', { Kind: 'praise' }, 'kernel.bad-input', 'Kind'],
    ['a key that is none', { RequestKey: 'again' }, 'kernel.bad-input', 'RequestKey'],
  ])('gets an error for %s, at its field', async (_, wrong, code, path) => {
    const answer = await ask('send', written((await payCode()).code, wrong));
    expect(answer.code).toBe(code);
    expect(answer.issues.map((one: { path: string }) => one.path)).toEqual([path]);
  });

  test.each(['getPage', 'send', 'getOwn'])('is refused at %s with an unknown code', async (path) => {
    for (const code of ['nonsense', `${user.tenantId}-AAAAAAAAAAAAAAAA`, '999999-AAAAAAAAAAAAAAAA'])
      expect((await ask(path, written(code))).code).toBe('feedback.unknown-code');
  });

  test('adds up to four pictures, each once, until it is claimed; other and too large files are refused', async () => {
    const { code, id } = await newFeedback();
    expect((await addPicture(code, Buffer.from('%PDF-1.4 no picture'))).code).toBe('feedback.no-picture');
    expect((await addPicture(code, Buffer.concat([jpeg(1), Buffer.alloc(5 * 1024 * 1024)]))).code).toBe(
      'kernel.too-large',
    );
    for (const mark of [1, 2, 2, 3, 4]) expect((await addPicture(code, jpeg(mark))).state).toBe('success');
    expect((await addPicture(code, jpeg(5))).code).toBe('feedback.picture-over');
    const taken = await newFeedback();
    await staff(user, 'claim', { FeedbackId: taken.id });
    expect((await addPicture(taken.code, jpeg(1))).code).toBe('feedback.picture-late');
    expect((await staff(user, 'get', { FeedbackId: id })).data.Pictures).toHaveLength(4);
  });

  test.each([
    [
      'an appointment',
      async () => {
        const rule = { LotId: lot.id, FromHour: 0, ToHour: 24, Quota: 50, DaysAhead: 7 };
        await user.call('/api/appointmentQuota/create', rule);
        const { Id } = (await user.call('/api/bookingPage/create', { LotId: lot.id })).data;
        const { Code } = (await user.call('/api/bookingPage/get', { Id })).data;
        const StartsAt = new Date(START.getTime() + 3 * 3_600_000).toISOString();
        const booking = { Code, Plate: '粤B55555', DriverPhone: MOBILE, StartsAt };
        const answer = await server.call('/api/booking/book', booking);
        return [Code, answer.data.Code];
      },
    ],
    [
      'a visit',
      async () => {
        const window = { ValidFrom: START.toISOString(), ValidUntil: new Date(START.getTime() + 9e7).toISOString() };
        const visit = { LotIds: [lot.id], Plate: '粤B55556', HostName: '王主任', ...window };
        const { Id } = (await user.call('/api/billVisitPlate/create', visit)).data;
        return [(await user.call('/api/billVisitPlate/get', { Id })).data.Code];
      },
    ],
  ])('may write from the pages of %s too', async (_, codes) => {
    for (const code of await codes()) {
      expect(code).toMatch(/^\d+-/);
      expect((await ask('send', written(code))).state).toBe('success');
    }
  });
});

describe('the staff', () => {
  const rights = ['feedback.list', 'feedback.answer'];

  test('takes a feedback exactly once; a colleague has to take it over before answering', async () => {
    const people = await Promise.all([1, 2, 3].map(() => server.newUser(user, rights)));
    const { id: FeedbackId, code } = await newFeedback();
    const claims = await Promise.all(people.map((one) => codeOf(one, 'claim', { FeedbackId })));
    expect(claims.filter((one) => one === 'success')).toHaveLength(1);
    const own = people[claims.indexOf('success')]!;
    const other = people.find((one) => one !== own)!;
    const reply = { FeedbackId, Text: '已处理' };
    expect(await codeOf(other, 'answer', reply)).toBe('feedback.not-yours');
    expect(await codeOf(other, 'close', { FeedbackId, Note: '无需回复' })).toBe('feedback.not-yours');
    expect(await codeOf(own, 'claim', { FeedbackId, IsTakenOver: true })).toBe('feedback.yours-already');
    expect(await codeOf(other, 'claim', { FeedbackId, IsTakenOver: true })).toBe('success');
    expect(await codeOf(own, 'answer', reply)).toBe('feedback.not-yours');
    expect((await staff(other, 'answer', reply)).data).toEqual({ HasSms: false });
    // Once answered, any account may reply again or close it.
    expect(await codeOf(own, 'answer', { FeedbackId, Text: '补充说明' })).toBe('success');
    expect(await codeOf(own, 'close', { FeedbackId, Note: '车主满意' })).toBe('success');
    for (const [path, body] of [
      ['answer', reply],
      ['close', { FeedbackId, Note: '再次关闭' }],
      ['claim', { FeedbackId }],
    ] as const)
      expect(await codeOf(own, path, body)).toBe('feedback.not-possible');
    const { State, Answers } = (await ask('getOwn', { Code: code })).data;
    expect([State, Answers.map((one: { Text: string }) => one.Text)]).toEqual(['closed', ['已处理', '补充说明']]);
  });

  test('sees and answers only feedback of its own lots, none of another tenant', async () => {
    const far = await gate.newLot();
    const { id: FeedbackId } = await newFeedback({}, far);
    const near = await server.newUser(user, rights, [lot.id]);
    const there = await server.newUser(user, rights, [far.id]);
    const stranger = await server.newTenant();
    for (const one of [near, stranger])
      for (const [path, more] of [
        ['get', {}],
        ['claim', {}],
        ['answer', { Text: '回复' }],
        ['close', { Note: '关闭' }],
      ] as const)
        expect(await codeOf(one, path, { FeedbackId, ...more })).toBe('kernel.not-found');
    expect((await staff(near, 'list', { LotId: far.id })).data.Total).toBe(0);
    expect((await staff(stranger, 'list', {})).data.Total).toBe(0);
    expect((await staff(there, 'list', {})).data).toMatchObject({ Total: 1, Totals: { NewCount: 1, ClaimedCount: 0 } });
  });

  test('finds it by text, kind and state; the console counts unclaimed feedback', async () => {
    const own = await server.newTenant();
    const ownGate = new TestGate(server, own, clock, START);
    const place = await ownGate.newLot();
    const before = user;
    user = own;
    try {
      const { id } = await newFeedback({ Kind: 'device', Content: 'The barrier hit my car 道闸' }, place);
      await newFeedback({}, place);
      const total = async (filters: object) => (await staff(own, 'list', filters)).data.Total;
      expect(await total({ Word: 'BARRIER' })).toBe(1);
      expect(await total({ Kind: 'device' })).toBe(1);
      expect(await total({ State: 'new' })).toBe(2);
      await staff(own, 'claim', { FeedbackId: id });
      expect(await total({ IsMine: true })).toBe(1);
      expect((await own.call('/api/dashboard/getConsole', {})).data.Todo.NewFeedback).toBe(1);
    } finally {
      user = before;
    }
  });

  test('is notified of feedback by a push rule', async () => {
    const rule = { Name: '反馈提醒', Event: 'feedback.received', Channels: ['message'] };
    expect((await user.call('/api/push/rule/create', rule)).message).toBe('');
    await newFeedback({ Content: '出口等待时间太长' });
    await server.product.consumers.drain();
    const { data } = await user.call('/api/serviceMsgCenter/list', {});
    expect(JSON.stringify(data.Rows)).toContain('出口等待时间太长');
  });
});
