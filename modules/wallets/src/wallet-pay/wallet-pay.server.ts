import { normalizePlate } from '@boyun/domain/plate';
import { handle, notFound } from '@boyun/kernel/server';
import { requireOrder } from '@boyun/orders/server';
import { requireUnclaimed } from '@boyun/payments/server';
import type { WalletState } from '../wallet/wallet.contract.ts';
import { lockWallet, requireAct } from '../wallet/wallet.service.ts';
import { findWallet, payByWallet } from './wallet-pay.contract.ts';
import { payFromWallet } from './wallet-pay.service.ts';

interface Found {
  readonly id: string;
  readonly mobile: string;
  readonly holderName: string;
  readonly state: WalletState;
  readonly balanceFen: number;
}

/** Paying fees from wallets where money is taken. */
export const walletPayServers = [
  handle(findWallet, async (tx, { plate, mobile }) => ({
    wallets: await tx.query<Found>(
      `select w.id, w.mobile, w.holder_name, w.state, w.balance_fen - coalesce((select sum(p.left_fen) from wallet_part p
         where p.tenant_id = w.tenant_id and p.wallet_id = w.id and p.ends_at <= $4), 0)::bigint as "balanceFen"
       from wallet w where w.tenant_id = $1 and w.id in (
         select b.wallet_id from wallet_plate b where b.tenant_id = $1 and b.plate = $2
         union all select m.id from wallet m where m.tenant_id = $1 and m.mobile = $3)`,
      [tx.tenantId, plate === null ? null : normalizePlate(plate), mobile, tx.now],
    ),
  })),
  handle(payByWallet, async (tx, { orderId, walletId, amountFen, isDespiteClaim }, act) => {
    const order = await requireOrder(tx, orderId);
    await requireUnclaimed(tx, order.id, isDespiteClaim);
    const wallet = await lockWallet(tx, walletId);
    if (!wallet) throw notFound(tx.who, { zh: '钱包', en: 'Wallet' });
    requireAct(tx, wallet, 'pay');
    const { payment, balanceFen } = await payFromWallet(tx, wallet, order, amountFen);
    const { paymentNo } = payment;
    act.describe({
      subjectKind: 'order',
      subjectId: orderId,
      subject: `${order.orderNo} ${order.plate}`,
      after: { amountFen, wallet: wallet.mobile, paymentNo },
    });
    return { paymentNo, balanceFen };
  }),
];
