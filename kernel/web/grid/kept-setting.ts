import { useCallback } from 'react';
import { type ListViewSource, listViewSource } from '../list/list-view-slot.ts';
import { currentUser } from '../session.ts';
import { useSlot } from '../slot.tsx';
import { createStore, useStore } from '../store.ts';
import { type GridSetting, plainSetting, readSetting } from './grid-setting.ts';

/** The user's column settings by list, as far as they are loaded. */
const settings = new Map<string, GridSetting>();
const changeCount = createStore(0);
const sending = new Set<string>();
/** How many changes were made here, and the number of the last one of each list. */
let editCount = 0;
const edits = new Map<string, number>();

/** Notes which changes have been made: what the server says from now on knows no later ones. */
export const noteEdits = (): number => editCount;

const keyOf = (list: string) => `grid:${currentUser()?.userId ?? ''}:${list}`;
// Changes that the server has not confirmed override its own state.
const unsentKeyOf = (list: string) => `${keyOf(list)}:unsent`;

function cacheSetting(list: string, next: GridSetting): void {
  settings.set(list, next);
  if (next === plainSetting) localStorage.removeItem(keyOf(list));
  else localStorage.setItem(keyOf(list), JSON.stringify(next));
  changeCount.set(changeCount.get() + 1);
}

/** Reads a list's columns from local storage: they are available before the server responds. */
function cachedSetting(list: string): GridSetting {
  const known = settings.get(list) ?? readSetting(localStorage.getItem(keyOf(list)));
  settings.set(list, known);
  return known;
}

type Save = ListViewSource['saveColumns'];

async function send(save: Save, list: string): Promise<void> {
  if (sending.has(list)) return;
  sending.add(list);
  const sent = cachedSetting(list);
  try {
    await save(list, sent === plainSetting ? '' : JSON.stringify(sent));
    if (cachedSetting(list) === sent) localStorage.removeItem(unsentKeyOf(list));
  } catch {
    // It stays unsent until the next change or the next visit.
    return;
  } finally {
    sending.delete(list);
  }
  if (cachedSetting(list) !== sent) await send(save, list);
}

/**
 * Applies the column settings of the server by list, and sends those it has not confirmed yet. Lists changed here since it was asked, which
 * is `asked` of `noteEdits`, stay as they are.
 */
export function restoreSettings(save: Save, stored: ReadonlyMap<string, string>, asked: number): void {
  for (const [list, text] of stored)
    if (!localStorage.getItem(unsentKeyOf(list)) && (edits.get(list) ?? 0) <= asked)
      cacheSetting(list, readSetting(text));
  const start = keyOf('');
  const unsent = Object.keys(localStorage).filter((key) => key.startsWith(start) && key.endsWith(':unsent'));
  for (const key of unsent) void send(save, key.slice(start.length, -':unsent'.length));
}

/** Takes over a change made here: at once in this browser, then on the server, where there is one that keeps it. */
export function changeSetting(save: Save | undefined, list: string, next: GridSetting): Promise<void> {
  localStorage.setItem(unsentKeyOf(list), '1');
  editCount += 1;
  edits.set(list, editCount);
  cacheSetting(list, next);
  return save ? send(save, list) : Promise.resolve();
}

/** Returns this user's columns of one list, stored on the server and cached in this browser. */
export function useGridSetting(list: string): [GridSetting, (next: GridSetting) => void] {
  useStore(changeCount);
  const source = useSlot(listViewSource);
  const save = useCallback((next: GridSetting) => void changeSetting(source?.saveColumns, list, next), [list, source]);
  return [cachedSetting(list), save];
}
