export {
  type ComposedInvoice,
  type ComposedLine,
  composeInvoices,
  type InvoiceItem,
  type InvoiceService,
  isWhole,
} from './basket.ts';
export { composeRed, type IssuedLine, type RedLine } from './red-letter.ts';
export { TaxPolicy, TaxRate } from './tax.ts';
export { creditCodeCheck, normalizeTaxNumber, taxNumberProblem } from './tax-number.ts';
export { yuanInWords } from './yuan-in-words.ts';
