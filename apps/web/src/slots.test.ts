import { protocolSlot } from '@boyun/devices/contract';
import { type Slot, Slots } from '@boyun/kernel/contract';
import { listKinds } from '@boyun/lists/contract';
import { billPurposes } from '@boyun/money/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { expect, test } from 'vitest';
import { contractDoors } from './contract-doors.ts';
import { slots as webSlots } from './modules.ts';

const contracts = await Promise.all(Object.values(contractDoors).map((open) => open()));
const contractSlots = new Slots(contracts);
const named: readonly (readonly [string, Slot<{ name: string }, 'list'>])[] = [
  ['purposes of payments', billPurposes],
  ['kinds of lists', listKinds],
  ['kinds of requests', reviewKinds],
  ['protocols of cameras', protocolSlot],
];

test.each(named)('pages know the same %s as the server', (_, slot) => {
  const namesOf = (slots: Slots) =>
    slots
      .all(slot)
      .map(({ name }) => name)
      .toSorted();
  expect(namesOf(contractSlots).length).toBeGreaterThan(1);
  expect(namesOf(webSlots)).toEqual(namesOf(contractSlots));
});
