import type { PlateColor } from '@boyun/domain/plate';
import { type Kernel, systemWho, type TenantTx } from '@boyun/kernel/server';
import { bookTrade, settlePayment, signInSandbox } from '@boyun/money/server';

/** One debit in so many fails, and its fee is owed. */
const FAILS_ONE_IN = 40;

/** One driver in so many has agreed to automatic debit. */
const AGREES_ONE_IN = 12;

/** A number of a plate, the same every time. */
export const numberOf = (plate: string) => [...plate].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) >>> 0, 7);

/** Some of the drivers that will come have agreed to automatic debit; a few agreements are suspended, a few limited. */
export async function signDrivers(
  { database }: Pick<Kernel, 'database'>,
  tenantId: number,
  events: readonly { readonly plate: string; readonly color: number }[],
): Promise<void> {
  const colors = new Map(events.map((one) => [one.plate, one.color]));
  const signed = [...colors.keys()].filter((plate) => plate && numberOf(plate) % AGREES_ONE_IN === 0);
  await database.inTenant(systemWho(tenantId, 'sandbox'), (tx) =>
    signInSandbox(
      tx,
      signed.map((plate, index) => ({
        plate,
        plateColor: colors.get(plate) as PlateColor,
        state: index % 20 === 3 ? ('blocked' as const) : ('active' as const),
        limitFen: index % 10 === 5 ? 20_00 : null,
      })),
    ),
  );
}

/** Carries out the debit that an exit began, as the sandbox would a moment later. Returns the order it paid; null where there was none. */
export async function carryOutDebit(
  tx: TenantTx,
  passingId: string,
): Promise<{ orderId: string; lotId: string } | null> {
  const [debit] = await tx.query<{ paymentNo: string; amountFen: number; orderId: string; lotId: string }>(
    `select p.payment_no, p.amount_fen, a.order_id, p.lot_id from passing a
     join bill b on b.tenant_id = a.tenant_id and b.kind = 'stay' and b.subject_id = a.order_id
     join payment p on p.tenant_id = b.tenant_id and p.bill_id = b.id and p.scene = 'auto-debit' and p.state = 'paying'
     where a.tenant_id = $1 and a.id = $2`,
    [tx.tenantId, passingId],
  );
  if (!debit) return null;
  const { paymentNo, amountFen, orderId, lotId } = debit;
  const outcome = Number.parseInt(orderId.slice(-4), 16) % FAILS_ONE_IN === 0 ? 'fail' : 'success';
  const tradeNo = await bookTrade(tx, { paymentNo, amountFen, outcome, refundOf: null });
  await settlePayment(tx, paymentNo, outcome, tradeNo, amountFen);
  return outcome === 'success' ? { orderId, lotId } : null;
}
