import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MOST_PLAYS } from '../lcd/lcd-limit.contract.ts';
import { addShow, NONE, nextBatch } from './lcd-count.view.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const START = Date.UTC(2026, 10, 26, 8);

test('what is shown while a batch is not confirmed waits for the next one', () => {
  const first = nextBatch(addShow(NONE, 'a', START, START + 10_000), START + 10_000);
  expect(first.sent).toEqual([{ programmeId: 'a', playCount: 1, seconds: 10, firstMs: START, lastMs: START + 10_000 }]);
  const more = addShow(first, 'a', START + 20_000, START + 30_000);
  expect(nextBatch(more, START + 30_000)).toEqual(more);
  const next = nextBatch({ ...more, sent: [] }, START + 30_000);
  expect(next.batch).toBeGreaterThan(first.batch);
  expect(next.sent).toHaveLength(1);
});

test('no show is lost or counted twice, whenever batches go and whichever are confirmed', () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ show: fc.constantFrom('a', 'b', 'c'), hour: fc.nat(30) }),
      fc.record({ isConfirmed: fc.boolean() }),
    ),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(steps, (all) => {
      let waiting = NONE;
      let arrived = 0;
      let shown = 0;
      const batches: number[] = [];
      for (const step of all) {
        if ('show' in step) {
          const fromMs = START + step.hour * 3_600_000;
          waiting = addShow(waiting, step.show, fromMs, fromMs + 10_000);
          shown += 1;
          continue;
        }
        waiting = nextBatch(waiting, START);
        if (!step.isConfirmed || waiting.sent.length === 0) continue;
        arrived += waiting.sent.reduce((sum, one) => sum + one.playCount, 0);
        batches.push(waiting.batch);
        waiting = { ...waiting, sent: [] };
      }
      const left = [...waiting.sent, ...waiting.open].reduce((sum, one) => sum + one.playCount, 0);
      expect(arrived + left).toBe(shown);
      expect(batches).toEqual([...new Set(batches)].sort((a, b) => a - b));
    }),
  );
});

test('a batch after days without a line fits into a call', () => {
  let waiting = NONE;
  for (let hour = 0; hour < 300; hour += 1)
    waiting = addShow(waiting, crypto.randomUUID(), START + hour * 3_600_000, START + (hour + 2) * 3_600_000);
  const { sent } = nextBatch(waiting, START);
  const plays = sent.map((one) => ({
    ProgrammeId: one.programmeId,
    PlayCount: 3600,
    Seconds: one.seconds,
    FirstAt: new Date(one.firstMs),
    LastAt: new Date(one.lastMs),
  }));
  expect(JSON.stringify(plays).length).toBeLessThan(15 * 1024);
  expect(sent).toHaveLength(MOST_PLAYS);
});
