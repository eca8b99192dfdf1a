import { expect, test } from 'vitest';
import { type DayChoice, lintTariff, parseTariff } from './fee.ts';

const choices: DayChoice[] = ['workday', 'weekend', 'holiday', 'mon', 'tue', 'before-holiday', 'sat'];
const two = (n: number) => String(n).padStart(2, '0');
const time = (minute: number) => `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`;
const season = (i: number) => ({
  from: `${two(1 + (i % 12))}-${two(1 + (i % 28))}`,
  to: `${two(1 + ((i * 7) % 12))}-05`,
});
const list = <T>(length: number, make: (i: number) => T): T[] => Array.from({ length }, (_, i) => make(i));
const days = (i: number) => [choices[i % 7]!, choices[(i * 3 + 1) % 7]!];

/** As many plans, windows, steps, caps and marks as the schema allows, none like another. */
const largest = {
  id: 'largest',
  version: 1,
  name: { zh: '最大', en: 'Largest' },
  plans: list(50, (p) => ({
    id: `p${p}`,
    when: {
      vehicleKinds: list(50, (k) => `k${p * 25 + k}`),
      plateColors: [p % 7],
      entryDays: days(p),
      season: season(p),
      enteredBetween: { from: time(p * 29), to: time(p * 29 + 701) },
      atMostMinutes: 5_000_000 + p,
      leftBy: { at: time(p * 31), nth: 366 },
    },
    windows: list(20, (w) => ({
      id: `w${w}`,
      from: time(w * 71),
      to: time(w * 71 + 90),
      days: days(w + p),
      season: season(w + p),
      steps: list(50, (s) => ({ upToMinutes: s + 1, unitMinutes: 1, priceFen: s })),
    })),
    clock: { counts: 'window', restart: { per: 'window' } },
    caps: list(20, (c) => ({
      id: `c${c}`,
      amountFen: 9_000_000 + c,
      scope: { per: 'hours', hours: 8000 + c },
      nth: { from: 300 },
    })),
    marks: list(20, (m) => ({ id: `m${m}`, at: time(m * 50), amountFen: 1, days: ['workday'] })),
    whole: { hours: 8000 + p, amountFen: 5 },
  })),
};

test('the largest tariff is checked within a limit of work, which it says', () => {
  const tariff = parseTariff(largest);
  if (Array.isArray(tariff)) throw new Error(JSON.stringify(tariff.slice(0, 3)));
  const codes = new Set(lintTariff(tariff).map((finding) => finding.code));
  expect([...codes]).toContain('partly-checked');
  expect([...codes]).toContain('missing-vehicle-kind');
});
