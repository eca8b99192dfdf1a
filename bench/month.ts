import { runMoney } from './month/money.ts';
import { runMonth } from './month/run.ts';
import type { Row } from './table.ts';

const DAYS_PER_KILL = 2;

/** A simulated month (`MONTH_DAYS`, 30; `SEED`): traffic, payments, refunds, packs and kills, then `verify`. */
export async function benchMonth(): Promise<Row[]> {
  const days = Number(process.env.MONTH_DAYS ?? 30);
  const seed = process.env.SEED ?? '1';
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  say(`  ${days} days, seed ${seed}`);
  const start = performance.now();
  const result = await runMonth({ days, kills: Math.ceil(days / DAYS_PER_KILL), seed, say });
  const tookMs = performance.now() - start;
  for (const [path, { done, refused, lost }] of [...result.calls].sort())
    say(`  ${path}: ${done} done, ${refused} refused, ${lost} lost ${result.refusals.get(path) ?? ''}`);
  say(result.verified);
  const counts = {
    ...result.counts,
    ...Object.fromEntries(Object.entries(result.lanes).map(([name, count]) => [`at lanes: ${name}`, count])),
  };
  return [
    { metric: `month: ${days} days, seed ${seed}`, ours: `${(tookMs / 1000).toFixed(0)} s` },
    { metric: 'month: kills of the server', ours: `${result.kills}` },
    ...Object.entries(counts).map(([name, count]) => ({ metric: `month: ${name}`, ours: `${count}` })),
    { metric: 'month: sum of the ledger', ours: `${result.ledgerFen}`, goal: '0', isMet: result.ledgerFen === 0 },
    {
      metric: 'month: verify',
      ours: result.isVerified ? 'adds up' : 'broken',
      goal: 'adds up',
      isMet: result.isVerified,
    },
  ];
}

/** A month of random money (`MONTH_DAYS`, 30; `SEED`), looked into after every step, with kills of the server and its database. */
export async function benchMoney(): Promise<Row[]> {
  const days = Number(process.env.MONTH_DAYS ?? 30);
  const seed = process.env.SEED ?? '1';
  const kills = { server: Math.ceil(days / DAYS_PER_KILL), database: Math.ceil(days / 10) };
  const start = performance.now();
  const result = await runMoney({ days, kills, seed, say: (line) => void process.stderr.write(`${line}\n`) });
  const tookMs = performance.now() - start;
  const isVerified = result.broken.length === 0;
  return [
    { metric: `money: ${days} days, seed ${seed}`, ours: `${(tookMs / 1000).toFixed(0)} s` },
    { metric: 'money: looks into the books, kills', ours: `${result.checks}, ${result.kills}` },
    ...Object.entries(result.counts).map(([name, count]) => ({ metric: `money: ${name}`, ours: `${count}` })),
    { metric: 'money: verify', ours: isVerified ? 'adds up' : 'broken', goal: 'adds up', isMet: isVerified },
  ];
}
