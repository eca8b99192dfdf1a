import { Worker } from 'node:worker_threads';
import { type LintFinding, type PricedStay, priceStay, type Tariff, usualFee } from '@boyun/domain/fee';
import { formatYuan } from '@boyun/domain/money';
import { dayKey, instantOfWall } from '@boyun/domain/period';
import { type Label, Refusal, type RefusalRule } from '@boyun/kernel/contract';
import { type Kernel, type TenantTx, timeLimit } from '@boyun/kernel/server';
import { findOddities } from '../charge-binding/charge-binding.service.ts';
import { chargingRefusal } from '../charge-rule/charge-rule.contract.ts';
import { calendarOf } from '../holiday/holiday.service.ts';
import type { LintTask } from './lint-thread.jobs.ts';

const LONGEST_MS = 10 * 366 * 24 * 3_600_000;

/** Converts a wall-clock time of a zone to epoch milliseconds; throws `bad-stay` for an unknown day or zone. */
export function instantOf(text: string, zone: string): number {
  try {
    return instantOfWall(text, zone);
  } catch {
    throw new Refusal(chargingRefusal['bad-stay'], { text: `${text} ${zone}` });
  }
}

/** Returns entry and exit of a trial stay; refuses a stay longer than `LONGEST_MS`, whose pricing would delay other calls. */
export function stayBetween(entry: string, exit: string, zone: string): { enteredAtMs: number; exitAtMs: number } {
  const [enteredAtMs, exitAtMs] = [instantOf(entry, zone), instantOf(exit, zone)];
  if (exitAtMs - enteredAtMs > LONGEST_MS) throw new Refusal(chargingRefusal['stay-too-long']);
  return { enteredAtMs, exitAtMs };
}

/** An example with the result of a tariff. */
export interface ExampleResult {
  readonly exampleId: string;
  readonly name: string;
  readonly expectedFen: number;
  readonly gotFen: number;
  readonly isPassing: boolean;
  readonly lines: PricedStay['lines'];
}

/** Prices the examples of a rule by a tariff. */
export async function priceExamples(tx: TenantTx, ruleId: string, tariff: Tariff): Promise<ExampleResult[]> {
  const examples = await tx.query<{
    id: string;
    name: string;
    entry: string;
    exit: string;
    vehicleKind: string | null;
    plateColor: number | null;
    expectedFen: number;
  }>(
    `select id, name, entry, exit, vehicle_kind, plate_color, expected_fen
     from charge_example where tenant_id = $1 and charge_rule_id = $2 order by entry, id`,
    [tx.tenantId, ruleId],
  );
  const { zone } = tx.who;
  const calendar = await calendarOf(tx);
  return examples.map((one) => {
    const priced = priceStay(tariff, {
      ...stayBetween(one.entry, one.exit, zone),
      zone,
      calendar,
      ...(one.vehicleKind ? { vehicleKind: one.vehicleKind } : {}),
      ...(one.plateColor === null ? {} : { plateColor: one.plateColor }),
    });
    const { id: exampleId, name, expectedFen } = one;
    const gotFen = priced.totalFen;
    return { exampleId, name, expectedFen, gotFen, isPassing: gotFen === expectedFen, lines: priced.lines };
  });
}

const MONTH_MS = 31 * 24 * 3_600_000;

/** Time limit in milliseconds; no tariff of a real price notice takes as long. */
const LINT_MS = 15_000;
const MOST_THREADS = 2;
/**
 * Idle threads, kept because starting one takes longer than most tariffs do, and because Node has crashed when some
 * threads started while others ended (github.com/nodejs/node/issues/56312).
 */
const idle: Worker[] = [];
let busyCount = 0;

function startThread(): Worker {
  const thread = new Worker(new URL('./lint-thread.jobs.ts', import.meta.url));
  thread.unref();
  // A thread terminated for taking too long may still fail with an out-of-memory error, which must not end the process.
  thread.on('error', () => {});
  thread.once('exit', () => {
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
  });
  return thread;
}

/** Lints in a thread; refuses a tariff that takes too long, and more concurrent ones than leave capacity for passings. */
function lintInThread({ configuration }: Kernel, task: LintTask): Promise<LintFinding[]> {
  if (busyCount >= MOST_THREADS) throw new Refusal(chargingRefusal['check-busy']);
  busyCount += 1;
  const thread = idle.pop() ?? startThread();
  return new Promise<LintFinding[]>((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      busyCount -= 1;
      thread.off('message', onFound).off('error', onEnd).off('exit', onEnd);
    };
    const onFound = (found: LintFinding[]) => {
      settle();
      idle.push(thread);
      resolve(found);
    };
    const onEnd = (why: Error | number) => {
      settle();
      reject(why instanceof Error ? why : new Error(`the thread of the linter ended with ${why}`));
    };
    const timer = setTimeout(
      () => {
        settle();
        reject(new Refusal(chargingRefusal['too-intricate']));
        void thread.terminate();
      },
      timeLimit(configuration, LINT_MS),
    );
    thread.once('message', onFound).once('error', onEnd).once('exit', onEnd);
    thread.postMessage(task);
  });
}

/** A finding about the tariff itself, or about its bindings. */
export type Finding = Omit<LintFinding, 'code'> & { readonly code: LintFinding['code'] | 'binding-conflict' };

/** Returns a finding for each binding of a rule that others override, with a stay that shows it. */
async function findConflicts(tx: TenantTx, ruleId: string, lotIds: readonly string[]): Promise<Finding[]> {
  const today = dayKey(tx.now.getTime(), tx.who.zone);
  const found = (await findOddities(tx)).filter(
    (one) =>
      one.isConflict &&
      one.chargeRuleId === ruleId &&
      (lotIds.length === 0 || one.lotId === null || lotIds.includes(one.lotId)),
  );
  return [...Map.groupBy(found, (one) => one.bindingId).values()].map(([first, ...others]) => {
    const { stay, zh, en } = first!;
    const day = [stay.fromDay, today].sort().at(-1)!;
    const more = others.length;
    return {
      severity: 'warning',
      code: 'binding-conflict',
      path: '',
      zh: more === 0 ? zh : `${zh}；另有${more}处`,
      en: more === 0 ? en : `${en}, and so in ${more} more ${more === 1 ? 'place' : 'places'}`,
      example: {
        entry: `${day}T09:00`,
        exit: `${day}T11:00`,
        ...(stay.vehicleKind === null ? {} : { vehicleKind: stay.vehicleKind }),
        ...(stay.plateColor === null ? {} : { plateColor: stay.plateColor }),
        ...(stay.spotKind === null ? {} : { spotKind: stay.spotKind }),
      },
    };
  });
}

/** Number of other rules whose prices a tariff is compared with. */
const MOST_OTHERS = 50;

/** Returns the usual fees of the tenant's other rules in force, in fen. */
async function findOtherFees(tx: TenantTx, ruleId: string | null): Promise<number[]> {
  const others = await tx.query<{ tariff: Tariff }>(
    `select distinct on (charge_rule_id) tariff from charge_rule_version
     where tenant_id = $1 and state = 'published' and effective_from <= $2 and charge_rule_id is distinct from $3::uuid
     order by charge_rule_id, effective_from desc limit ${MOST_OTHERS}`,
    [tx.tenantId, tx.now, ruleId],
  );
  return others.map((one) => usualFee(one.tariff));
}

/** Returns the findings about a tariff as used by this tenant in the month after an instant, and about the bindings of its rule. */
export async function findMistakes(
  tx: TenantTx,
  kernel: Kernel,
  tariff: Tariff,
  place: { readonly ruleId: string | null; readonly lotIds?: readonly string[]; readonly from?: Date },
): Promise<Finding[]> {
  const yearOf = (ms: number) => Number(dayKey(ms, tx.who.zone).slice(0, 4));
  const calendar = await calendarOf(tx);
  const fromMs = (place.from ?? tx.now).getTime();
  const found = await lintInThread(kernel, {
    tariff,
    context: {
      years: [...new Set([yearOf(fromMs), yearOf(fromMs + MONTH_MS)])],
      holidayYears: [...new Set(Object.keys(calendar).map((day) => Number(day.slice(0, 4))))],
      otherFees: await findOtherFees(tx, place.ruleId),
    },
  });
  return place.ruleId === null ? found : [...found, ...(await findConflicts(tx, place.ruleId, place.lotIds ?? []))];
}

/** Returns a refusal with the first three issues in its message and all of them attached. */
function refuse(tx: TenantTx, rule: RefusalRule, issues: readonly (Label & { readonly path: string })[]): Refusal {
  const { language } = tx.who;
  const reason = issues
    .slice(0, 3)
    .map((one) => one[language])
    .join(language === 'zh' ? '；' : '; ');
  return new Refusal(rule, { count: issues.length, reason }, issues);
}

/** A tariff that is to be submitted or published. */
interface Release {
  readonly ruleId: string;
  readonly tariff: Tariff;
  /** Whether the caller knows the warnings. */
  readonly isConfirmed: boolean;
  /** When it is to take effect; now unless given. */
  readonly from?: Date;
}

/** Throws the refusal that prevents publication: an example with a different fee, an error, or an unconfirmed warning. */
export async function checkBeforeRelease(
  tx: TenantTx,
  kernel: Kernel,
  { ruleId, tariff, isConfirmed, from }: Release,
): Promise<void> {
  const yuan = (fen: number) => formatYuan(fen);
  const wrong = (await priceExamples(tx, ruleId, tariff))
    .filter((one) => !one.isPassing)
    .map(({ name, expectedFen, gotFen }) => ({
      path: name,
      zh: `${name}：应收${yuan(expectedFen)}元，试算为${yuan(gotFen)}元`,
      en: `${name}: expected ${yuan(expectedFen)}, the tariff gives ${yuan(gotFen)}`,
    }));
  if (wrong.length > 0) throw refuse(tx, chargingRefusal['examples-fail'], wrong);
  const findings = (await findMistakes(tx, kernel, tariff, { ruleId, ...(from ? { from } : {}) })).map((one) => ({
    ...one,
    path: one.path ? `Tariff.${one.path}` : 'Tariff',
  }));
  const errors = findings.filter((one) => one.severity === 'error');
  if (errors.length > 0) throw refuse(tx, chargingRefusal['lint-errors'], errors);
  if (findings.length > 0 && !isConfirmed) throw refuse(tx, chargingRefusal['lint-warnings'], findings);
}
