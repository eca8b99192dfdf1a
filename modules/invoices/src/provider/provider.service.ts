import type { Kernel, TenantTx } from '@boyun/kernel/server';
import type { InvoiceType } from '../invoice/invoice.contract.ts';
import type { InvoiceProviderName } from '../invoice-set/invoice-set.contract.ts';
import type { Issuer } from '../invoice-set/invoice-set.queries.ts';

/** What a call of a provider is made for: the issuer of a tenant, with its secret opened. */
export interface Desk {
  readonly kernel: Kernel;
  readonly tenantId: number;
  readonly issuer: Issuer;
  readonly secret: string | null;
  /** The address at which the provider says that something has changed; null while this installation has no public address. */
  readonly noticeUrl: string | null;
}

/** A line of an invoice; amounts in fen, below zero in a red letter. */
export interface InvoiceLine {
  /** In a red letter, the line of the invoice it takes back. */
  readonly number: number;
  readonly serviceName: string;
  readonly goodsCode: string;
  readonly taxRate: number;
  readonly policy: 'normal' | 'simple' | 'exempt' | 'untaxed';
  readonly inclFen: number;
  readonly exFen: number;
  readonly taxFen: number;
}

/** The stays an invoice is for, as the law wants them named when real estate is let. */
export interface Letting {
  readonly plate: string | null;
  readonly from: Date;
  readonly to: Date;
}

/** An enterprise of a platform's directory; only its name is known until it is named in full. */
export interface FoundTitle {
  readonly titleName: string;
  readonly taxNumber: string | null;
  readonly titleAddress: string | null;
  readonly titleBank: string | null;
  readonly titleAccount: string | null;
}

/** An invoice to be issued. */
export interface InvoiceRequest {
  /** Our number of it: a request repeated with it has no further effect. */
  readonly requestNo: string;
  readonly createdAt: Date;
  readonly invoiceType: InvoiceType;
  readonly titleType: 1 | 2;
  readonly titleName: string;
  readonly taxNumber: string | null;
  readonly titleAddress: string | null;
  readonly titlePhone: string | null;
  readonly titleBank: string | null;
  readonly titleAccount: string | null;
  readonly remark: string | null;
  readonly lines: readonly InvoiceLine[];
  readonly inclFen: number;
  readonly exFen: number;
  readonly taxFen: number;
  readonly letting: Letting | null;
}

/** A red letter to be issued; its amounts are below zero. */
export interface RedRequest extends Omit<InvoiceRequest, 'letting' | 'remark'> {
  readonly blueNo: string;
  readonly blueIssuedAt: Date;
  /** Whether it takes back the whole invoice. */
  readonly isWhole: boolean;
  readonly reason: RedReason;
}

/** Why an invoice is taken back, as the tax office asks. */
export type RedReason = 'refund' | 'mistake';

/** Where files of an issued invoice can be fetched. */
export interface FileUrls {
  readonly pdf: string | null;
  readonly ofd: string | null;
  readonly xml: string | null;
}

/** What became of a request. */
export type Outcome =
  | {
      readonly kind: 'issued';
      readonly invoiceNo: string;
      readonly providerNo: string;
      readonly issuedAt: Date;
      readonly files: FileUrls;
    }
  | { readonly kind: 'failed'; readonly reason: string };

/** The files of an issued invoice as they are kept. */
export type InvoiceFiles = Partial<Record<keyof FileUrls, Uint8Array>>;

/** An issued invoice as a provider makes its files. */
export interface Issued extends Omit<InvoiceRequest, 'letting'> {
  readonly invoiceNo: string;
  readonly issuedAt: Date;
  readonly files: FileUrls;
  /** The invoice that a red letter takes back. */
  readonly blueNo: string | null;
}

/** A request as providers are asked about it. */
export interface Requested {
  readonly requestNo: string;
  readonly isRed: boolean;
  /** Its total; an answer with another one is not believed. */
  readonly inclFen: number;
}

/** Thrown where a provider could not be asked, or its answer cannot be trusted: nothing is known, and it is asked again later. */
export class InvoicePlatformSilent extends Error {}

/** Thrown where a provider refuses a request; `code` is its own. */
export class InvoicePlatformRefused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * A platform that issues invoices, behind one contract. No call is made inside a transaction: what is requested has been committed before, and a
 * request repeated with our number has no further effect. A notice is never believed: it only has the provider queried.
 */
export interface InvoiceProvider {
  readonly name: InvoiceProviderName;
  /** Whether the tenant may use it. */
  isOpen(tx: TenantTx): Promise<boolean>;
  /** Requests an invoice; returns its outcome where it is known at once, null while it is under way. */
  issue(desk: Desk, request: InvoiceRequest): Promise<Outcome | null>;
  /** Requests a red letter. */
  issueRed(desk: Desk, request: RedRequest): Promise<Outcome | null>;
  /** Returns what became of a request; `open` while it is under way, null where the provider does not know it. */
  query(desk: Desk, request: Requested): Promise<Outcome | 'open' | null>;
  /** Fetches or makes the files of an issued invoice; those that are not ready are left out. */
  fetchFiles(desk: Desk, issued: Issued): Promise<InvoiceFiles>;
  /** Searches the platform's directory of enterprises; where one is called by the word itself, it alone is returned, with its tax number. */
  findTitles?(desk: Desk, word: string): Promise<readonly FoundTitle[]>;
  /** Returns our number of the request that a notice is about; null where it names none. */
  readNotice?(body: string): string | null;
  /** What the provider expects in response to a notice. */
  readonly taken?: { readonly type: string; readonly body: string };
  /** Makes a real signed call; returns null on success, otherwise the reason in the language of the caller. */
  test(desk: Desk, language: 'zh' | 'en'): Promise<string | null>;
}
