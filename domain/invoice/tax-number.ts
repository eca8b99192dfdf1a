import { pattern } from '../pattern.ts';
import type { Words } from '../words.ts';

/** The characters of a unified social credit code (统一社会信用代码) in the order of their values; I, O, S, V and Z are left out. */
const CODE_CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** Weights of an identity number (GB 11643-1999). */
const IDENTITY_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const IDENTITY_CHECKS = '10X98765432';

/** Why a tax number cannot be right. */
const PROBLEMS = {
  length: { zh: pattern.taxNumber.zh, en: pattern.taxNumber.en },
  check: {
    zh: '税号校验位不正确，请核对18位统一社会信用代码',
    en: 'The check digit does not fit: compare the 18 characters of the unified social credit code',
  },
} as const satisfies Record<string, Words>;

/** Returns the check character of the first 17 characters of a unified social credit code (GB 32100-2015, MOD 31); null where one is not allowed. */
export function creditCodeCheck(first: string): string | null {
  let sum = 0;
  for (const [index, character] of [...first.slice(0, 17)].entries()) {
    const value = CODE_CHARACTERS.indexOf(character);
    if (value < 0) return null;
    sum += value * (3 ** index % 31);
  }
  return first.length < 17 ? null : CODE_CHARACTERS[(31 - (sum % 31)) % 31]!;
}

/** Whether 18 characters are an identity number, which is the tax number of a natural person. */
function isIdentityNumber(text: string): boolean {
  if (!/^[1-9]\d{5}(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{3}[\dX]$/.test(text)) return false;
  const sum = IDENTITY_WEIGHTS.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  return IDENTITY_CHECKS[sum % 11] === text[17];
}

/** Returns a tax number as it is written on invoices: capital letters, no spaces. */
export const normalizeTaxNumber = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

/**
 * Returns why a normalized tax number cannot be right; null where nothing speaks against it. Numbers of 15 and 20 characters have no common
 * check digit; 18 are a unified social credit code, or the identity number of a person who trades.
 */
export function taxNumberProblem(text: string): Words | null {
  if (!pattern.taxNumber.isValid(text)) return PROBLEMS.length;
  if (text.length !== 18 || isIdentityNumber(text)) return null;
  return creditCodeCheck(text) === text[17] ? null : PROBLEMS.check;
}
