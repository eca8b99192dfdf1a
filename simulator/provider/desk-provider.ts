import type { Label } from '@boyun/kernel/contract';

/** A payment, debit or refund as the desk shows it. */
export interface DeskTrade {
  readonly no: string;
  readonly fen: number;
  readonly kind: 'payment' | 'debit' | 'refund';
  readonly state: 'open' | 'done' | 'failed' | 'closed';
  /** When it was requested or, once it is over, came to its end. */
  readonly at: Date;
  /** Where the payer's browser goes afterwards, where the request said so. */
  readonly returnUrl?: string;
}

/** How the outcome of a trade is reported. */
export const Reporting = {
  now: { zh: '立即通知', en: 'Notice at once' },
  late: { zh: '迟到的通知（30 秒后）', en: 'Late notice (30 s)' },
  twice: { zh: '通知两次', en: 'Notice sent twice' },
  never: { zh: '通知丢失', en: 'Notice lost' },
  'wrong-amount': { zh: '通知金额错误', en: 'Notice of another amount' },
  'wrong-merchant': { zh: '通知商户错误', en: 'Notice of another merchant' },
  'wrong-signature': { zh: '通知签名错误', en: 'Notice with a wrong signature' },
} as const satisfies Readonly<Record<string, Label>>;
export type Reporting = keyof typeof Reporting;

/** How the next call of the product is answered. */
export const CallFault = {
  timeout: { zh: '连接中断', en: 'No answer' },
  '5xx': { zh: '系统繁忙（5xx）', en: 'Server error (5xx)' },
  forged: { zh: '应答签名伪造', en: 'Forged answer' },
  'lost-answer': { zh: '已受理，应答丢失', en: 'Taken, the answer is lost' },
} as const satisfies Readonly<Record<string, Label>>;
export type CallFault = keyof typeof CallFault;

/** What the payer, or the bank, does. */
export const Outcome = {
  done: { zh: '付款成功', en: 'Pay' },
  failed: { zh: '付款失败', en: 'Fail' },
  closed: { zh: '关闭交易', en: 'Close the trade' },
} as const satisfies Readonly<Record<string, Label>>;
export type Outcome = keyof typeof Outcome;

/** What banks do with refunds and debits by themselves. */
export interface BankHabits {
  outcome: 'done' | 'failed' | 'never';
  reporting: Reporting;
}

/** The double of a provider as its desk uses it. */
export interface DeskProvider {
  readonly label: Label;
  trades(): readonly DeskTrade[];
  /** Brings a trade to its end; throws where the provider would not. */
  settle(no: string, outcome: Outcome): void;
  /** Posts the notice of a trade to the product at an address; nothing where the provider sends none. */
  notify(no: string, address: string, fault?: Extract<Reporting, `wrong-${string}`>): Promise<unknown>;
  failNext(fault: CallFault): void;
  /** The driver of a plate agrees to automatic debit; absent where the double has none. */
  sign?(plate: string): void;
}

/** How a double behaves that people use: its pages are shown by the desk, and notices may be asked for without TLS. */
export interface ForPeople {
  /** The address of the page on which a trade is paid. */
  pageOf(no: string): string;
}

/** Whether notices can go to an address: over TLS and without parameters; a double that people use takes one without TLS. */
export const isNoticeUrl = (address: string | undefined, isForPeople: boolean): boolean =>
  (isForPeople ? /^https?:\/\/[^?]+$/ : /^https:\/\/[^?]+$/).test(address ?? '');
