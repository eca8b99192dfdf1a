import { coversLot, handleFreely, type Kernel, notFound, type TenantTx, type Who } from '@boyun/kernel/server';
import {
  findUnderWay,
  follow,
  giveUp,
  openDesk,
  requireCodeChannel,
  type StartedPayment,
  startWithProvider,
} from '@boyun/money/server';
import { requireOrder, STAY } from '@boyun/orders/server';
import { requireUnclaimed, startByCode } from '../payment/payment.service.ts';
import { cancelCode, collectByCode, followCode } from './payment-code.contract.ts';

const collectByCodeServer = handleFreely(
  collectByCode,
  async (kernel, { orderId, amountFen, authCode, isDespiteClaim }, { who, address }) => {
    const former = await kernel.database.inTenant(who!, async (tx) => {
      const order = await requireOrder(tx, orderId);
      await requireCodeChannel(tx, order.lotId, authCode);
      return findUnderWay(tx, STAY, order.id);
    });
    // A code scanned again replaces the one before it.
    if (former?.scene === 'payment-code') await takeBack(kernel, who!, former);
    const begun = await kernel.database.inTenant(who!, async (tx) => {
      const order = await requireOrder(tx, orderId);
      await requireUnclaimed(tx, order.id, isDespiteClaim);
      const payment = await startByCode(tx, order, amountFen, await requireCodeChannel(tx, order.lotId, authCode));
      tx.audit({
        action: collectByCode.audit!,
        subjectKind: 'order',
        subjectId: order.id,
        subject: `${order.orderNo} ${order.plate}`,
        after: { amountFen, paymentNo: payment.paymentNo, channel: payment.channel },
      });
      return { ...payment, title: `停车费 ${order.plate}` };
    });
    const { tenantId } = who!;
    await startWithProvider(kernel, tenantId, begun.id, {
      title: begun.title,
      authCode: null,
      paymentCode: authCode,
      returnUrl: '',
      clientIp: address,
    });
    return { paymentNo: begun.paymentNo, state: await follow(kernel, tenantId, begun.id) };
  },
);

const takeBack = async (kernel: Kernel, { tenantId }: Who, payment: StartedPayment) =>
  giveUp(kernel, await openDesk(kernel, tenantId, payment), payment);

/** Returns a payment by code in a lot of the caller. */
async function requireByCode(tx: TenantTx, paymentNo: string): Promise<StartedPayment> {
  const [row] = await tx.query<StartedPayment & { lotId: string }>(
    `select id, payment_no, channel, scene, pay_channel_id, amount_fen, created_at, lot_id from payment_fact
     where tenant_id = $1 and payment_no = $2 and scene = 'payment-code'`,
    [tx.tenantId, paymentNo],
  );
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, { zh: '支付', en: 'Payment' });
  return row;
}

const followCodeServer = handleFreely(followCode, async (kernel, { paymentNo }, { who }) => {
  const { id } = await kernel.database.inTenant(who!, (tx) => requireByCode(tx, paymentNo), { isRead: true });
  return { state: await follow(kernel, who!.tenantId, id) };
});

const cancelCodeServer = handleFreely(cancelCode, async (kernel, { paymentNo }, { who }) => {
  const { tenantId } = who!;
  const payment = await kernel.database.inTenant(who!, (tx) => requireByCode(tx, paymentNo), { isRead: true });
  const state = await follow(kernel, tenantId, payment.id);
  if (state !== 'paying') return { state };
  await takeBack(kernel, who!, payment);
  await kernel.database.inTenant(who!, async (tx) =>
    tx.audit({ action: cancelCode.audit!, subjectKind: 'payment', subjectId: payment.id, subject: paymentNo }),
  );
  return { state: await follow(kernel, tenantId, payment.id) };
});

/** Taking money by the code that a driver's phone shows. */
export const codeServers = [collectByCodeServer, followCodeServer, cancelCodeServer];
