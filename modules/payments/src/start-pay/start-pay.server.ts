import { handleFreely, type Kernel, type TenantTx } from '@boyun/kernel/server';
import type { Scene } from '@boyun/money/contract';
import {
  formPath,
  giveUp,
  openDesk,
  requirePhoneChannel,
  type Started,
  startWithProvider,
  type UnderWay,
} from '@boyun/money/server';
import { holding } from '../payment/holder.service.ts';
import { requirePayable } from '../payment/payable.service.ts';
import { type PayApp, type PhonePay, startPay } from './start-pay.contract.ts';

interface Wanted {
  readonly channel: PhonePay;
  readonly scene: Scene;
}

/** Inside the app its own bridge pays; elsewhere the channel's page. */
const sceneOf = (app: PayApp): Scene => (app === 'browser' ? 'browser' : 'in-app');

const isSame = (one: UnderWay, { channel, scene }: Wanted) => one.channel === channel && one.scene === scene;

export const startPayServer = handleFreely(
  startPay,
  async (kernel, { code, channel, app, authCode }, { language, address }) => {
    const wanted: Wanted = { channel, scene: sceneOf(app) };
    const asHolder = <T>(work: Parameters<typeof holding<T>>[3]) => holding(kernel, code, language, work);
    const other = await asHolder(async (tx) => {
      const { lotId, underWay: payment } = await requirePayable(tx, code, false);
      await requirePhoneChannel(tx, lotId, channel);
      return payment && !isSame(payment, wanted) ? { tenantId: tx.tenantId, payment } : null;
    });
    if (other) await giveUp(kernel, await openDesk(kernel, other.tenantId, other.payment), other.payment);
    const begun = await asHolder((tx) => begin(tx, code, wanted));
    const started = await startWithProvider(kernel, begun.tenantId, begun.id, {
      title: begun.title,
      authCode,
      returnUrl: returnUrl(kernel, code),
      clientIp: address,
    });
    const form = formPath(kernel, begun.tenantId, begun.id);
    return { paymentNo: begun.paymentNo, amountFen: begun.amountFen, ...stepOf(started, form) };
  },
);

/** Returns the payment under way, or starts one. */
async function begin(tx: TenantTx, code: string, wanted: Wanted) {
  const { title, underWay, subject, begin: start } = await requirePayable(tx, code, true);
  if (underWay && isSame(underWay, wanted)) return { ...underWay, tenantId: tx.tenantId, title };
  const { id, paymentNo, amountFen } = await start(wanted);
  tx.audit({ action: startPay.audit!, ...subject, after: { amountFen, paymentNo, channel: wanted.channel } });
  return { id, paymentNo, amountFen, tenantId: tx.tenantId, title };
}

const returnUrl = ({ configuration }: Kernel, code: string) =>
  configuration.publicUrl ? new URL(`/pay/${code}`, configuration.publicUrl).href : '';

function stepOf(started: Started, form: string) {
  const nothing = { address: null, parameters: null };
  if (started.kind === 'page') return { ...nothing, step: 'page' as const, address: started.url };
  // The page of the form posts it.
  if (started.kind === 'form') return { ...nothing, step: 'page' as const, address: form };
  if (started.kind === 'code') return { ...nothing, step: 'code' as const, address: started.text };
  if (started.kind === 'bridge')
    return { ...nothing, step: 'bridge' as const, parameters: JSON.stringify(started.parameters) };
  return { ...nothing, step: 'wait' as const };
}
