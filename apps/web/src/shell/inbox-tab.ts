import type { Label } from '@boyun/kernel/contract';

/** The tabs of the inbox, in order: work to do, alarms, messages, news of the product, and notices of this window. */
export type InboxTab = 'todo' | 'alarm' | 'message' | 'news' | 'notice';

/** A tab as it is shown: its title, and what is new in it. */
export interface InboxSide {
  readonly tab: InboxTab;
  readonly title: Label;
  /** Number of things that wait; 0 for tabs that only have a dot. */
  readonly count: number;
  /** Whether something in it is unread. */
  readonly hasDot: boolean;
}

/** Returns the tab that opens first: the first with something that waits, then the first with something unread, else the first. */
export function firstTab(sides: readonly InboxSide[]): InboxTab {
  const found = sides.find((one) => one.count > 0) ?? sides.find((one) => one.hasDot) ?? sides[0];
  return found?.tab ?? 'notice';
}

/** Returns the tab reached by an arrow key, Home or End; null for other keys. The order wraps around. */
export function tabByKey(sides: readonly InboxSide[], shown: InboxTab, key: string): InboxTab | null {
  const tabs = sides.map((one) => one.tab);
  const at = tabs.indexOf(shown);
  if (key === 'ArrowRight') return tabs[(at + 1) % tabs.length] ?? null;
  if (key === 'ArrowLeft') return tabs[(at - 1 + tabs.length) % tabs.length] ?? null;
  if (key === 'Home') return tabs[0] ?? null;
  if (key === 'End') return tabs.at(-1) ?? null;
  return null;
}
