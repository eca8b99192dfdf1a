import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const kept = new Map<string, string>();

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  kept.clear();
  kept.set('ACCESS-Token', 'the token');
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    clear: () => kept.clear(),
  };
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => undefined });
  vi.stubGlobal('navigator', { language: 'zh-CN' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Uses a page; returns what the server got when the time for it had come, after this happened. */
async function sentAfter(happens: () => void): Promise<readonly string[]> {
  const { noteUse, restoreShortcuts } = await import('./shortcut.ts');
  const sent: string[] = [];
  const unused = async () => Promise.reject(new Error('not called'));
  const saveText = async (_key: string, text: string) => sent.push(text);
  restoreShortcuts({ loadPanel: unused, fetchViews: unused, saveColumns: unused, saveText }, new Map());
  noteUse('/dashboardCd/index');
  happens();
  await vi.advanceTimersByTimeAsync(10_000);
  return sent;
}

test('the use of a page is sent once it has settled', async () => {
  expect(await sentAfter(() => undefined)).toEqual(['{"favourites":[],"recent":["/dashboardCd/index"]}']);
});

test('nothing is sent after the session has ended', async () => {
  expect(await sentAfter(() => kept.clear())).toEqual([]);
});
