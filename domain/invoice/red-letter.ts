import { apportion, taxIn } from './tax.ts';

/** A line of an issued invoice with what red letters have taken of it already; all amounts are positive fen. */
export interface IssuedLine {
  readonly number: number;
  readonly use: string;
  readonly ratePercent: number;
  readonly inclFen: number;
  readonly redFen: number;
  readonly redTaxFen: number;
}

/** What a red letter takes of a line, in positive fen. */
export interface RedLine {
  readonly number: number;
  readonly inclFen: number;
  readonly exFen: number;
  readonly taxFen: number;
}

/**
 * Divides a red letter for a part of an invoice among its lines of a use, by what is left of each. The tax of a line's red letters together
 * is the tax in their sum, so that however many parts there are, rounding never adds up and the last one takes exactly what is left. Throws
 * where less is left than is to be taken.
 */
export function composeRed(lines: readonly IssuedLine[], use: string, amountFen: number): RedLine[] {
  const open = lines.filter((line) => line.use === use && line.inclFen > line.redFen);
  const leftFen = open.reduce((sum, line) => sum + line.inclFen - line.redFen, 0);
  if (amountFen <= 0 || amountFen > leftFen)
    throw new RangeError(`A red letter of ${amountFen} fen does not fit into ${leftFen} fen.`);
  const parts = apportion(
    amountFen,
    open.map((line) => line.inclFen - line.redFen),
  );
  return open.flatMap(({ number, ratePercent, redFen, redTaxFen }, index) => {
    const inclFen = parts[index]!;
    if (inclFen === 0) return [];
    const taxFen = taxIn(redFen + inclFen, ratePercent) - redTaxFen;
    return [{ number, inclFen, exFen: inclFen - taxFen, taxFen }];
  });
}
