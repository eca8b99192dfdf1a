import { serveReport } from '@boyun/kernel/server';
import { unknownPayments } from './unknown-payment.contract.ts';

/** Payments nobody knows; an account limited to lots sees those whose payment was in one of them. */
export const unknownPaymentsServer = serveReport(unknownPayments, {
  from: 'unknown_payment',
  as: 'u',
  lot: 'u.lot_id',
  own: null,
  period: 'u.created_at',
  columns: {},
  order: 'u.created_at desc, u.id desc',
});
