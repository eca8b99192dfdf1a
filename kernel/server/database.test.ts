import { expect, test } from 'vitest';
import { SetClock } from './clock.ts';
import { openDatabase } from './database.ts';
import { makeLog } from './log.ts';

test('ids of one moment keep the order in which they were made, whatever was made in between', async () => {
  const clock = new SetClock(new Date('2026-03-04T01:00:00Z'));
  const database = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', clock, log: makeLog('silent') });
  const [moment, other] = [clock.now(), new Date('2026-03-04T01:00:01Z')];
  const ids = Array.from({ length: 50 }, () => {
    clock.set(other);
    database.newId();
    clock.set(moment);
    return database.newId();
  });
  expect(ids).toEqual(ids.toSorted());
  await database.close();
});
