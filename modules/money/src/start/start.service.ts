import { Refusal } from '@boyun/kernel/contract';
import { type Kernel, systemWho, type TenantTx } from '@boyun/kernel/server';
import { PayChannel, type Scene } from '../channel/channel.contract.ts';
import { takeNotice } from '../notice/notice.service.ts';
import { payChannelRefusal } from '../pay-channel/pay-channel.contract.ts';
import { closePayment } from '../payment/payment.service.ts';
import type { PaymentState } from '../payment/payment-state.contract.ts';
import { type Desk, ProviderRefused, type Request, type Started } from '../provider/provider.service.ts';
import { deskFor, providerOf } from '../provider-choice/provider-choice.service.ts';

/** A payment that was started with a provider. */
export interface StartedPayment {
  readonly id: string;
  readonly paymentNo: string;
  readonly channel: string;
  readonly scene: Scene;
  readonly payChannelId: string | null;
  readonly amountFen: number;
  readonly createdAt: Date;
}

/** A payment with a provider that is not finished. */
export interface UnderWay extends StartedPayment {
  /** Until when its bill is locked. */
  readonly until: Date | null;
  /** What the provider answered to its request; null where it has not answered. */
  readonly started: Started | null;
}

const UNDER_WAY = `select p.id, p.payment_no, p.channel, p.scene, p.pay_channel_id, p.amount_fen, p.created_at, p.started,
    b.locked_until as until
  from payment p join bill b on b.tenant_id = p.tenant_id and b.id = p.bill_id
  where p.tenant_id = $1 and p.state = 'paying'`;

/** Returns the payment under way that was started for a subject; null where there is none. */
export async function findUnderWay(tx: TenantTx, kind: string, subjectId: string): Promise<UnderWay | null> {
  const [row] = await tx.query<UnderWay>(
    `${UNDER_WAY} and b.kind = $2 and b.subject_id = $3 and b.locked_until > $4 order by p.id desc limit 1`,
    [tx.tenantId, kind, subjectId, tx.now],
  );
  return row ?? null;
}

/** Returns the payment of a bill that is not finished, whether its lock has expired or not; null where there is none. */
export async function findPaying(
  tx: TenantTx,
  { kind, subjectId, number }: { readonly kind: string; readonly subjectId: string; readonly number: number },
): Promise<UnderWay | null> {
  const [row] = await tx.query<UnderWay>(
    `${UNDER_WAY} and b.kind = $2 and b.subject_id = $3 and b.number = $4 order by p.id desc limit 1`,
    [tx.tenantId, kind, subjectId, number],
  );
  return row ?? null;
}

/**
 * Requests a committed payment from its provider and returns how the payer goes on; a repeated call returns the same. Refuses
 * with the provider's reason, and then frees the bill; where the provider cannot be reached, the payment stays under way and can be
 * requested again.
 */
export async function startWithProvider(
  kernel: Kernel,
  tenantId: number,
  paymentId: string,
  {
    authCode,
    paymentCode = null,
    ...request
  }: Pick<Request, 'title' | 'returnUrl' | 'clientIp'> & {
    /** The code of the app's sign-in, which names the payer. */
    readonly authCode: string | null;
    /** The number the payer's phone shows to be scanned. */
    readonly paymentCode?: string | null;
  },
): Promise<Started> {
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => kernel.database.inTenant(systemWho(tenantId), work);
  const { payment, desk } = await inTenant(async (tx) => {
    const [payment] = await tx.query<UnderWay>(`${UNDER_WAY} and p.id = $2`, [tx.tenantId, paymentId]);
    // Another phone has begun to pay meanwhile, or the time was up.
    if (!payment) throw new Refusal(payChannelRefusal['under-way']);
    return { payment, desk: await deskFor(tx, kernel, payment) };
  });
  if (payment.started) return payment.started;
  const provider = providerOf(payment.channel)!;
  try {
    const payer = authCode && provider.identify ? await provider.identify(desk, authCode) : paymentCode;
    const started = await provider.start(desk, {
      ...request,
      payer,
      paymentNo: payment.paymentNo,
      amountFen: payment.amountFen,
      createdAt: payment.createdAt,
      scene: payment.scene,
      until: payment.until ?? kernel.clock.now(),
    });
    await inTenant((tx) =>
      tx.query('update payment set started = $3 where tenant_id = $1 and id = $2', [
        tenantId,
        paymentId,
        JSON.stringify(started),
      ]),
    );
    return started;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const reason = (error as Error).message;
    kernel.log.warn({ tenantId, channel: payment.channel, paymentNo: payment.paymentNo, reason }, 'no payment started');
    if (error instanceof ProviderRefused) await inTenant((tx) => closePayment(tx, paymentId));
    // The attendant can act on the reason; a driver would not know what to do with it.
    if (error instanceof ProviderRefused && payment.scene === 'payment-code')
      throw new Refusal(payChannelRefusal.refused, { channel: nameOf(payment.channel), reason });
    throw new Refusal(payChannelRefusal['not-started']);
  }
}

const nameOf = (channel: string) => PayChannel[channel as PayChannel]?.zh ?? channel;

/** Asks the provider about a payment, books what it reports, and returns the payment's state. */
export async function follow(kernel: Kernel, tenantId: number, paymentId: string): Promise<PaymentState> {
  const read = () =>
    kernel.database.inTenant(systemWho(tenantId), async (tx) => {
      const [payment] = await tx.query<StartedPayment & { state: PaymentState }>(
        'select id, payment_no, channel, scene, pay_channel_id, amount_fen, created_at, state from payment where tenant_id = $1 and id = $2',
        [tx.tenantId, paymentId],
      );
      return { payment: payment!, desk: await deskFor(tx, kernel, payment!) };
    });
  const { payment, desk } = await read();
  const provider = providerOf(payment.channel);
  if (payment.state !== 'paying' || !provider) return payment.state;
  const found = await provider.query(desk, payment).catch(() => null);
  if (!found || found === 'open') return 'paying';
  await takeNotice(kernel, provider, found);
  return (await read()).payment.state;
}

/** Closes a payment under way with its provider, so that another can be started; refuses where it cannot be closed. */
export async function giveUp(kernel: Kernel, desk: Desk, payment: StartedPayment): Promise<void> {
  const provider = providerOf(payment.channel);
  // An accepted debit may still bring its money; it ends by itself after seconds.
  if (payment.scene === 'auto-debit') throw new Refusal(payChannelRefusal['under-way']);
  // One that does not close was paid meanwhile, or is out of reach: its outcome is on the way.
  const left = await provider?.close(desk, payment).catch(() => null);
  if (left === null) throw new Refusal(payChannelRefusal['under-way']);
  await kernel.database.inTenant(systemWho(desk.tenantId), (tx) => closePayment(tx, payment.id, left));
}
