import type { FeeLine } from './stay.ts';
import type { Text } from './tariff.ts';

/** Collects the lines of one stay; amounts may be fractions of a fen until `settle`. */
export class LineSheet {
  readonly lines: FeeLine[] = [];
  readonly #version: number;

  constructor(version: number) {
    this.#version = version;
  }

  /** Adds charged units; joins the line before when it goes on with the same rule. */
  charge(
    fromMs: number,
    toMs: number,
    rule: string,
    units: number,
    unitPriceFen: number,
    amountFen: number,
    text: Text,
  ): void {
    const last = this.lines[this.lines.length - 1];
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

  /** Adds an amount that is no number of units: a cap, a reduction, or time free of charge. */
  note(fromMs: number, toMs: number, rule: string, amountFen: number, text: Text): void {
    const last = this.lines[this.lines.length - 1];
    if (amountFen === 0 && last !== undefined && last.rule === rule && last.toMs === fromMs) {
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

  /** Sum of all lines so far, before rounding. */
  total(): number {
    let total = 0;
    for (const line of this.lines) total += line.amountFen;
    return total;
  }

  /** Makes every amount a whole number of fen so that the lines add up to the rounded sum. */
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

/** Nearest whole fen; half a fen goes up, also when binary fractions have lost a little of it. */
export function wholeFen(amount: number): number {
  return Math.floor(amount + 0.5 + 1e-6);
}

function unitsText(text: string, units: number): string {
  return `${text} × ${Number.isInteger(units) ? units : Math.round(units * 1000) / 1000}`;
}
