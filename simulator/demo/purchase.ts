import type { Call } from './sign-in.ts';

/** Payment codes of the apps that customers pay with, in turn; trials simulate them. */
const CODES = ['134567890123456789', '284567890123456789', '135567890123456787', '6220001234567890123'] as const;

/** Takes the money of a purchase that was begun by phone: scans the payment code of the customer. */
export async function chargeByCode(call: Call, { PurchaseId }: { readonly PurchaseId: string }, turn: number) {
  await call('/api/purchase/charge', { PurchaseId, AuthCode: CODES[turn % CODES.length] });
}
