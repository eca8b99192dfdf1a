import { expect, test } from 'vitest';
import { pops, readSeverity, SEVERITIES } from './alarm-severity.ts';

test('alarms pop up from the severity a person chose, medium by default', () => {
  expect([undefined, '', 'loud', 'high'].map(readSeverity)).toEqual(['medium', 'medium', 'medium', 'high']);
  const popped = (from: (typeof SEVERITIES)[number]) => SEVERITIES.filter((one) => pops(one, from));
  expect(popped('low')).toEqual(['low', 'medium', 'high']);
  expect(popped('medium')).toEqual(['medium', 'high']);
  expect(popped('high')).toEqual(['high']);
});

test('an alarm of unknown severity always pops up', () => {
  expect(SEVERITIES.map((from) => pops(null, from))).toEqual([true, true, true]);
});
