import { useCallback } from 'react';
import { currentUser } from '../session.ts';
import { createStore, useStore } from '../store.ts';
import { type GridSetting, plainSetting, readSetting } from './grid-setting.ts';

/** Keeps the columns of a list for good, as text; an empty one where nothing is changed any more. */
export type SettingKeeper = (list: string, text: string) => Promise<unknown>;

/** The user's columns by list, as far as lists were shown or the server told of them. */
const settings = new Map<string, GridSetting>();
const changeCount = createStore(0);
let keeper: SettingKeeper | null = null;
const sending = new Set<string>();

const placeOf = (list: string) => `grid:${currentUser()?.userId ?? ''}:${list}`;
// What the server has not confirmed yet wins over what it knows.
const unsentOf = (list: string) => `${placeOf(list)}:unsent`;

function remember(list: string, next: GridSetting): void {
  settings.set(list, next);
  if (next === plainSetting) localStorage.removeItem(placeOf(list));
  else localStorage.setItem(placeOf(list), JSON.stringify(next));
  changeCount.set(changeCount.get() + 1);
}

/** This browser's memory of a list's columns: they are there before the server answers. */
function remembered(list: string): GridSetting {
  const known = settings.get(list) ?? readSetting(localStorage.getItem(placeOf(list)));
  settings.set(list, known);
  return known;
}

async function send(list: string): Promise<void> {
  if (!keeper || sending.has(list)) return;
  sending.add(list);
  const sent = remembered(list);
  try {
    await keeper(list, sent === plainSetting ? '' : JSON.stringify(sent));
    if (remembered(list) === sent) localStorage.removeItem(unsentOf(list));
  } catch {
    // It stays unsent, and goes with the next change or the next visit.
    return;
  } finally {
    sending.delete(list);
  }
  if (remembered(list) !== sent) await send(list);
}

/** Says where columns are kept for good, and how they were left there by list. */
export function keepSettings(by: SettingKeeper, kept: ReadonlyMap<string, string>): void {
  keeper = by;
  for (const [list, text] of kept) if (!localStorage.getItem(unsentOf(list))) remember(list, readSetting(text));
  const start = placeOf('');
  const unsent = Object.keys(localStorage).filter((key) => key.startsWith(start) && key.endsWith(':unsent'));
  for (const key of unsent) void send(key.slice(start.length, -':unsent'.length));
}

/** Columns of one list for this user, kept on the server and remembered in this browser. */
export function useGridSetting(list: string): [GridSetting, (next: GridSetting) => void] {
  useStore(changeCount);
  const keep = useCallback(
    (next: GridSetting) => {
      localStorage.setItem(unsentOf(list), '1');
      remember(list, next);
      void send(list);
    },
    [list],
  );
  return [remembered(list), keep];
}
