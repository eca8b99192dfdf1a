import { afterEach, expect, test, vi } from 'vitest';
import { keepPassword, keptPassword } from './kept-password.ts';
import { now } from './now.ts';

const START = Date.parse('2026-03-04T01:00:00.000Z');

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A phone that sleeps: its wall clock goes on while the monotonic clock of the page stands still. */
function sleep(minutes: number): void {
  vi.setSystemTime(new Date(START + minutes * 60_000));
}

test('the time is right after the device has slept, and what is kept for minutes is forgotten', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  vi.spyOn(performance, 'now').mockReturnValue(1000);
  keepPassword('Secret#1');
  const before = now();
  sleep(4);
  expect(keptPassword()).toBe('Secret#1');
  sleep(40);
  expect(now().getTime() - before.getTime()).toBe(40 * 60_000);
  expect(keptPassword()).toBe('');
});
