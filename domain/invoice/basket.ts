import { apportion, type TaxPolicy, taxIn } from './tax.ts';

/** A service that an issuer names on invoices, with the share of the amount that falls upon it. */
export interface InvoiceService {
  readonly serviceName: string;
  /** Tax classification code of 19 digits (税收分类编码). */
  readonly goodsCode: string;
  readonly ratePercent: number;
  readonly policy: TaxPolicy;
  /** Share in percent, up to two decimals; those of a use add up to 100. */
  readonly ratioPercent: number;
}

/** Money received for one bill that is to be invoiced; `use` decides which services it is for. */
export interface InvoiceItem<U extends string = string> {
  readonly billId: string;
  readonly use: U;
  readonly amountFen: number;
}

/** A line of an invoice; amount without tax + tax = amount with tax, in fen. */
export interface ComposedLine<U extends string = string> extends Omit<InvoiceService, 'ratioPercent'> {
  readonly use: U;
  readonly inclFen: number;
  readonly exFen: number;
  readonly taxFen: number;
}

/** An invoice to be issued: what it takes of each bill, its lines and its sums. */
export interface ComposedInvoice<U extends string = string> {
  readonly items: readonly InvoiceItem<U>[];
  readonly lines: readonly ComposedLine<U>[];
  readonly inclFen: number;
  readonly exFen: number;
  readonly taxFen: number;
}

/** Ratios have two decimals at most; as whole numbers their sums are exact. */
const bp = ({ ratioPercent }: InvoiceService) => Math.round(ratioPercent * 100);

/** Whether the ratios of services add up to 100 percent. */
export const isWhole = (services: readonly InvoiceService[]): boolean =>
  services.reduce((sum, one) => sum + bp(one), 0) === 10_000;

/**
 * Composes the invoices of several bills: bills are merged in their order while the limit allows; one is split only where it is above the
 * limit by itself. The limit is compared with the amount including tax; the law limits the amount without it
 * (最高开票限额), which is smaller. Throws where a use has no services.
 */
export function composeInvoices<U extends string>(
  items: readonly InvoiceItem<U>[],
  servicesOf: (use: U) => readonly InvoiceService[],
  limitFen: number | null,
): ComposedInvoice<U>[] {
  return packItems(items, limitFen ?? Number.POSITIVE_INFINITY).map((group) => compose(group, servicesOf));
}

/** Puts items into groups that are at most the limit each. */
function packItems<U extends string>(items: readonly InvoiceItem<U>[], limitFen: number): InvoiceItem<U>[][] {
  if (!(limitFen > 0)) throw new RangeError('The limit of an invoice must be above zero.');
  const groups: { items: InvoiceItem<U>[]; sumFen: number }[] = [];
  for (const item of items) {
    if (item.amountFen <= 0) continue;
    let leftFen = item.amountFen;
    while (leftFen > 0) {
      const last = groups.at(-1);
      const roomFen = last ? limitFen - last.sumFen : 0;
      // A bill stays whole where an invoice of its own can hold it.
      const takenFen = leftFen <= roomFen || (leftFen > limitFen && roomFen > 0) ? Math.min(leftFen, roomFen) : 0;
      if (last && takenFen > 0) {
        last.items.push({ ...item, amountFen: takenFen });
        last.sumFen += takenFen;
        leftFen -= takenFen;
      } else groups.push({ items: [], sumFen: 0 });
    }
  }
  return groups.map((one) => one.items);
}

function compose<U extends string>(
  items: readonly InvoiceItem<U>[],
  servicesOf: (use: U) => readonly InvoiceService[],
): ComposedInvoice<U> {
  const sums = new Map<U, number>();
  for (const { use, amountFen } of items) sums.set(use, (sums.get(use) ?? 0) + amountFen);
  const lines = [...sums].flatMap(([use, amountFen]) => linesOf(use, amountFen, servicesOf(use)));
  const sumOf = (key: 'inclFen' | 'exFen' | 'taxFen') => lines.reduce((sum, line) => sum + line[key], 0);
  return { items, lines, inclFen: sumOf('inclFen'), exFen: sumOf('exFen'), taxFen: sumOf('taxFen') };
}

/** Divides an amount among services by their ratios; a service whose share is nothing has no line. */
function linesOf<U extends string>(use: U, amountFen: number, services: readonly InvoiceService[]): ComposedLine<U>[] {
  const parts = apportion(amountFen, services.map(bp));
  return services.flatMap(({ serviceName, goodsCode, ratePercent, policy }, index) => {
    const inclFen = parts[index]!;
    if (inclFen === 0) return [];
    const taxFen = taxIn(inclFen, ratePercent);
    return [{ use, serviceName, goodsCode, ratePercent, policy, inclFen, exFen: inclFen - taxFen, taxFen }];
  });
}
