/** An amount of money as a whole number of fen (1/100 yuan, or the cent of another currency); never a fraction. */
export type Fen = number & { readonly __unit: 'fen' };

/** The largest amount the product handles, either sign: one billion yuan in fen. */
export const maxFen = 1e11;

/** Brands a whole number of fen; throws RangeError when it is not whole or beyond ±1e11. */
export function fen(amount: number): Fen {
  if (!Number.isInteger(amount)) throw new RangeError(`An amount must be a whole number of fen, not ${amount}.`);
  if (amount > maxFen || amount < -maxFen) throw new RangeError(`An amount of ${amount} fen is beyond ±${maxFen}.`);
  return (amount === 0 ? 0 : amount) as Fen;
}

/** No money. */
export const zeroFen: Fen = fen(0);

/** Parses a yuan text such as '12', '12.5' or '-12.50'; throws RangeError with a sentence on anything else. */
export function parseYuan(text: string): Fen {
  const match = /^([+-]?)(\d{1,12})(?:\.(\d+))?$/.exec(text.trim());
  if (!match) throw new RangeError(`'${text}' is not an amount of money such as 12.50.`);
  const [, sign, whole = '', part = ''] = match;
  if (part.length > 2) throw new RangeError(`'${text}' has more than 2 decimals.`);
  const amount = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return fen(sign === '-' ? -amount : amount);
}

/** Formats an amount as yuan with exactly two decimals ('12.50', '-0.05'); digits only, no grouping, no floats. */
export function formatYuan(amount: number): string {
  const digits = String(Math.abs(fen(amount))).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Adds two amounts; throws RangeError beyond ±1e11 fen. */
export function addFen(a: Fen, b: Fen): Fen {
  return fen(a + b);
}

/** Sums amounts, zero for none; throws RangeError beyond ±1e11 fen. */
export function sumFen(amounts: Iterable<Fen>): Fen {
  let total = 0;
  for (const amount of amounts) total += amount;
  return fen(total);
}
