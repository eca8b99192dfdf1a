import { readEventData } from '@boyun/kernel/contract';
import { expect, test } from 'vitest';
import { stayClosed, stayLeft } from './order-event.contract.ts';

const leftAt = new Date('2026-03-04T03:00:00.000Z');

test.each([stayLeft, stayClosed])('$kind is published with the entry it records', (type) => {
  const data = readEventData(type, { enteredAt: '2026-03-04T01:00:20.500Z', parkedSeconds: 7179, isPhysical: true });
  expect(type.publicValues!(data, leftAt)).toEqual({
    enteredAt: new Date('2026-03-04T01:00:20.500Z'),
    leftAt,
    parkedMinutes: 119,
    hasLeft: true,
  });
});

test('an end recorded without its entry is published with the entry its length tells', () => {
  const data = readEventData(stayLeft, { parkedSeconds: 7179, isPhysical: false });
  expect(stayLeft.publicValues!(data, leftAt)).toEqual({
    enteredAt: new Date('2026-03-04T01:00:21.000Z'),
    leftAt,
    parkedMinutes: 119,
    hasLeft: false,
  });
});
