/**
 * Prints quotes per second of one core by the fee engine and how many times faster it is than a reference that steps through every
 * minute. Run: node domain/fee/fee.bench.ts
 */
import { pathToFileURL } from 'node:url';
import { instantOfWall, zoneClock } from '../period.ts';
import { priceStay, type Stay, type Tariff, tariffTemplate } from './fee.ts';

const minuteMs = 60_000;
const zone = 'Asia/Shanghai';

/** Day and night prices, 15 minutes free, a cap per 24 hours: the tariff of an ordinary Chinese car park. */
export const ordinaryTariff: Tariff = {
  id: 'ordinary',
  version: 1,
  name: { zh: '普通昼夜', en: 'Ordinary day and night' },
  plans: [
    {
      id: 'car',
      free: { minutes: 15, deduct: false, scope: { per: 'stay' } },
      windows: [
        {
          id: 'day',
          from: '08:00',
          to: '20:00',
          steps: [
            { upToMinutes: 60, unitMinutes: 60, priceFen: 500 },
            { unitMinutes: 60, priceFen: 200 },
          ],
        },
        { id: 'night', from: '20:00', to: '08:00', steps: [{ unitMinutes: 60, priceFen: 100 }] },
      ],
      caps: [{ id: 'day', amountFen: 3000, scope: { per: 'hours', hours: 24 } }],
    },
  ],
};

/** The same tariff priced minute by minute by specialised code: an upper bound for the speed of a stepping engine. */
function stepOrdinary(fromMs: number, toMs: number): number {
  const clock = zoneClock(zone);
  if (toMs - fromMs <= 15 * minuteMs) return 0;
  let total = 0;
  let inBlock = 0;
  let block = -1;
  let unitLeft = 0;
  let wasDay: boolean | undefined;
  for (let t = fromMs; t < toMs; t += minuteMs) {
    const elapsed = (t - fromMs) / minuteMs;
    if (Math.floor(elapsed / 1440) !== block) {
      total += Math.min(inBlock, 3000);
      inBlock = 0;
      block = Math.floor(elapsed / 1440);
    }
    const hour = Math.floor((clock.localOf(t) % 86_400_000) / 3_600_000);
    const isDay = hour >= 8 && hour < 20;
    if (isDay !== wasDay || (isDay && elapsed === 60)) unitLeft = 0;
    wasDay = isDay;
    if (unitLeft === 0) {
      inBlock += isDay ? (elapsed < 60 ? 500 : 200) : 100;
      unitLeft = 60;
    }
    unitLeft--;
  }
  return total + Math.min(inBlock, 3000);
}

/** CPU seconds used by this process, including compiler and garbage collector, so that other processes do not distort it. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Runs `quote` repeatedly for about `forMs` and returns runs per second of one core; the sum keeps the work from being optimised away. */
export function rate(forMs: number, quote: (i: number) => number): number {
  let sum = 0;
  for (let i = 0; i < 20_000 && i < forMs * 100; i++) sum += quote(i);
  const start = processorSeconds();
  let done = 0;
  while (processorSeconds() - start < forMs / 1000) {
    for (let i = 0; i < 100; i++) sum += quote(done + i);
    done += 100;
  }
  const seconds = processorSeconds() - start;
  if (Number.isNaN(sum)) throw new Error('The bench priced nothing.');
  return done / seconds;
}

const base = instantOfWall('2026-03-02T00:00', zone);

/** Stays of `hours` hours starting at varying minutes over four weeks. */
export function stayOf(i: number, hours: number): Stay {
  const enteredAtMs = base + ((i * 7919) % 40_320) * minuteMs;
  return { enteredAtMs, exitAtMs: enteredAtMs + hours * 60 * minuteMs, zone };
}

/** One row of the benchmark: what was priced, quotes per second, and the ratio to minute stepping where measured. */
export type FeeBenchRow = { name: string; perSecond: number; ratio?: number };

/** Measures the engine on typical, long and very long stays. */
export function benchFee(forMs = 1000): FeeBenchRow[] {
  for (let i = 0; i < 2000; i++) {
    const stay = stayOf(i, i % 200);
    const [fee, stepped] = [priceStay(ordinaryTariff, stay).totalFen, stepOrdinary(stay.enteredAtMs, stay.exitAtMs)];
    if (fee !== stepped)
      throw new Error(`The reference gives ${stepped} fen for a stay of ${i % 200} h, the engine ${fee}.`);
  }
  const rows: FeeBenchRow[] = [];
  for (const [name, hours, share] of [
    ['3 h', 3, 1],
    ['24 h', 24, 1],
    ['7 days', 168, 1],
    ['10 years', 87_660, 0.3],
  ] as const) {
    const perSecond = rate(forMs * share, (i) => priceStay(ordinaryTariff, stayOf(i, hours)).totalFen);
    if (hours > 168) {
      rows.push({ name: `day/night, cap, free time: ${name}`, perSecond });
      continue;
    }
    const reference = rate(forMs * share * 0.5, (i) => {
      const stay = stayOf(i, hours);
      return stepOrdinary(stay.enteredAtMs, stay.exitAtMs);
    });
    rows.push({ name: `day/night, cap, free time: ${name}`, perSecond, ratio: perSecond / reference });
  }
  for (const { id, tariff } of tariffTemplate) {
    rows.push({ name: `${id}: 3 h`, perSecond: rate(forMs * 0.3, (i) => priceStay(tariff, stayOf(i, 3)).totalFen) });
  }
  return rows;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { name, perSecond, ratio } of benchFee()) {
    const compared = ratio === undefined ? '' : `  ${ratio.toFixed(1)} × stepping by minutes`;
    console.log(`${name.padEnd(44)} ${Math.round(perSecond).toLocaleString('en').padStart(12)} quotes/s${compared}`);
  }
}
