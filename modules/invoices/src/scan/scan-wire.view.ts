import { parseYuan } from '@boyun/domain/money';
import type { Label } from '@boyun/kernel/contract';

/** What the page of invoices shows, as it travels. */
export interface ScanWire {
  readonly Kind: 'place' | 'receipt' | 'pass' | 'result';
  readonly LotName: string | null;
  readonly IsOpen: boolean;
  readonly IsTrial: boolean;
  readonly Plate: string | null;
  readonly Mobile: string | null;
  readonly TimeZone: string;
  readonly CanSend: boolean;
  readonly Items: readonly ItemWire[];
  readonly Titles: readonly TitleWire[];
  readonly Invoices: readonly InvoiceWire[];
}

/** A bill that can be invoiced, or was. */
export interface ItemWire {
  readonly BillId: string;
  readonly Use: keyof typeof USES;
  readonly LotName: string;
  readonly Plate: string;
  readonly EnteredAt: string | null;
  readonly LeftAt: string | null;
  readonly PaidAt: string | null;
  readonly Available: string;
  readonly HasSpecial: boolean;
  readonly Blocked: string | null;
  readonly LinkCode: string | null;
}

/** An ordinary invoice, or a special one, whose tax an enterprise deducts. */
export type WantedType = 'ordinary' | 'special';

/** An enterprise as a search finds it; only one that is named in full has a tax number. */
export interface FoundWire {
  readonly TitleName: string;
  readonly TaxNumber: string | null;
}

/** A title that was used before. */
export interface TitleWire {
  readonly TitleType: 1 | 2;
  readonly TitleName: string;
  readonly TaxNumber: string | null;
  readonly Email: string | null;
}

/** An invoice of a request. */
export interface InvoiceWire {
  readonly Id: string;
  readonly State: 1 | 2 | 3 | 4 | 5;
  readonly IsRed: boolean;
  readonly InvoiceType: WantedType;
  readonly TitleType: 1 | 2;
  readonly TitleName: string;
  readonly TaxNumber: string | null;
  readonly IssuerName: string;
  readonly Incl: string;
  readonly InvoiceNo: string | null;
  readonly IssuedAt: string | null;
  readonly FailReason: string | null;
  readonly IsSample: boolean;
  readonly CanCorrect: boolean;
  readonly Pdf: string | null;
  readonly Ofd: string | null;
  readonly Xml: string | null;
}

/** Types of invoices, in a driver's words. */
export const TYPES = {
  ordinary: { zh: '普通发票', en: 'Ordinary invoice' },
  special: { zh: '专用发票', en: 'Special invoice' },
} as const satisfies Record<WantedType, Label>;

/** What money was for, in a driver's words. */
export const USES = {
  parking: { zh: '停车费', en: 'Parking' },
  pack: { zh: '月卡', en: 'Pass' },
  'top-up': { zh: '储值充值', en: 'Top-up' },
} as const satisfies Record<string, Label>;

/** What can be invoiced of a bill, in fen. */
export const availableFen = ({ Available, Blocked }: ItemWire): number => (Blocked ? 0 : parseYuan(Available));
