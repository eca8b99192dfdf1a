import { loadavg } from 'node:os';
import { choiceValues, type Field, type Fields, periodKeys, type Report, wireName } from '@boyun/kernel/contract';
import { modules } from '@boyun/server/modules';
import type { Ground } from './ground.ts';
import { type Million, openMillion } from './million.ts';
import { ask, rowOf } from './order-list.ts';
import { findReportDatabase } from './report-fill.ts';
import { type BareDriver, openBare } from './statement-log.ts';
import { median, ms, type Row } from './table.ts';

/** Orders of the database of reports, ten million unless the variable of this name says otherwise; they take about 30 GB. */
export const REPORT_ORDERS = Number(process.env.REPORT_ORDERS ?? 10_000_000);
const RUNS = Number(process.env.REPORT_RUNS ?? 12);
const BUSY_RUNS = 3;
const REPORT_GOAL_MS = 300;
const DAY_MS = 86_400_000;

interface Question {
  readonly name: string;
  readonly path: string;
  readonly goalMs: number;
  body(run: number): object;
}

/** A month of thirty days that ends some days ago. */
const monthOf = (run: number, ago = Number(process.env.REPORT_AGO ?? 2)) => ({
  from: new Date(Date.now() - (run + ago + 30) * DAY_MS),
  to: new Date(Date.now() - (run + ago) * DAY_MS),
});

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** A moment or day as a filter takes it. */
const filterValue = (field: Field, at: Date) => (field.kind === 'day' ? dayOf(at) : at.toISOString());

/** The ways a report can be grouped; one that has no such choice is asked as it is. */
function ways(report: Report): { readonly name: string; readonly body: object }[] {
  const filters = report.filters as Fields;
  const key = ['by', 'level'].find((one) => filters[one]?.choices);
  if (!key) return [{ name: report.name, body: {} }];
  return choiceValues(filters[key]!.choices!).map((value) => ({
    name: `${report.name} by ${value}`,
    body: { [wireName(key, filters[key])]: value },
  }));
}

/** Reports of the hub over a month, each in all its ways. */
async function hubQuestions(million: Million): Promise<Question[]> {
  const all = new Map(modules.flatMap((one) => one.contract.reports).map((one) => [one.name, one]));
  const { Pages } = (await million.call('/api/reportHub/get', {})) as { Pages: { Reports: { Name: string }[] }[] };
  const named = new Set(Pages.flatMap((one) => one.Reports.map(({ Name }) => Name)));
  return [...named].flatMap((name) => {
    const report = all.get(name)!;
    const filters = report.filters as Fields;
    const keys = periodKeys(filters);
    return ways(report).map((way): Question => {
      const body = (run: number) => {
        const { from, to } = monthOf(run);
        const period = keys
          ? {
              [wireName(keys[0], filters[keys[0]])]: filterValue(filters[keys[0]]!, from),
              [wireName(keys[1], filters[keys[1]])]: filterValue(filters[keys[1]]!, to),
            }
          : {};
        return { Page: 1, PerPage: 20, ...way.body, ...period };
      };
      return { name: way.name, path: report.path, goalMs: REPORT_GOAL_MS, body };
    });
  });
}

const composed =
  (Dataset: string, Measures: readonly string[], Dimensions: readonly string[]) =>
  (run: number): object => {
    const { from, to } = monthOf(run);
    const days = { From: dayOf(from), To: dayOf(to) };
    return { Dataset, Measures, Dimensions, LotIds: [], Period: 'last-month', Compare: 'none', ...days };
  };

const statistics = (run: number) => {
  const { from, to } = monthOf(run);
  return { From: dayOf(from), To: dayOf(to) };
};

const question = (name: string, path: string, goalMs: number, body: (run: number) => object): Question => ({
  name,
  path,
  goalMs,
  body,
});

/** What is no report of the hub. */
const MORE: readonly Question[] = [
  question('statistics of a month', '/api/statistics/get', REPORT_GOAL_MS, statistics),
  question('stay length × hour', '/api/statistics/getStayHours', REPORT_GOAL_MS, statistics),
  question('returning plates by week', '/api/statistics/getReturning', REPORT_GOAL_MS, () => ({ By: 'week' })),
  question('returning plates by month', '/api/statistics/getReturning', REPORT_GOAL_MS, () => ({ By: 'month' })),
  question('forecast and unusual days', '/api/statistics/getOutlook', REPORT_GOAL_MS, () => ({})),
  ...(
    [
      ['stays by day', 'stay', ['stays', 'feeFen', 'paidFen'], ['day']],
      ['cars by lot', 'stay', ['cars', 'hours'], ['lot']],
      ['money by channel and day', 'money', ['receivedFen', 'netFen'], ['day', 'channel']],
      ['flow by hour', 'flow', ['entries', 'exits'], ['hour']],
      ['reductions by payer', 'reduction', ['reductions', 'reductionFen'], ['payer', 'source']],
    ] as const
  ).map(([name, dataset, measures, dimensions]) =>
    question(`composed: ${name}`, '/api/composedReport/run', REPORT_GOAL_MS, composed(dataset, measures, dimensions)),
  ),
  ...['hour', 'day', 'month'].map((Span) =>
    question(`console by ${Span}`, '/api/dashboard/getConsole', 100, () => ({ Span })),
  ),
  ...['v1', 'v2'].map((Layout) =>
    question(`screen ${Layout}, first data`, '/api/wallScreen/getData', 1000, () => ({ Layout, IsFull: true })),
  ),
  question('map of lots', '/api/lotMap/getLots', REPORT_GOAL_MS, () => ({})),
];

/** Every report of the hub over a month, and what the home page, the screens and the map read, with ten million orders of three years. */
export async function benchReports(ground: Ground): Promise<Row[]> {
  const orders = ground.sized(REPORT_ORDERS);
  const million = await openMillion(ground, await findReportDatabase(ground, orders));
  const bare = await openBare(million.databaseUrl, 1);
  const alone = await openBare(million.databaseUrl, 1, '-c max_parallel_workers_per_gather=0');
  try {
    const rows: Row[] = [];
    const wanted = process.env.REPORT_PARTS?.split(',');
    for (const one of [...(await hubQuestions(million)), ...MORE]) {
      if (wanted && !wanted.some((word) => one.name.includes(word))) continue;
      const row = await measured(million, { bare, alone }, one);
      process.stderr.write(`  ${row.metric}: ${row.ours}, ${row.reference ?? ''} (load ${loadavg()[0]!.toFixed(1)})\n`);
      rows.push(row);
    }
    return rows;
  } finally {
    await bare.close();
    await alone.close();
    await million.product.stop();
  }
}

interface Drivers {
  readonly bare: BareDriver;
  /** Does without helpers: what its one process is busy with is all there is to do. */
  readonly alone: BareDriver;
}

async function measured(
  million: Million,
  { bare, alone }: Drivers,
  { name, path, goalMs, body }: Question,
): Promise<Row> {
  try {
    const row = rowOf(`reports: ${name}, p95`, await ask(million, bare, path, body, RUNS), 0.95, goalMs);
    const busy: number[] = [];
    for (let run = 0; run < BUSY_RUNS; run += 1) {
      const statements = await million.statementsOf(path, body(run));
      const before = alone.busyMs();
      await alone.play(statements);
      busy.push(alone.busyMs() - before);
    }
    return { ...row, reference: `${row.reference}, ${ms(median(busy))} of processor time` };
  } catch (error) {
    return { metric: `reports: ${name}`, ours: String(error), goal: `< ${goalMs} ms`, isMet: false };
  }
}
