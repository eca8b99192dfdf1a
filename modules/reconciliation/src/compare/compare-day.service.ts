import {
  byAmountAndTime,
  byNumber,
  classOf,
  type DifferenceKind,
  differenceKinds,
  type Pair,
  type PairClass,
  pairClasses,
  pairUp,
  Tally,
} from '@boyun/domain/reconcile';
import { type Kernel, systemWho, type TenantTx } from '@boyun/kernel/server';
import { findSource } from '../bill-source/bill-source.queries.ts';
import { COMPARE_JOB } from '../channel-day/ask-comparison.service.ts';
import {
  type ChannelDay,
  type DaySums,
  findDay,
  lockDay,
  settleDay,
  writeSums,
} from '../channel-day/channel-day.queries.ts';
import { dayUnbalanced } from '../channel-day/channel-day-event.contract.ts';
import { matchBank } from '../settlement/settle-bank.service.ts';
import { settleBankSide } from '../settlement/settlement.queries.ts';
import {
  type ComparedRecord,
  type CompareScope,
  findOurs,
  findTheirDays,
  hasNumbers,
  recordKey,
  scopeOf,
  streamLines,
  streamOurs,
} from './compare.queries.ts';
import { type FoundDifference, storeDifferences } from './store-difference.service.ts';

/** Differences kept of a day; the next comparison finds the rest once these are resolved. */
const MOST_DIFFERENCES = 20_000;
/** Records without a counterpart that are looked up at once. */
const LOOKUP = 1000;
/** How far apart the times of a record may be where its number is not known. */
const WITHIN_MS = 5 * 60_000;
const ATTEMPTS = 5;

type OurPair = Pair<ComparedRecord>;

/** Compares days when asked to. */
export const workComparisons = (kernel: Kernel): Promise<void> =>
  kernel.jobs.work(COMPARE_JOB, ({ tenantId, dayId }) => compareDay(kernel, Number(tenantId), String(dayId)));

/**
 * Compares a day: reads both sides in a transaction that only reads, and stores what it found in a short one. Where the bill or a record of
 * the day changed in between, it begins again.
 */
export async function compareDay(kernel: Kernel, tenantId: number, dayId: string): Promise<void> {
  const who = systemWho(tenantId);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const found = await kernel.database.inTenant(who, (tx) => readDay(tx, dayId), { isRead: true, pool: 'long' });
    if (!found) return;
    const isStored = await kernel.database.inTenant(who, (tx) => storeDay(tx, found));
    if (isStored) return;
  }
  throw new Error(`the day ${dayId} changes faster than it is compared`);
}

interface Compared {
  readonly day: ChannelDay;
  readonly sums: DaySums;
  readonly differences: readonly FoundDifference[];
}

async function readDay(tx: TenantTx, dayId: string): Promise<Compared | null> {
  const day = await findDay(tx, dayId);
  const source = day && (await findSource(tx, day.sourceId));
  if (!day || !source || day.state === 'closed') return null;
  const comparison = new Comparison(tx, await scopeOf(tx, source, day));
  await comparison.run();
  return { day, ...comparison.result };
}

async function storeDay(tx: TenantTx, { day: read, sums, differences }: Compared): Promise<boolean> {
  const day = await lockDay(tx, read.id);
  if (!day || day.state === 'closed') return true;
  if (day.revision !== read.revision) return false;
  // Without its bill everything of a day would be ours only.
  await storeDifferences(tx, day, day.billedAt ? differences : []);
  await writeSums(tx, day, sums);
  if (day.settledFen !== 0) await settleBankSide(tx, day.id);
  await settleDay(tx, day.id);
  if (day.billedAt && day.hasBankSide) await matchBank(tx, day.sourceId);
  const { state } = (await findDay(tx, day.id))!;
  if (state === 'differences' && day.state !== 'differences') {
    const [known] = await tx.query<{ name: string; openCount: number; gapFen: number }>(
      `select s.name, d.open_count, d.ours_fen + d.adjusted_fen - d.theirs_fen as "gapFen"
       from channel_day d join bill_source s on s.tenant_id = d.tenant_id and s.id = d.source_id
       where d.tenant_id = $1 and d.id = $2`,
      [tx.tenantId, day.id],
    );
    tx.emit(dayUnbalanced, { subjectId: day.id, data: { ...known!, channelDayId: day.id, day: day.day } });
  }
  return true;
}

/** One comparison: both sides are merged; what has no counterpart is looked up in other days, some at a time. */
class Comparison {
  readonly #tx: TenantTx;
  readonly #scope: CompareScope;
  readonly #tally: Tally;
  readonly #differences: FoundDifference[] = [];
  #alone: OurPair[] = [];

  constructor(tx: TenantTx, scope: CompareScope) {
    this.#tx = tx;
    this.#scope = scope;
    this.#tally = new Tally(scope.day.day);
  }

  async run(): Promise<void> {
    const { source, day } = this.#scope;
    const order = hasNumbers(source) ? byNumber : byAmountAndTime(WITHIN_MS);
    const pairs = pairUp(streamOurs(this.#tx, this.#scope), streamLines(this.#tx, this.#scope), order);
    for await (const batch of pairs)
      for (const pair of batch) {
        if (pair.ours && pair.theirs) this.#add(pair, classOf(pair, day.day));
        else this.#alone.push(pair);
        if (this.#alone.length >= LOOKUP) await this.#lookUp();
      }
    await this.#lookUp();
  }

  /** Finds out about records that one side alone has for the day. */
  async #lookUp(): Promise<void> {
    const alone = this.#alone;
    this.#alone = [];
    const { day } = this.#scope.day;
    const lines = alone.flatMap((one) => one.theirs ?? []);
    const records = alone.flatMap((one) => one.ours ?? []);
    const isByNumber = hasNumbers(this.#scope.source);
    const ours = lines.length > 0 && isByNumber ? await findOurs(this.#tx, this.#scope, lines) : new Map();
    const theirDays =
      records.length > 0 && isByNumber ? await findTheirDays(this.#tx, this.#scope, records) : new Map();
    for (const { ours: record, theirs: line } of alone) {
      if (record) {
        const elsewhere = theirDays.get(recordKey(record));
        this.#add(
          { ours: record, theirs: null },
          classOf({ ours: record, theirs: null }, day, elsewhere?.day),
          elsewhere,
        );
        continue;
      }
      const found: ComparedRecord | undefined = ours.get(recordKey(line!));
      // A record of the day that has its line already: this one is a second line.
      const pair: OurPair = { ours: found && !(found.isDone && found.day === day) ? found : null, theirs: line };
      this.#add(pair, classOf(pair, day));
    }
  }

  #add(pair: OurPair, found: PairClass, elsewhere?: { readonly day: string; readonly tradeNo: string }): void {
    this.#tally.add(pair, found);
    if (!isDifference(found) || this.#differences.length >= MOST_DIFFERENCES) return;
    const one = pair.ours ?? pair.theirs!;
    this.#differences.push({
      kind: found,
      number: one.number,
      tradeNo: pair.theirs?.tradeNo ?? elsewhere?.tradeNo ?? '',
      isRefund: one.amountFen < 0,
      ours: pair.ours,
      theirs: pair.theirs,
      theirDay: pair.theirs ? this.#scope.day.day : (elsewhere?.day ?? null),
    });
  }

  get result(): Omit<Compared, 'day'> {
    const { ours, theirs } = this.#tally;
    const classes = pairClasses.map((one) => [one, this.#tally.classSum(one)] as const);
    return {
      differences: this.#differences,
      sums: {
        oursCount: ours.count,
        oursFen: ours.fen,
        oursFeeFen: ours.feeFen,
        theirsCount: theirs.count,
        theirsFen: theirs.fen,
        theirsFeeFen: theirs.feeFen,
        classes: Object.fromEntries(classes.filter(([, sum]) => sum.count > 0)),
      },
    };
  }
}

const isDifference = (found: PairClass): found is DifferenceKind =>
  (differenceKinds as readonly PairClass[]).includes(found);
