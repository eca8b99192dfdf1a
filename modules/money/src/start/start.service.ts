import { Refusal } from '@boyun/kernel/contract';
import { type Kernel, systemWho, type TenantTx } from '@boyun/kernel/server';
import type { Scene } from '../channel/channel.contract.ts';
import { payChannelRefusal } from '../pay-channel/pay-channel.contract.ts';
import { closePayment } from '../payment/payment.service.ts';
import { type Desk, ProviderRefused, type Request, type Started } from '../provider/provider.service.ts';
import { deskFor, providerOf } from '../provider-choice/provider-choice.service.ts';

/** A payment with a provider that is not finished. */
export interface UnderWay {
  readonly id: string;
  readonly paymentNo: string;
  readonly channel: string;
  readonly scene: Scene;
  readonly payChannelId: string | null;
  readonly amountFen: number;
  readonly until: Date | null;
  /** What the provider answered to its request; null where it has not answered. */
  readonly started: Started | null;
}

const UNDER_WAY = `select p.id, p.payment_no, p.channel, p.scene, p.pay_channel_id, p.amount_fen, p.started,
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

/**
 * Requests a committed payment from its provider and returns how the payer goes on; a repeated call returns the same. Refuses
 * with the provider's reason, and then frees the bill; where the provider cannot be reached, the payment stays under way and can be
 * requested again.
 */
export async function startWithProvider(
  kernel: Kernel,
  tenantId: number,
  paymentId: string,
  { authCode, ...request }: Pick<Request, 'title' | 'returnUrl' | 'clientIp'> & { readonly authCode: string | null },
): Promise<Started> {
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => kernel.database.inTenant(systemWho(tenantId), work);
  const { payment, desk } = await inTenant(async (tx) => {
    const [payment] = await tx.query<UnderWay>(`${UNDER_WAY} and p.id = $2`, [tx.tenantId, paymentId]);
    if (!payment) throw new Refusal(payChannelRefusal['not-started']);
    return { payment, desk: await deskFor(tx, kernel, payment) };
  });
  if (payment.started) return payment.started;
  const provider = providerOf(payment.channel)!;
  try {
    const payer = authCode && provider.identify ? await provider.identify(desk, authCode) : null;
    const started = await provider.start(desk, {
      ...request,
      payer,
      paymentNo: payment.paymentNo,
      amountFen: payment.amountFen,
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
    throw new Refusal(payChannelRefusal['not-started']);
  }
}

/** Closes a payment under way with its provider, so that another can be started; refuses where it cannot be closed. */
export async function giveUp(kernel: Kernel, desk: Desk, payment: UnderWay): Promise<void> {
  const provider = providerOf(payment.channel);
  try {
    if (provider) await provider.close(desk, payment);
  } catch {
    // Paid meanwhile, or out of reach: its outcome is on the way.
    throw new Refusal(payChannelRefusal['under-way']);
  }
  await kernel.database.inTenant(systemWho(desk.tenantId), (tx) => closePayment(tx, payment.id));
}
