import { channel, text } from '@boyun/kernel/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const FEED = channel('feed', {
  title: { zh: '通道', en: 'Feed' },
  path: '/api/feed',
  access: 'signed-in',
  token: 'protocol',
  out: { word: text({ zh: '词', en: 'Word' }) },
});

/** The sockets opened by the code under test, in order. */
let opened: FakeSocket[] = [];

class FakeSocket {
  static readonly OPEN = 1;
  readonly OPEN = 1;
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly protocols: string[];
  constructor(_address: string, protocols: string[] = []) {
    this.protocols = protocols;
    opened.push(this);
  }
  send(words: string): void {
    this.sent.push(words);
  }
  close(code = 1000): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code });
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
}

beforeEach(() => {
  opened = [];
  vi.resetModules();
  vi.useFakeTimers();
  const kept = new Map([['ACCESS-Token', 'the token']]);
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', { origin: 'http://localhost' });
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => kept.get(key) ?? null });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function connected(options: object = {}) {
  const { connect } = await import('./live.ts');
  const words: string[] = [];
  const stop = connect(
    FEED,
    ({ word }) => words.push(word),
    () => undefined,
    {
      heartbeat: { text: 'success', everyMs: 10_000 },
      request: { text: 'getWarning', everyMs: 120_000 },
      maxReconnects: 2,
      ...options,
    },
  );
  return { words, stop };
}

const count = (of: readonly string[], word: string) => of.filter((one) => one === word).length;

test('on open sends a request, repeats it every 120000 ms; heartbeat every 10000 ms', async () => {
  await connected({ silenceMs: 1_000_000 });
  const [socket] = opened;
  socket!.open();
  expect([socket!.protocols, socket!.sent]).toEqual([['the token'], ['getWarning']]);
  vi.advanceTimersByTime(240_000);
  expect([count(socket!.sent, 'getWarning'), count(socket!.sent, 'success')]).toEqual([3, 24]);
});

test('every message restarts the heartbeat; "success" and invalid JSON are not messages', async () => {
  const { words } = await connected();
  const [socket] = opened;
  socket!.open();
  for (const data of ['{"Word":"one"}', 'success', 'nonsense']) {
    vi.advanceTimersByTime(9000);
    socket!.onmessage!({ data });
  }
  expect([words, count(socket!.sent, 'success')]).toEqual([['one'], 0]);
});

test('on close reconnects at most twice, then the fail callback fires', async () => {
  const onFail = vi.fn();
  await connected({ onFail });
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    expect([opened.length, onFail.mock.calls.length]).toEqual([attempt, 0]);
    opened.at(-1)!.close(1006);
    vi.runOnlyPendingTimers();
  }
  expect([opened.length, onFail.mock.calls.length]).toEqual([3, 1]);
  vi.advanceTimersByTime(3_600_000);
  expect(opened.length).toBe(3);
});

test('a word of the server makes the reconnects count from the beginning', async () => {
  const onFail = vi.fn();
  await connected({ onFail });
  for (let round = 0; round < 5; round += 1) {
    const socket = opened.at(-1)!;
    socket.open();
    socket.onmessage!({ data: '{"Word":"here"}' });
    socket.close(1006);
    vi.runOnlyPendingTimers();
  }
  expect([opened.length, onFail.mock.calls.length]).toEqual([6, 0]);
});

test('onOpen is called each time the connection opens, to refetch what was missed', async () => {
  const onOpen = vi.fn();
  await connected({ onOpen });
  expect(onOpen).not.toHaveBeenCalled();
  for (let round = 1; round <= 2; round += 1) {
    opened.at(-1)!.open();
    expect(onOpen).toHaveBeenCalledTimes(round);
    opened.at(-1)!.close(1006);
    vi.runOnlyPendingTimers();
  }
});

test('a connection closed by the page stays closed without an error', async () => {
  const onFail = vi.fn();
  const { stop } = await connected({ onFail });
  opened[0]!.open();
  stop();
  vi.advanceTimersByTime(3_600_000);
  expect([opened.length, onFail.mock.calls.length]).toEqual([1, 0]);
});

test('without WebSocket nothing is tried', async () => {
  vi.stubGlobal('WebSocket', undefined);
  const { canBeLive } = await import('./live.ts');
  const { stop } = await connected();
  expect([canBeLive(), opened.length]).toEqual([false, 0]);
  stop();
});
