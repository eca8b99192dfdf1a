import type { Ground } from './ground.ts';
import { type Million, withMillion } from './million.ts';
import { type BareDriver, openBare } from './statement-log.ts';
import { median, ms, quantile, type Row } from './table.ts';

const RUNS = 25;
/** The first calls compile code and fill caches, so they are not measured. */
const WARM_UPS = 3;
const GOAL_MS = 50;
const CONSOLE_GOAL_MS = 100;

type Filters = (million: Million, run: number) => object;
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
const lotOf = ({ world }: Million, run: number) => world.lots[run % world.lots.length]!.id;
const plateOf = (run: number) => `粤DA${(run * 7919).toString(16).toUpperCase().padStart(5, '0')}`;

/** What people look for in the order list; each run asks for something else where it can. */
const QUESTIONS: Readonly<Record<string, Filters>> = {
  'all, newest first': () => ({}),
  'all, page 50': () => ({ Page: 50 }),
  'one lot': (million, run) => ({ LotId: lotOf(million, run) }),
  'one plate': (_, run) => ({ Plate: plateOf(run) }),
  'cars inside': () => ({ ParkingState: 'inside' }),
  unpaid: () => ({ PayState: 'unpaid' }),
  arrears: () => ({ PayState: 'arrears' }),
  'paid, one lot': (million, run) => ({ PayState: 'paid', LotId: lotOf(million, run) }),
  'black list': () => ({ Standing: 'black' }),
  'void, one lot': (million, run) => ({ ParkingState: 'void', LotId: lotOf(million, run) }),
  'one day': (_, run) => ({ From: daysAgo(run + 2), To: daysAgo(run + 1) }),
  'one lot, a week': (million, run) => ({ LotId: lotOf(million, run), From: daysAgo(run + 8), To: daysAgo(run + 1) }),
  'one lot, a month, white list': (million, run) => ({
    LotId: lotOf(million, run),
    From: daysAgo(40),
    To: daysAgo(10),
    Standing: 'white',
  }),
  'by entry time, oldest first': () => ({ Sort: 'enteredAt' }),
  'by fee, one lot, a day': (million, run) => ({
    LotId: lotOf(million, run),
    From: daysAgo(run + 2),
    To: daysAgo(run + 1),
    Sort: '-feeFen',
  }),
};

/** The order list over HTTP with a million orders: each question again and again, against the same SQL over the bare driver. */
export function benchOrders(ground: Ground): Promise<Row[]> {
  return withMillion(ground, askOrders);
}

/** The questions about orders against a prepared world. */
export async function askOrders(million: Million): Promise<Row[]> {
  const bare = await openBare(million.databaseUrl, 1);
  try {
    const rows: Row[] = [];
    const all: { ours: number; theirs: number }[] = [];
    for (const [name, filters] of Object.entries(QUESTIONS)) {
      const took = await ask(million, bare, '/api/order/getOrderPage', (run) => ({
        Page: 1,
        PerPage: 20,
        ...filters(million, run),
      }));
      all.push(...took);
      rows.push(rowOf(`orders: ${name}, p95`, took, 0.95, GOAL_MS));
    }
    const title = `${Object.keys(QUESTIONS).length} questions, ${million.orders.toLocaleString('en')} orders`;
    return [rowOf(`orders: ${title}, p50`, all, 0.5), rowOf(`orders: ${title}, p95`, all, 0.95, GOAL_MS), ...rows];
  } finally {
    await bare.close();
  }
}

/** The console's numbers over HTTP with the statistics of a million orders. */
export function benchConsole(ground: Ground): Promise<Row[]> {
  return withMillion(ground, askConsole);
}

/** The numbers of the console of a prepared world. */
export async function askConsole(million: Million): Promise<Row[]> {
  const bare = await openBare(million.databaseUrl, 1);
  try {
    const rows: Row[] = [];
    for (const Span of ['hour', 'day', 'month']) {
      const took = await ask(million, bare, '/api/dashboard/getConsole', () => ({ Span }));
      rows.push(rowOf(`console: numbers by ${Span}, p95`, took, 0.95, CONSOLE_GOAL_MS));
    }
    return rows;
  } finally {
    await bare.close();
  }
}

/** Asks over HTTP, and sends the statements behind the answer over the bare driver right after it. */
export async function ask(
  million: Million,
  bare: BareDriver,
  path: string,
  bodyOf: (run: number) => object,
  runs = RUNS,
): Promise<{ ours: number; theirs: number }[]> {
  const took: { ours: number; theirs: number }[] = [];
  for (let run = 0; run < runs + WARM_UPS; run += 1) {
    const body = bodyOf(run);
    const statements = await million.statementsOf(path, body);
    let start = performance.now();
    await million.call(path, body);
    const ours = performance.now() - start;
    start = performance.now();
    await bare.play(statements);
    if (run >= WARM_UPS) took.push({ ours, theirs: performance.now() - start });
  }
  return took;
}

/** A line of the table: a quantile of what calls took, beside that of their statements over the bare driver. */
export function rowOf(
  metric: string,
  took: readonly { ours: number; theirs: number }[],
  share: number,
  goalMs?: number,
): Row {
  const ours = quantile(
    took.map((one) => one.ours),
    share,
  );
  const theirs = quantile(
    took.map((one) => one.theirs),
    share,
  );
  return {
    metric,
    ours: ms(ours),
    reference: `${ms(theirs)} (same SQL, bare driver)`,
    ratio: median(took.map((one) => one.ours / one.theirs)),
    ...(goalMs ? { goal: `< ${goalMs} ms`, isMet: ours < goalMs } : {}),
  };
}
