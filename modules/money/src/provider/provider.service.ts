import type { PlateColor } from '@boyun/domain/plate';
import type { Kernel, TenantTx } from '@boyun/kernel/server';
import type { Channel, Scene } from '../channel/channel.contract.ts';
import type { ChannelKey } from '../channel/channel-key.contract.ts';

/** The account of a tenant with a provider, as configured for a channel. */
export interface Merchant {
  readonly merchantNo: string;
  readonly appNo: string;
  /** The merchant on whose behalf `merchantNo`, then a service provider, takes the money. */
  readonly subMerchantNo: string | null;
  /** The acquirer through which UnionPay is reached, and the kind of business it registered for the merchant. */
  readonly acquirerNo: string | null;
  readonly categoryNo: string | null;
  /** The names of the merchant that receives the money, where an acquirer or a platform signs for it. */
  readonly payeeName: string | null;
  readonly payeeShortName: string | null;
  /** The number of the car park with the provider, where its debits name one. */
  readonly lotNo: string | null;
  readonly hasAutoDebit: boolean;
  readonly keys: Partial<Record<ChannelKey, string>>;
}

/** What a call of a provider is made for. */
export interface Desk {
  readonly kernel: Kernel;
  readonly tenantId: number;
  /** Null for a provider that needs none. */
  readonly merchant: Merchant | null;
  /** The absolute address at which the provider reports outcomes; null while this installation has no public address. */
  readonly noticeUrl: string | null;
}

/** What a provider reports about a payment, or (with an amount below zero) about a refund. */
export interface Notice {
  readonly tenantId: number;
  /** The number we gave the payment or refund. */
  readonly paymentNo: string;
  /** The provider's number. */
  readonly tradeNo: string;
  readonly outcome: 'success' | 'fail';
  readonly amountFen: number;
  /** Why it failed: the provider's code and words. */
  readonly reason?: string;
}

/** A payment or refund as providers know it: by our number, and some by the time of its request too. */
export interface Requested {
  readonly paymentNo: string;
  /** When it was created here, which every request of it states. */
  readonly createdAt: Date;
  /** How it is paid; a provider may keep automatic debits apart from other payments. */
  readonly scene?: Scene;
}

/** The stay that an automatic debit pays. */
export interface DebitedStay {
  readonly plate: string;
  readonly plateColor: PlateColor;
  readonly enteredAt: Date;
  readonly lotId: string;
  readonly lotName: string;
  /** The provider's number of the entry; null where it was not told of it. */
  readonly entryNo: string | null;
}

/** A payment to be requested from a provider. */
export interface Request extends Requested {
  readonly amountFen: number;
  readonly scene: Scene;
  /** The stay that an automatic debit pays. */
  readonly debit?: DebitedStay;
  /** What the payer reads in the provider's app. */
  readonly title: string;
  /** The payer in the provider's app, for a page inside it; the number of the payment code for `payment-code`. */
  readonly payer: string | null;
  /** Until when it can be paid. */
  readonly until: Date;
  /** Where the payer's browser goes afterwards. */
  readonly returnUrl: string;
  /** The address of the payer's device, or of the booth. */
  readonly clientIp: string;
}

/** How the payer goes on. */
export type Started =
  /** By an address that their browser opens. */
  | { readonly kind: 'page'; readonly url: string }
  /** By a form that their browser posts to an address. */
  | { readonly kind: 'form'; readonly url: string; readonly fields: Readonly<Record<string, string>> }
  /** By the bridge of the app the page is shown in, with these parameters. */
  | { readonly kind: 'bridge'; readonly parameters: Readonly<Record<string, string>> }
  /** By scanning a QR code with this text. */
  | { readonly kind: 'code'; readonly text: string }
  /** Not here: the outcome comes by notice or query. */
  | { readonly kind: 'wait' };

/** A provider's bill of a day as it sends it, checked as far as it is signed; maybe packed. */
export interface ProviderBill {
  /** The name of the file. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A message of a provider as it came: a signature covers the bytes of the body. */
export interface Message {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A refund to be requested. */
export interface RefundRequest {
  readonly refundNo: string;
  /** When the refund was created here. */
  readonly createdAt: Date;
  /** Above zero. */
  readonly amountFen: number;
  readonly reason: string | null;
  /** The payment it comes from, and the whole amount of that. */
  readonly paymentNo: string;
  readonly paidFen: number;
  /** The provider's number of the payment. */
  readonly tradeNo: string | null;
}

/** Thrown where a provider could not be asked, or its response cannot be trusted: nothing is known, and it is asked again later. */
export class ProviderUnreachable extends Error {}

/** Thrown where a provider refuses a request; `code` is its own. */
export class ProviderRefused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Returns the answer to a question, or a stand-in where the provider refuses to say. */
export async function unlessRefused<T, S>(answer: Promise<T>, standIn: S): Promise<T | S> {
  return answer.catch((error) => {
    if (error instanceof ProviderRefused) return standIn;
    throw error;
  });
}

/** An entry that a provider is told of. */
export interface Entry {
  /** Our number of it. */
  readonly entryNo: string;
  readonly plate: string;
  readonly plateColor: PlateColor;
  readonly enteredAt: Date;
  readonly lotName: string;
}

/** What a provider says of the contract of a plate. */
export interface ContractReport {
  readonly state: 'active' | 'blocked' | 'ended';
  /** Its word for why the contract is blocked. */
  readonly reason: string | null;
  /** The most it takes at once, in fen; null where it does not say. */
  readonly limitFen: number | null;
  /** Its number of the contract or, where contracts have none, of the entry it answered to. */
  readonly providerNo: string | null;
  /** Since when, by its clock. */
  readonly at: Date;
}

/** A report about the plate of an entry that the provider was told of, by our number of the entry. */
export interface ContractNotice extends ContractReport {
  readonly entryNo: string;
}

/** How a provider debits the owners of plates who agreed to it. Debits themselves are payments of the scene `auto-debit`. */
export interface Debiting {
  /** Whether a debit names the provider's number of the entry, so that only stays it was told of can be debited. */
  readonly needsEntry: boolean;
  /** Asks whether a plate can be debited now, before each debit. Absent where the provider reports changes by itself. */
  check?(desk: Desk, plate: string): Promise<ContractReport>;
  /** Tells it that a car came in; returns what it says of the plate. Repeatable by our number. Absent where it keeps no entries. */
  enter?(desk: Desk, entry: Entry): Promise<ContractReport & { readonly entryNo: string | null }>;
  /** Reads a notice about a contract; null where it is not genuine or about something else. */
  readNotice?(desk: Desk, message: Message): ContractNotice | null;
}

/**
 * A payment provider behind one contract. No call is made inside a transaction: what is requested has been committed before, and
 * a request repeated with the same number has no further effect. The outcome arrives as a notice or by a query.
 */
export interface Provider {
  readonly channel: Channel;
  /** Whether the tenant may use it. Notices for others are refused. */
  isOpen(tx: TenantTx): Promise<boolean>;
  /** Returns the payer's id in the provider's app by the code that its sign-in gave the page. */
  identify?(desk: Desk, authCode: string): Promise<string>;
  /** Requests a payment. */
  start(desk: Desk, request: Request): Promise<Started>;
  /** Returns the outcome of a payment; `open` while it can still be paid, null where the provider does not know it. */
  query(desk: Desk, payment: Requested): Promise<Notice | 'open' | null>;
  /**
   * Closes a payment, so that it cannot be paid any more; throws where it has been paid. One by payment code is taken back instead: money
   * that was paid meanwhile returns to the payer. Returns `open` where the provider cannot stop it, such as a debit it has accepted: the
   * payment is asked about later, because its money may still come.
   */
  close(
    desk: Desk,
    payment: Pick<Request, 'paymentNo' | 'createdAt' | 'amountFen' | 'scene'>,
  ): Promise<'stopped' | 'open'>;
  /** Automatic debit; absent where it has none. */
  readonly debiting?: Debiting;
  /** Requests a refund; returns its outcome where the provider knows it at once. */
  refund(desk: Desk, refund: RefundRequest): Promise<Notice | null>;
  /** Returns the outcome of a refund; `open` while it is pending, null where the provider does not know it. */
  queryRefund(
    desk: Desk,
    refund: Pick<RefundRequest, 'refundNo' | 'createdAt' | 'paymentNo' | 'amountFen'>,
  ): Promise<Notice | 'open' | null>;
  /** Reads a notice; null where it is not genuine, or not for this merchant. */
  readNotice(desk: Desk, message: Message): Notice | null;
  /** What it expects in response to a notice that it need not send again. */
  readonly taken: { readonly type: string; readonly body: string };
  /** Returns the bill of a day of the channel, as `2026-03-04`; null for a day without payments and refunds. */
  bill(desk: Desk, day: string): Promise<ProviderBill | null>;
  /** Since when the bill of a day can be fetched: hours after the end of the day, in Beijing. */
  readonly billAfterHours: number;
  /** Makes a real signed call; returns null on success, otherwise the reason in the language of the caller. */
  test(desk: Desk, language: 'zh' | 'en'): Promise<string | null>;
}
