/**
 * The most by which the tax of a line may differ from amount × rate: 0.06 yuan. Platforms refuse more
 * (诺税通 requestBillingNew, field `tax`); lines composed here differ by less than 0.012 yuan.
 */
export const TAX_TOLERANCE_FEN = 6;

/** How a line is taxed, besides its rate; as fully digital invoices (数电票) name it. */
export const TaxPolicy = {
  normal: { zh: '正常征税', en: 'Standard' },
  simple: { zh: '简易征收', en: 'Simplified' },
  exempt: { zh: '免税', en: 'Exempt' },
  untaxed: { zh: '不征税', en: 'Outside VAT' },
} as const;
export type TaxPolicy = keyof typeof TaxPolicy;

/** The rates of value-added tax and of its simplified levies, in percent. */
export const TaxRate = {
  13: { zh: '13%', en: '13%' },
  9: { zh: '9%', en: '9%' },
  6: { zh: '6%', en: '6%' },
  5: { zh: '5%', en: '5%' },
  3: { zh: '3%', en: '3%' },
  1: { zh: '1%', en: '1%' },
  0: { zh: '0%', en: '0%' },
} as const;
export type TaxRate = keyof typeof TaxRate;

/** Returns the tax in an amount that includes it: amount × rate ÷ (1 + rate), half a fen rounded up. Both in fen; the rate in percent. */
export function taxIn(inclFen: number, ratePercent: number): number {
  const base = 100 + ratePercent;
  return Math.floor((2 * inclFen * ratePercent + base) / (2 * base));
}

/**
 * Divides an amount by weights; the parts add up to it exactly and differ from their exact shares by less than a fen. What rounding leaves
 * goes to the largest fractions, of equal ones to the first.
 */
export function apportion(amountFen: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum <= 0) throw new RangeError('An amount needs at least one weight above zero to be divided.');
  const parts = weights.map((weight) => Math.floor((amountFen * weight) / sum));
  const rests = weights.map((weight, index) => amountFen * weight - parts[index]! * sum);
  let left = amountFen - parts.reduce((total, part) => total + part, 0);
  for (const index of rests.map((_, place) => place).sort((a, b) => rests[b]! - rests[a]! || a - b)) {
    if (left === 0) break;
    parts[index]! += 1;
    left -= 1;
  }
  return parts;
}
