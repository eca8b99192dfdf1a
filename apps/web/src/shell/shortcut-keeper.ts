import { readShortcuts, type Shortcuts } from './shortcut-list.ts';

type Change = (own: Shortcuts) => Shortcuts;

/** The shortcuts of one person: changed here at once, and sent to the server once its own state is known. */
export interface ShortcutKeeper {
  readonly get: () => Shortcuts;
  readonly change: (change: Change) => void;
  /**
   * Takes over what the server has, and applies what was changed meanwhile. Where the server has none, those that an earlier version kept in
   * this browser move there.
   */
  readonly restore: (stored: string | null, send: (text: string) => void) => void;
}

/** Makes the keeper of a person's shortcuts. */
export function shortcutKeeper(place: {
  /** What the tab remembers of them, for the time until the server responds. */
  readonly read: () => string | null;
  readonly write: (text: string) => void;
  /** Takes what this browser kept before shortcuts were on the server. */
  readonly takeOld: () => string | null;
}): ShortcutKeeper {
  let own = readShortcuts(place.read());
  const early: Change[] = [];
  let send: ((text: string) => void) | null = null;
  const put = (next: Shortcuts) => {
    own = next;
    const text = JSON.stringify(next);
    place.write(text);
    send?.(text);
  };
  return {
    get: () => own,
    change(change) {
      if (!send) early.push(change);
      put(change(own));
    },
    restore(stored, sendNow) {
      const old = place.takeOld();
      send = sendNow;
      const given = readShortcuts(stored ?? old);
      const next = early.splice(0).reduce((before, change) => change(before), given);
      if (stored !== null && JSON.stringify(next) === JSON.stringify(given)) send = null;
      put(next);
      send = sendNow;
    },
  };
}
