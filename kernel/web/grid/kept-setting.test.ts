import { beforeEach, expect, test, vi } from 'vitest';
import { readSetting } from './grid-setting.ts';
import { changeSetting, noteEdits, restoreSettings } from './kept-setting.ts';

const kept = new Map<string, string>();
const text = (order: readonly string[]) => JSON.stringify({ ...readSetting(null), order });

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

test('columns that were changed since the server was asked are not taken back by its late answer', async () => {
  const save = async () => undefined;
  const asked = noteEdits();
  await changeSetting(save, 'lot', readSetting(text(['name', 'code'])));
  restoreSettings(
    save,
    new Map([
      ['lot', text(['code', 'name'])],
      ['gate', text(['code'])],
    ]),
    asked,
  );
  expect(kept.get('grid::lot')).toBe(text(['name', 'code']));
  expect(kept.get('grid::gate')).toBe(text(['code']));
  restoreSettings(save, new Map([['lot', text(['code', 'name'])]]), noteEdits());
  expect(kept.get('grid::lot')).toBe(text(['code', 'name']));
});
