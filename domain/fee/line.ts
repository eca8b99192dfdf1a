import type { FeeLine } from './stay.ts';
import type { Text } from './tariff.ts';

/** Collects the lines of one stay; amounts may be fractions of a fen until `settle`. */
export class LineSheet {
  readonly lines: FeeLine[] = [];
  readonly #version: number;
  /** Lines before this one are closed and are not extended any more. */
  #sealed = 0;

  constructor(version: number) {
    this.#version = version;
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
      last.zh = unitsText(text.zh, last.units);
      last.en = unitsText(text.en, last.units);
      return;
    }
    this.lines.push({
      fromMs,
      toMs,
      rule,
      ruleVersion: this.#version,
      units,
      unitPriceFen,
      amountFen,
      zh: unitsText(text.zh, units),
      en: unitsText(text.en, units),
    });
  }

  /** Adds an amount that is not a number of units: a cap, a reduction, or time free of charge. */
  note(fromMs: number, toMs: number, rule: string, amountFen: number, text: Text): void {
    const last = this.#last();
    if (amountFen === 0 && last !== undefined && last.rule === rule && last.toMs === fromMs && last.zh === text.zh) {
      last.toMs = toMs;
      return;
    }
    const units = amountFen === 0 ? 0 : 1;
    this.lines.push({
      fromMs,
      toMs,
      rule,
      ruleVersion: this.#version,
      units,
      unitPriceFen: amountFen,
      amountFen,
      zh: text.zh,
      en: text.en,
    });
  }

  /** Closes the lines so far and returns their number. */
  seal(): number {
    this.#sealed = this.lines.length;
    return this.#sealed;
  }

  /** Adds the sums of the lines from number `first` on, multiplied by `times`, as one line per rule for the whole time between. */
  repeat(first: number, times: number, fromMs: number, toMs: number): void {
    for (const sum of sumByRule(this.lines.slice(first), times)) this.lines.push({ ...sum, fromMs, toMs });
    this.seal();
  }

  /** Replaces the lines from number `first` on by one line per rule. */
  fold(first: number): void {
    this.lines.push(...sumByRule(this.lines.splice(first), 1));
  }

  #last(): FeeLine | undefined {
    return this.lines.length > this.#sealed ? this.lines[this.lines.length - 1] : undefined;
  }

  /** Sum of all lines so far, before rounding. */
  total(): number {
    let total = 0;
    for (const line of this.lines) total += line.amountFen;
    return total;
  }

  /** Rounds every amount to whole fen so that the lines add up to the rounded sum. */
  settle(): number {
    let exact = 0;
    let settled = 0;
    for (const line of this.lines) {
      exact += line.amountFen;
      const rounded = wholeFen(exact);
      line.amountFen = rounded - settled;
      settled = rounded;
    }
    return settled;
  }
}

/** Returns one line per rule, with units and amounts summed and multiplied; it spans the first to the last of its lines. */
function sumByRule(lines: readonly FeeLine[], times: number): FeeLine[] {
  const sums = new Map<string, { line: FeeLine; count: number }>();
  for (const line of lines) {
    const sum = sums.get(line.rule);
    if (!sum) {
      sums.set(line.rule, { line: { ...line }, count: 1 });
      continue;
    }
    sum.count++;
    const total = sum.line;
    // Cuts of different size have no common unit price.
    if (total.unitPriceFen === line.unitPriceFen) total.units += line.units;
    else {
      total.unitPriceFen = total.amountFen + line.amountFen;
      total.units = 1;
    }
    total.amountFen += line.amountFen;
    total.toMs = line.toMs;
  }
  return [...sums.values()].map(({ line, count }) => {
    line.units *= times;
    line.amountFen *= times;
    const all = count * times;
    const isCounted = countedUnits.test(line.zh);
    if (isCounted) {
      line.zh = unitsText(line.zh.replace(countedUnits, ''), line.units);
      line.en = unitsText(line.en.replace(countedUnits, ''), line.units);
    } else if (all > 1) {
      line.zh += `（${all}次）`;
      line.en += ` (${all} times)`;
    }
    return line;
  });
}

/** Rounds to the nearest whole fen; half a fen is rounded up, even where binary fractions are slightly below it. */
export function wholeFen(amount: number): number {
  return Math.floor(amount + 0.5 + 1e-6);
}

const countedUnits = / × [\d.]+$/;

function unitsText(text: string, units: number): string {
  return `${text} × ${Number.isInteger(units) ? units : Math.round(units * 1000) / 1000}`;
}
