import { expect, test } from 'vitest';
import { shortcutKeeper } from './shortcut-keeper.ts';
import { withToggled, withUsed } from './shortcut-list.ts';

/** A browser with what it kept before, and the server behind it. */
function scene({ tab = null, old = null }: { tab?: string | null; old?: string | null } = {}) {
  const state = { tab, old, sent: [] as string[] };
  const keeper = shortcutKeeper({
    read: () => state.tab,
    write: (text) => {
      state.tab = text;
    },
    takeOld: () => {
      const taken = state.old;
      state.old = null;
      return taken;
    },
  });
  return { state, keeper, send: (text: string) => state.sent.push(text) };
}
const text = (favourites: string[], recent: string[]) => JSON.stringify({ favourites, recent });

test('shortcuts of the server apply on every computer, with what was used before it responded', () => {
  const { state, keeper, send } = scene();
  keeper.change((own) => withUsed(own, '/b'));
  expect(state.sent).toEqual([]);
  keeper.restore(text(['/x'], ['/a']), send);
  expect(keeper.get()).toEqual({ favourites: ['/x'], recent: ['/b', '/a'] });
  expect(state.sent).toEqual([text(['/x'], ['/b', '/a'])]);
  keeper.change((own) => withToggled(own, '/x'));
  expect(state.sent.at(-1)).toBe(text([], ['/b', '/a']));
  expect(state.tab).toBe(text([], ['/b', '/a']));
});

test('those that this browser kept move to the server once', () => {
  const { state, keeper, send } = scene({ old: text(['/x'], ['/a']) });
  keeper.restore(null, send);
  expect(state.sent).toEqual([text(['/x'], ['/a'])]);
  expect(state.old).toBeNull();
});

test('where the server has some, those of the browser do not come back, and nothing is sent', () => {
  const { state, keeper, send } = scene({ tab: text(['/y'], []), old: text(['/y'], []) });
  keeper.restore(text([], ['/a']), send);
  expect(keeper.get()).toEqual({ favourites: [], recent: ['/a'] });
  expect(state).toMatchObject({ old: null, sent: [], tab: text([], ['/a']) });
});
