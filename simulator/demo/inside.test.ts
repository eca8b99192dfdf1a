import { expect, test } from 'vitest';
import { readInside } from './inside.ts';
import type { Call } from './sign-in.ts';

const now = Date.parse('2026-03-03T12:00:00Z');
const fleet = {
  lots: [{ code: 'A', name: 'A', capacity: 500, profile: 'lot-01', lanes: [] }],
  blackPlates: [],
  whitePlates: [],
};
const row = (plate: string, LotId: string, hours: number) => ({
  Plate: plate,
  PlateColor: 1,
  LotId,
  EnteredAt: new Date(now - hours * 3_600_000).toISOString(),
});

test('the cars of all pages are inside, without those of other lots and those that stay longer than a day', async () => {
  const inside = Array.from({ length: 230 }, (_, index) => row(`粤B${10_000 + index}`, 'lot', 1));
  const rows = [...inside, row('粤B20000', 'street', 1), row('粤B30000', 'lot', 25)];
  const call = (async (path: string, { Page, PerPage }: { Page: number; PerPage: number }) => {
    const all = path.endsWith('getInLotPage')
      ? rows
      : [
          { Id: 'lot', Code: 'A' },
          { Id: 'street', Code: 'S' },
        ];
    return { Rows: all.slice((Page - 1) * PerPage, Page * PerPage) };
  }) as unknown as Call;
  const found = await readInside(call, fleet, now);
  expect(found.length).toBe(inside.length);
  expect(found[0]).toEqual({ plate: '粤B10000', color: 1, lotCode: 'A', enteredAtMs: now - 3_600_000 });
});
