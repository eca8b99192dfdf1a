import { type Kernel, type Sweep, sweepTenants } from '@boyun/kernel/server';
import { lockWallet } from './wallet.service.ts';

/** Takes gifts that have ended out of wallets. Safe to run twice: a gift that was taken out is not found again. */
export const giftExpiry: Sweep = {
  name: 'wallet-gift-expiry',
  everySeconds: 300,
  async run(kernel: Kernel) {
    const sql = `select distinct tenant_id, wallet_id from wallet_part where left_fen > 0 and ends_at <= $1 limit 1000`;
    const values = [kernel.clock.now()];
    await sweepTenants<{ tenantId: number; walletId: string }>(kernel, { sql, values }, (tx, { walletId }) =>
      lockWallet(tx, walletId),
    );
  },
};
