import { Consumers, type Kernel, type Projection, type Query, systemWho } from '@boyun/kernel/server';
import { statHour } from '../stat/stat-hour.service.ts';
import { statLane } from '../stat/stat-lane.service.ts';
import {
  addFindings,
  type Check,
  type CheckFinding,
  type Figures,
  moreChecks,
  runCheck,
  SUMMED,
} from './check.service.ts';
import { invoiceLines, invoiceMoney } from './invoice-check.queries.ts';
import { beginMonth, type KeptMonth, keepMonth, keptMonths, noteRun } from './kept-month.queries.ts';
import {
  billMoney,
  ledgerBalance,
  ledgerDays,
  ledgerPayments,
  ledgerRefunds,
  paymentEvents,
} from './ledger-check.queries.ts';
import { merchantMoney } from './merchant-check.queries.ts';
import {
  feeLines,
  orderEvents,
  orderMoney,
  orderPayments,
  orderReductions,
  reductionUses,
  stayLengths,
} from './order-check.queries.ts';
import { appointmentSlots, packMoney } from './pack-check.queries.ts';
import { consumerFailures, passingAnswers, passingKeys } from './passing-check.queries.ts';
import { carsInside, flowByDay, plateInsideOnce } from './place-check.queries.ts';
import { compareRebuilt } from './rebuild.service.ts';
import { closedDays, reconciledLedger } from './reconcile-check.queries.ts';
import { closedPeriods, lotDays, payableMoney, settlementMoney } from './settlement-check.queries.ts';
import { ownerBalances, sharedHeld, sharedSplits } from './shared-check.queries.ts';
import { type Calendar, readCalendar, type Slice, slicesOf, stepsOf } from './slice.service.ts';
import { storedMoney } from './stored-check.queries.ts';

/** The parts of the kernel the verification needs. */
export type VerifyKernel = Pick<Kernel, 'database' | 'log'>;

/** An equation with its result. */
export interface CheckResult extends CheckFinding {
  readonly key: string;
  readonly zh: string;
  readonly en: string;
  readonly tookMs: number;
}

/** The progress of a verification in slices of checks. */
export interface VerifyProgress {
  readonly done: number;
  readonly total: number;
}

/** The equations checked by SQL, in display order. */
const checks: readonly Check[] = [
  flowByDay,
  carsInside,
  plateInsideOnce,
  orderEvents,
  orderMoney,
  orderReductions,
  reductionUses,
  feeLines,
  stayLengths,
  orderPayments,
  ledgerBalance,
  ledgerPayments,
  ledgerRefunds,
  billMoney,
  ledgerDays,
  paymentEvents,
  packMoney,
  ...storedMoney,
  merchantMoney,
  invoiceMoney,
  invoiceLines,
  lotDays,
  settlementMoney,
  payableMoney,
  closedPeriods,
  sharedSplits,
  sharedHeld,
  ownerBalances,
  reconciledLedger,
  closedDays,
  appointmentSlots,
  passingAnswers,
  passingKeys,
  consumerFailures,
];

/** Interval at which a run reports its progress, in milliseconds. */
const NOTE_MS = 1000;

/** Projections that are computed again. */
const projections: readonly Projection[] = [statHour, statLane];

/** A projection as a check by time. */
const rebuilt = projections.map((projection) => ({
  projection,
  check: {
    key: `projection-${projection.name}`,
    zh: `统计（${projection.name}）：由事件日志重算的结果 = 当前结果`,
    en: `Statistics (${projection.name}): computed again from the event log = the live ones`,
    by: 'time',
    counted: '',
    broken: '',
  } satisfies Check,
}));

/**
 * Proves a tenant's figures and returns one result for each equation. Closed months are read once and their results kept;
 * the others, and those that changed, are read in bounded statements, each of one moment, so that nothing is held up and an
 * interrupted run goes on behind the last month it kept. Projections are brought up to date first.
 */
export async function verifyTenant(
  { database, log }: VerifyKernel,
  tenantId: number,
  { onProgress = () => undefined }: { onProgress?: (progress: VerifyProgress) => void } = {},
): Promise<CheckResult[]> {
  await new Consumers({ database, log, projections, reactions: [] }).drain();
  const run = new Run(database, tenantId, onProgress);
  const calendar = await run.read((query) => readCalendar(query, tenantId, run.startedAt));
  const kept = await run.read((query) => keptMonths(query, tenantId));
  const own = [...checks, ...database.slots.all(moreChecks)];
  const all = [...own.map((check) => ({ check, projection: null })), ...rebuilt];
  run.total = all.reduce((sum, { check }) => sum + slicesOf(check, calendar).length, 0);
  const results: CheckResult[] = [];
  for (const { check, projection } of all) {
    const known = kept.filter((one) => one.checkKey === check.key);
    const { key, zh, en } = check;
    results.push({ key, zh, en, ...(await run.check(check, projection, calendar, known)) });
  }
  await run.note(results);
  return results;
}

/** The sums of months together. */
function addFigures(months: readonly KeptMonth[]): Figures {
  const sums = new Map<string, bigint>();
  for (const { figures } of months)
    for (const [key, value] of Object.entries(figures)) sums.set(key, (sums.get(key) ?? 0n) + BigInt(value));
  return Object.fromEntries([...sums].map(([key, value]) => [key, String(value)]));
}

/** One verification; every step is a transaction of its own. */
class Run {
  readonly #database: VerifyKernel['database'];
  readonly #tenantId: number;
  readonly #onProgress: (progress: VerifyProgress) => void;
  readonly startedAt: Date;
  total = 0;
  #done = 0;
  #notedMs = Number.NEGATIVE_INFINITY;

  constructor(database: VerifyKernel['database'], tenantId: number, onProgress: (progress: VerifyProgress) => void) {
    this.#database = database;
    this.#tenantId = tenantId;
    this.#onProgress = onProgress;
    this.startedAt = database.clock.now();
  }

  /** Reads in a transaction of its own, planned for the values at hand: they say which months are read. */
  read<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return this.#database.inTenant(
      systemWho(this.#tenantId, 'verify'),
      async ({ query }) => {
        await query("select set_config('plan_cache_mode', 'force_custom_plan', true)");
        return work(query);
      },
      { isRead: true, pool: 'long' },
    );
  }

  #write(work: (query: Query) => Promise<unknown>): Promise<unknown> {
    return this.#database.inTenant(systemWho(this.#tenantId, 'verify'), ({ query }) => work(query));
  }

  /** Stores the progress of the run, at most once a second, and its results when it is finished. */
  async note(results?: readonly CheckResult[]): Promise<void> {
    const progress = { done: this.#done, total: this.total };
    this.#onProgress(progress);
    if (!results && performance.now() - this.#notedMs < NOTE_MS) return;
    this.#notedMs = performance.now();
    const run = {
      ...progress,
      startedAt: this.startedAt,
      now: this.#database.clock.now(),
      ...(results ? { results } : {}),
    };
    await this.#write((query) => noteRun(query, this.#tenantId, run));
  }

  /** Checks the slices that are not known, and adds up all of them. */
  async check(
    check: Check,
    projection: Projection | null,
    calendar: Calendar,
    kept: readonly KeptMonth[],
  ): Promise<CheckFinding & { tookMs: number }> {
    const first = calendar.firstOf(check);
    // Months whose rows were removed have left their sums, if they were ever checked.
    const before = kept.filter((one) => first !== null && one.month < first);
    const found: KeptMonth[] = [];
    for (const slice of slicesOf(check, calendar)) {
      await this.note();
      const known = kept.find((one) => one.month === slice.month && !one.isStale);
      const isComplete = first === null || before.length > 0;
      found.push(known ?? (await this.#slice(check, projection, slice, isComplete ? [...before, ...found] : null)));
      this.#done += 1;
    }
    return { tookMs: found.reduce((sum, one) => sum + one.tookMs, 0), ...addFindings(found) };
  }

  /** Checks one slice; what is found in a closed month is kept. Without the months before, sums cannot be compared. */
  async #slice(
    check: Check,
    projection: Projection | null,
    slice: Slice,
    before: readonly KeptMonth[] | null,
  ): Promise<KeptMonth> {
    const { month } = slice;
    const start = performance.now();
    if (month) await this.#write((query) => beginMonth(query, this.#tenantId, month, check.key));
    const findings: CheckFinding[] = [];
    let figures: Figures = {};
    if (projection) findings.push(await compareRebuilt(this.#database, projection, this.#tenantId, slice));
    else if (check.by in SUMMED && month) figures = await this.#figuresOf(check, slice);
    else if (check.by in SUMMED) {
      if (before) findings.push(await this.#run(check, [slice.fromId, JSON.stringify(addFigures(before))]));
    } else
      for await (const bounds of stepsOf((work) => this.read(work), check, this.#tenantId, slice))
        findings.push(await this.#run(check, bounds));
    const found = {
      month: month ?? '',
      checkKey: check.key,
      checkedAt: this.#database.clock.now(),
      figures,
      tookMs: Math.round(performance.now() - start),
      ...addFindings(findings),
    };
    if (month) await this.#write((query) => keepMonth(query, this.#tenantId, found));
    return { ...found, isStale: false };
  }

  #run(check: Check, values: readonly unknown[]): Promise<CheckFinding> {
    return this.read((query) => runCheck(query, check, [this.#tenantId, ...values], this.startedAt));
  }

  async #figuresOf({ figure }: Check, { fromId, toId }: Slice): Promise<Figures> {
    const rows = await this.read((query) =>
      query<{ key: string; value: string }>(`select key::text, value::text from (${figure}) f`, [
        this.#tenantId,
        fromId,
        toId,
      ]),
    );
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  }
}
