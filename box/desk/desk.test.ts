import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { edgeBox, edgeRows, StubCloud, see } from '@boyun/test-server/edge-box';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Box } from '../box.ts';

const START = Date.parse('2026-03-04T01:00:00.000Z');
const folder = mkdtempSync(join(tmpdir(), 'boyun-desk-'));
let minute = 0;
const now = () => START + minute * 60_000;
const cloud = new StubCloud(edgeRows(), now);
let box: Box;
let address: string;
let session = '';

beforeAll(async () => {
  box = edgeBox(folder, cloud, { clock: { now: () => new Date(now()) } });
  await box.sync.pull();
  cloud.line = 'down';
  await box.status().catch(() => undefined);
  address = await box.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await box.close();
  rmSync(folder, { recursive: true, force: true });
});

async function page(language = 'zh'): Promise<string> {
  const answer = await fetch(`${address}/`, { headers: { cookie: session, 'accept-language': language } });
  return answer.text();
}

/** Sends a form and returns where the answer leads, with the text it says. */
async function send(path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { cookie: session, ...headers },
    redirect: 'manual',
  });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0];
  if (cookie) session = cookie;
  return {
    status: answer.status,
    said: new URL(answer.headers.get('location') ?? '/', address).searchParams.get('said'),
  };
}

/** The values of the form with an act in the page. */
function formWith(text: string, action: string): Record<string, string> {
  const form = new RegExp(`action="${action}">(.*?)</form>`, 's').exec(text)?.[1] ?? '';
  return Object.fromEntries(
    [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  );
}

const signIn = (attendant: string, pin: string) => send('/sign-in', { attendant, pin });

test('only the attendants of the configuration get in, by their PIN; five wrong ones lock', async () => {
  expect(await page()).toContain('王芳');
  expect(await page('en')).toContain('Sign in');
  expect((await send('/cash', { lane: 'X1' })).said).toBeNull();
  for (let attempt = 0; attempt < 5; attempt += 1) expect((await signIn('a2', '0000')).said).toBe('pin');
  expect((await signIn('a2', '1357')).said).toBe('locked');
  minute += 6;
  expect((await signIn('a2', '1357')).said).toBeNull();
  expect(await page()).toContain('断网自主运行');
  await send('/sign-out', {});
  expect((await signIn('a1', '2468')).said).toBeNull();
  expect((await send('/sign-out', {}, { origin: 'https://elsewhere.example' })).status).toBe(403);
});

test('the attendant sees what the car owes and why, takes the cash, and the barrier opens', async () => {
  await see(box, 'E1', '粤B10001', new Date(now()));
  minute += 70;
  await see(box, 'X1', '粤B10001', new Date(now()));
  const text = await page();
  expect(text).toContain('应收 6.00元');
  expect(text).toContain('粤B10001');
  expect(await page('en')).toContain('Take cash and open 6.00');
  const form = formWith(text, '/cash');
  expect(form.fen).toBe('600');
  // An hour later the amount on the page is no longer right.
  minute += 60;
  expect((await send('/cash', form)).said).toBe('fee-changed');
  const renewed = formWith(await page(), '/cash');
  expect(renewed.fen).toBe('900');
  const polled = fetch(`${address}/api/camera/vzenith/token-X1/comet`, { method: 'POST' });
  expect((await send('/cash', renewed)).said).toBeNull();
  expect(await (await polled).json()).toMatchObject({ Response_AlarmInfoPlate: { ivs_ioctrl: { io: 0 } } });
  // The same form again takes nothing.
  expect((await send('/cash', renewed)).said).toBe('not-waiting');
  expect(box.queue.first(9).map((one) => [one.kind, one.body.Decision ?? one.body.AmountFen])).toEqual([
    ['passing', 'open'],
    ['cash', 900],
    ['passing', 'open'],
  ]);
  expect(await page()).toContain('没有车辆等待');
  expect(box.stays.countInside()).toBe(0);
});

test('letting through and turning back need a reason and the right', async () => {
  await see(box, 'X1', '粤B10077', new Date(now()));
  const form = formWith(await page(), '/settle');
  expect((await send('/settle', { ...form, act: 'through', reason: ' ' })).said).toBe('reason-needed');
  expect((await send('/settle', { ...form, act: 'through', reason: '车主出示了停车票' })).said).toBeNull();
  const item = box.queue.first(20).at(-1)!;
  expect(item.body).toMatchObject({ Decision: 'open', Why: '车主出示了停车票', ById: 'a1', Plate: '粤B10077' });
  minute += 3;
  await see(box, 'X1', '粤B10078', new Date(now()));
  const other = formWith(await page(), '/settle');
  expect((await send('/settle', { ...other, act: 'back', reason: '走错车道' })).said).toBeNull();
  expect(box.queue.first(20).at(-1)!.body).toMatchObject({ Decision: 'refuse', Why: '走错车道' });
  expect((await send('/barrier', { lane: 'E1', move: 'open', reason: '救护车' })).said).toBeNull();
  expect(box.queue.first(20).at(-1)).toMatchObject({ kind: 'barrier', body: { Act: 'open', Why: '救护车' } });
  expect(await page()).toContain('救护车');
  await send('/sign-out', {});
  await signIn('a2', '1357');
  minute += 3;
  await see(box, 'X1', '粤B10079', new Date(now()));
  const waiting = box.passings.waitingAt('X1')!;
  const without = { lane: 'X1', event: waiting.eventId, act: 'through', reason: '测试原因' };
  expect((await send('/settle', without)).said).toBe('not-allowed');
  expect((await send('/barrier', { lane: 'X1', move: 'open', reason: '测试原因' })).said).toBe('not-allowed');
});

test('what a camera or a list says is shown as text', async () => {
  await send('/sign-out', {});
  await signIn('a1', '2468');
  expect((await send('/barrier', { lane: 'E1', move: 'open', reason: '<script>alert(1)</script>' })).said).toBeNull();
  const text = await page();
  expect(text).toContain('&#60;script&#62;alert(1)');
  expect(text).not.toContain('<script>alert');
});
