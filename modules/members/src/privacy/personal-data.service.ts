import { type Label, slot } from '@boyun/kernel/contract';
import type { Kernel, TenantTx } from '@boyun/kernel/server';
import type { Holder } from '../own/holder.service.ts';

/** Why rows are kept although the person asked for their deletion, and for how many years after the year of the last one. */
export interface Keeping {
  readonly basis: Label;
  readonly years: number;
  /** The value of a row that says when it came about. */
  readonly at: string;
}

interface Kind {
  readonly key: string;
  readonly title: Label;
  readonly place: number;
  /** Returns everything of a person, for the file the person asked for. */
  read(tx: TenantTx, holder: Holder): Promise<readonly object[]>;
}

/** Data that is kept by law. */
interface KeptData extends Kind {
  readonly keep: Keeping;
}

/** Data that goes, or loses whom it is about. */
interface ErasedData extends Kind {
  readonly outcome: 'erased' | 'anonymous';
  /** Erases it and returns how many rows there were. */
  erase(tx: TenantTx, holder: Holder, kernel: Pick<Kernel, 'files'>): Promise<number>;
}

/** A kind of data about persons. Modules above fill in theirs. */
export type PersonalData = KeptData | ErasedData;

/** The kinds of data about persons. */
export const personalData = slot<PersonalData>('member.personal-data');

/** Records of trades: article 31 of the E-Commerce Law of the People's Republic of China. */
export const TRADE_RECORDS = {
  basis: { zh: '《电子商务法》第三十一条：交易信息', en: 'E-Commerce Law, article 31: records of trades' },
  years: 3,
} as const;

/** Vouchers of money: the table of terms of the Measures for the Administration of Accounting Archives, 2015. */
export const ACCOUNTING_RECORDS = {
  basis: { zh: '《会计档案管理办法》：原始凭证', en: 'Measures for Accounting Archives: vouchers' },
  years: 30,
} as const;

/** What proves an agreement: articles 14 and 69 of the Personal Information Protection Law, article 188 of the Civil Code. */
export const PROOF_OF_CONSENT = {
  basis: { zh: '《个人信息保护法》第六十九条：同意的证明', en: 'PIPL, article 69: proof of consent' },
  years: 3,
} as const;

/** Returns the last day on which rows are kept. */
export function lastKeptDay({ keep }: KeptData, rows: readonly object[]): string | null {
  const days = rows.map((row) => new Date((row as Record<string, Date>)[keep.at]!).getUTCFullYear());
  return days.length > 0 ? `${Math.max(...days) + keep.years}-12-31` : null;
}
