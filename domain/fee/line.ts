import type { FeeLine } from './stay.ts';
import type { Tally } from './tally.ts';
import type { Text } from './tariff.ts';

/** A line without its words: those of a charge name its units, those of other amounts how often they occurred. */
type Draft = Omit<FeeLine, 'zh' | 'en'> & { text: Text; isCharge: boolean; count: number };

/** Sums of the lines of one rule up to some moment. */
export type RuleSum = Pick<Draft, 'units' | 'amountFen' | 'count'>;

/** Beyond this number of lines the later ones are summed by rule, so that the lines of any stay stay below about twice that and its rules. */
const mostLines = 1000;
/** As many of the first lines are always itemised. */
const itemisedLines = 500;

/** Collects the lines of one stay; amounts may be fractions of a fen until `settle`. */
export class LineSheet {
  /** Counts the work for these lines. */
  readonly tally: Tally | undefined;
  #drafts: Draft[] = [];
  readonly #version: number;
  /** Lines before this one are closed and are not extended any more. */
  #sealed = 0;
  /** First line not yet folded, and not yet counted in the sums. */
  #unfolded = 0;
  #unsummed = 0;
  #foldAt = mostLines;
  readonly #sums = new Map<string, RuleSum & { last: Draft }>();

  constructor(version: number, tally: Tally | undefined) {
    this.#version = version;
    this.tally = tally;
  }

  /** Adds charged units; extends the previous line when it continues with the same rule. */
  charge(
    fromMs: number,
    toMs: number,
    rule: string,
    units: number,
    unitPriceFen: number,
    amountFen: number,
    text: Text,
  ): void {
    const last = this.#last();
    if (last !== undefined && last.rule === rule && last.toMs === fromMs) {
      last.toMs = toMs;
      last.units += units;
      last.amountFen += amountFen;
      return;
    }
    const ruleVersion = this.#version;
    this.#add({ fromMs, toMs, rule, ruleVersion, units, unitPriceFen, amountFen, text, isCharge: true, count: 1 });
  }

  /** Adds an amount that is not a number of units: a cap, a reduction, or time free of charge. */
  note(fromMs: number, toMs: number, rule: string, amountFen: number, text: Text): void {
    const last = this.#last();
    if (
      amountFen === 0 &&
      last !== undefined &&
      last.rule === rule &&
      last.toMs === fromMs &&
      last.text.zh === text.zh
    ) {
      last.toMs = toMs;
      return;
    }
    const units = amountFen === 0 ? 0 : 1;
    const ruleVersion = this.#version;
    const unitPriceFen = amountFen;
    this.#add({ fromMs, toMs, rule, ruleVersion, units, unitPriceFen, amountFen, text, isCharge: false, count: 1 });
  }

  /** Closes the lines so far. */
  seal(): void {
    this.#sealed = this.#drafts.length;
  }

  /** Closes the lines so far, and returns the sums of each rule. */
  sums(): ReadonlyMap<string, RuleSum> {
    this.seal();
    this.#sumUp();
    return new Map([...this.#sums].map(([rule, { units, amountFen, count }]) => [rule, { units, amountFen, count }]));
  }

  /** Adds what the rules have charged since `before`, multiplied by `times`, as one line per rule for the time between. */
  repeat(before: ReadonlyMap<string, RuleSum>, times: number, fromMs: number, toMs: number): void {
    this.#sumUp();
    const repeated: Draft[] = [];
    for (const [rule, { units, amountFen, count, last }] of this.#sums) {
      const { units: oldUnits, amountFen: oldFen, count: oldCount } = before.get(rule) ?? nothing;
      if (count === oldCount) continue;
      const line = {
        ...last,
        fromMs,
        toMs,
        units: (units - oldUnits) * times,
        amountFen: (amountFen - oldFen) * times,
      };
      line.count = (count - oldCount) * times;
      repeated.push(withUnitPrice(line));
    }
    for (const line of repeated) this.#add(line);
    this.seal();
  }

  /** Replaces the lines since the last time by one line per rule. */
  fold(): void {
    this.#foldFrom(this.#unfolded);
  }

  #foldFrom(first: number): void {
    this.#sumUp();
    const folded = sumByRule(this.#drafts.splice(first));
    for (const line of folded) this.#drafts.push(line);
    this.#unsummed = this.#drafts.length;
    this.#unfolded = this.#drafts.length;
    this.seal();
  }

  #sumUp(): void {
    for (; this.#unsummed < this.#drafts.length; this.#unsummed++) {
      const line = this.#drafts[this.#unsummed]!;
      const sum = this.#sums.get(line.rule);
      if (!sum) {
        this.#sums.set(line.rule, { units: line.units, amountFen: line.amountFen, count: line.count, last: line });
        continue;
      }
      sum.units += line.units;
      sum.amountFen += line.amountFen;
      sum.count += line.count;
      sum.last = line;
    }
  }

  #add(line: Draft): void {
    if (this.#drafts.length >= this.#foldAt) {
      this.#foldFrom(itemisedLines);
      // Many rules may remain many lines: each is then folded again only after as many new ones.
      this.#foldAt = Math.max(mostLines, this.#drafts.length + mostLines - itemisedLines);
    }
    this.#drafts.push(line);
  }

  #last(): Draft | undefined {
    return this.#drafts.length > this.#sealed ? this.#drafts[this.#drafts.length - 1] : undefined;
  }

  /** Sum of all lines so far, before rounding. */
  total(): number {
    let total = 0;
    for (const line of this.#drafts) total += line.amountFen;
    return total;
  }

  /** Returns the lines, every amount rounded to whole fen so that they add up to the rounded sum. */
  settle(): { totalFen: number; lines: FeeLine[] } {
    let exact = 0;
    let settled = 0;
    const lines = this.#drafts.map((line): FeeLine => {
      exact += line.amountFen;
      const rounded = wholeFen(exact);
      const amountFen = rounded - settled;
      settled = rounded;
      const { text: _, isCharge: __, count: ___, ...plain } = line;
      return { ...plain, amountFen, ...wordsOf(line) };
    });
    return { totalFen: settled, lines };
  }
}

const nothing: RuleSum = { units: 0, amountFen: 0, count: 0 };

/** Cuts of different size have no common unit price: together they are one unit. */
function withUnitPrice(line: Draft): Draft {
  if (Math.abs(line.units * line.unitPriceFen - line.amountFen) < 0.5) return line;
  return { ...line, units: 1, unitPriceFen: line.amountFen };
}

/** Returns one line per rule, with units and amounts summed; it spans the first to the last of its lines. */
function sumByRule(lines: readonly Draft[]): Draft[] {
  const sums = new Map<string, Draft>();
  for (const line of lines) {
    const total = sums.get(line.rule);
    if (!total) {
      sums.set(line.rule, { ...line });
      continue;
    }
    total.count += line.count;
    total.units += line.units;
    total.amountFen += line.amountFen;
    total.toMs = Math.max(total.toMs, line.toMs);
  }
  return [...sums.values()].map(withUnitPrice);
}

/** Rounds to the nearest whole fen; half a fen is rounded up, even where binary fractions are slightly below it. */
export function wholeFen(amount: number): number {
  return Math.floor(amount + 0.5 + 1e-6);
}

function wordsOf({ text, isCharge, units, count }: Draft): Text {
  if (isCharge) {
    const rounded = Number.isInteger(units) ? units : Math.round(units * 1000) / 1000;
    return { zh: `${text.zh} × ${rounded}`, en: `${text.en} × ${rounded}` };
  }
  return count > 1
    ? { zh: `${text.zh}（${count}次）`, en: `${text.en} (${count} times)` }
    : { zh: text.zh, en: text.en };
}
