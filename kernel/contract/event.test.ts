import { expect, test } from 'vitest';
import { event, liveKinds } from './event.ts';

const label = { zh: '测试', en: 'Test' };
const shown = event('test.shown', { label, fields: {}, live: { access: [] } });
const silent = event('test.silent', { label, fields: {} });

test('the kinds of live events are named, and an event that no page receives is refused', () => {
  expect(liveKinds(shown)).toEqual(['test.shown']);
  expect(liveKinds()).toEqual([]);
  expect(() => liveKinds(shown, silent)).toThrow('test.silent is not live');
});
