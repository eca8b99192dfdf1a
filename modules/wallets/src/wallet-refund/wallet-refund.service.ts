import { formatYuan } from '@boyun/domain/money';
import { planRefund, type RefundPlan } from '@boyun/domain/wallet';
import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { PayChannel, RefundWay, refundStarted } from '@boyun/money/contract';
import {
  beginRefund,
  completeRefund,
  emitRefund,
  findRefundable,
  isTrial,
  providerOf,
  type Refundable,
} from '@boyun/money/server';
import { type Approval, type Asked, type Change, reviewedAct } from '@boyun/reviews/server';
import { findTopUpOf } from '../top-up/top-up.queries.ts';
import { billOf, WALLET, walletPurchases } from '../top-up/top-up-bill.service.ts';
import { findParts, moveMoney, type PartRow, type WalletRow } from '../wallet/wallet.queries.ts';
import { lockWallet, requireWallet, takeGifts } from '../wallet/wallet.service.ts';
import { walletReviews } from '../wallet/wallet-review.contract.ts';
import { walletRefundRefusal } from './wallet-refund.contract.ts';

/** An amount of a refund with the top-up it goes back to. */
export interface RefundLine {
  readonly partId: string;
  readonly number: number;
  readonly amountFen: number;
  readonly from: Refundable;
}

/** The plan of a refund of a locked wallet. */
export interface WalletRefundPlan {
  readonly lines: readonly RefundLine[];
  readonly forfeited: RefundPlan['forfeited'];
}

/** All paid money that is left of parts, in fen. */
export const paidFenOf = (parts: readonly PartRow[]): number =>
  parts.reduce((sum, one) => sum + (one.kind === 'paid' ? one.leftFen : 0), 0);

/** Plans the refund of an amount; null where less paid money is left. */
export async function planOf(
  tx: TenantTx,
  walletId: string,
  parts: readonly PartRow[],
  amountFen: number,
): Promise<WalletRefundPlan | null> {
  const plan = planRefund(parts, amountFen);
  if (!plan) return null;
  const payments = await findRefundable(tx, WALLET, [walletId]);
  const topUps = await tx.query<{ partId: string; number: number; paymentId: string }>(
    `select p.id as "partId", t.number, t.payment_id from wallet_part p
     join wallet_top_up t on t.tenant_id = p.tenant_id and t.id = p.top_up_id
     where p.tenant_id = $1 and p.id = any($2::uuid[])`,
    [tx.tenantId, plan.back.map((one) => one.partId)],
  );
  const lines = plan.back.map(({ partId, amountFen: backFen }) => {
    const { number, paymentId } = topUps.find((one) => one.partId === partId)!;
    const from = payments.find((one) => one.paymentId === paymentId)!;
    return { partId, number, amountFen: backFen, from };
  });
  return { lines, forfeited: plan.forfeited };
}

/** Plans the refund of an amount; refuses more than is left, and money that was simulated in a past trial. */
async function requirePlan(tx: TenantTx, walletId: string, amountFen: number): Promise<WalletRefundPlan> {
  const parts = await findParts(tx, walletId);
  const plan = await planOf(tx, walletId, parts, amountFen);
  if (!plan) throw new Refusal(walletRefundRefusal['too-much'], { left: formatYuan(paidFenOf(parts)) });
  if (plan.lines.some((one) => one.from.channel === 'sandbox') && !(await isTrial(tx)))
    throw new Refusal(walletRefundRefusal.simulated);
  return plan;
}

interface WalletRefund {
  readonly walletId: string;
  readonly amountFen: number;
  readonly way: RefundWay;
}

/** Refunds one line: its money leaves the wallet at once, and returns if the provider fails. */
async function refundLine(
  tx: TenantTx,
  wallet: WalletRow,
  line: RefundLine,
  way: RefundWay,
  { reason, reviewId, requestedBy, requestedById }: Approval,
): Promise<void> {
  const topUp = await findTopUpOf(tx, wallet.id, line.number);
  const values = billOf(wallet, topUp!);
  const { partId, amountFen } = line;
  const actor = { id: requestedById, name: requestedBy };
  const channel = way === 'origin' ? line.from.channel : way;
  const refund = await beginRefund(tx, {
    from: { ...line.from, excessFen: 0 },
    channel,
    sourceId: null,
    amountFen,
    lotId: values.lotId,
    plate: values.plate,
    reason,
    reviewId,
    actor,
  });
  const shares = [{ partId, amountFen: -amountFen }];
  const { id: refundId } = refund;
  await moveMoney(tx, wallet.id, { kind: 'refund', shares, lotId: values.lotId, refundId, note: reason, actor });
  // A provider is asked once this is committed, and reports later.
  if (providerOf(channel)) emitRefund(tx, refundStarted, refund, values, { refundOf: line.from.paymentNo });
  else await completeRefund(tx, walletPurchases.locked(wallet, values), refund);
}

/** Refunds the money of a wallet once it is approved. */
export const askWalletRefund = reviewedAct<WalletRefund>(
  walletReviews.refund.name,
  async (tx, { walletId, amountFen, way }, approval) => {
    const wallet = await lockWallet(tx, walletId);
    if (!wallet) throw new Error(`the refunded wallet ${walletId} is gone`);
    const { lines, forfeited } = await requirePlan(tx, walletId, amountFen);
    for (const line of lines) await refundLine(tx, wallet, line, way, approval);
    if (forfeited.length === 0) return;
    const shares = forfeited.map((one) => ({ ...one, amountFen: -one.amountFen }));
    const actor = { id: approval.requestedById, name: approval.requestedBy };
    await takeGifts(tx, wallet, { kind: 'gift-forfeited', shares, note: approval.reason, actor });
  },
);

const yuan = (fen: number) => ({ zh: `¥${formatYuan(fen)}`, en: `¥${formatYuan(fen)}` });

/** What approvers of a refund see. */
function changesOf(wallet: WalletRow, { lines, forfeited }: WalletRefundPlan, given: WalletRefund): Change[] {
  const forfeitedFen = forfeited.reduce((sum, one) => sum + one.amountFen, 0);
  const channels = [...new Set(lines.map((one) => one.from.channel))];
  const { amountFen, way } = given;
  return [
    {
      label: { zh: '余额', en: 'Balance' },
      before: yuan(wallet.balanceFen),
      after: yuan(wallet.balanceFen - amountFen - forfeitedFen),
    },
    { label: { zh: '收回赠送', en: 'Gifts forfeited' }, before: yuan(0), after: yuan(forfeitedFen) },
    {
      label: { zh: '支付与退款方式', en: 'Paid and paid back by' },
      before: {
        zh: channels.map((one) => PayChannel[one].zh).join('、'),
        en: channels.map((one) => PayChannel[one].en).join(', '),
      },
      after: RefundWay[way],
    },
  ];
}

/** Requests a refund of a wallet. */
export async function requestRefund(
  tx: TenantTx,
  given: WalletRefund & { readonly refundableFen: number; readonly reason: string },
): Promise<{ wallet: WalletRow; asked: Asked }> {
  const { walletId, amountFen, way, reason, refundableFen } = given;
  const wallet = await requireWallet(tx, walletId, null);
  const plan = await requirePlan(tx, walletId, amountFen);
  const paidFen = paidFenOf(await findParts(tx, walletId));
  if (paidFen !== refundableFen) throw new Refusal(walletRefundRefusal.changed, { left: formatYuan(paidFen) });
  const asked = await askWalletRefund(tx, {
    lotIds: [wallet.lotId],
    subjectKind: 'wallet',
    subjectId: wallet.id,
    subject: `${wallet.mobile} ${wallet.holderName}`,
    summary: {
      zh: `钱包退款 ${yuan(amountFen).zh} ${wallet.mobile}`,
      en: `Refund ${yuan(amountFen).en} of the wallet ${wallet.mobile}`,
    },
    changes: changesOf(wallet, plan, given),
    amountFen,
    counting: 'added',
    reason,
    payload: { walletId, amountFen, way },
  });
  return { wallet, asked };
}
