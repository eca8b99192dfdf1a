import { expect, test } from 'vitest';
import { firstTab, type InboxSide, type InboxTab, tabByKey } from './inbox-tab.ts';

const side = (tab: InboxTab, count = 0, hasDot = false): InboxSide => ({
  tab,
  title: { zh: tab, en: tab },
  count,
  hasDot,
});

test('the inbox opens where work waits, then where something is unread, else at its first tab', () => {
  expect(firstTab([side('todo'), side('alarm', 2), side('message', 0, true)])).toBe('alarm');
  expect(firstTab([side('todo'), side('alarm'), side('message', 0, true)])).toBe('message');
  expect(firstTab([side('message'), side('news')])).toBe('message');
});

test('arrow keys go round the tabs, Home and End to the first and the last', () => {
  const sides = [side('todo'), side('alarm'), side('notice')];
  expect(tabByKey(sides, 'notice', 'ArrowRight')).toBe('todo');
  expect(tabByKey(sides, 'todo', 'ArrowLeft')).toBe('notice');
  expect(tabByKey(sides, 'alarm', 'Home')).toBe('todo');
  expect(tabByKey(sides, 'alarm', 'End')).toBe('notice');
  expect(tabByKey(sides, 'alarm', 'x')).toBeNull();
});
