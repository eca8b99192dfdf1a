import type { GiftRule, OnRefund } from '@boyun/domain/wallet';
import type { TenantTx } from '@boyun/kernel/server';

/** A rule as a top-up needs it. */
export interface OpenRule extends GiftRule {
  readonly name: string;
  readonly validDays: number;
  readonly onRefund: OnRefund;
}

/** Returns the enabled rules that a wallet may still benefit from. The wallet is locked by the caller where a top-up begins. */
export function findOpenRules(tx: TenantTx, walletId: string): Promise<OpenRule[]> {
  return tx.query<OpenRule>(
    `select id, name, minimum_fen, gift_fen, valid_days, on_refund, lot_ids, valid_from, valid_until from gift_rule r
     where tenant_id = $1 and status = 2 and (per_wallet is null or per_wallet > (
       select count(*) from wallet_top_up t where t.tenant_id = r.tenant_id and t.gift_rule_id = r.id and t.wallet_id = $2
         and t.state in ('paying', 'succeeded')))
     order by id`,
    [tx.tenantId, walletId],
  );
}

/** Returns how often rules gave, and how much in fen. */
export function sumGiven(
  tx: TenantTx,
  ruleIds: readonly string[],
): Promise<{ id: string; givenCount: number; givenFen: number }[]> {
  return tx.query(
    `select gift_rule_id as id, count(*)::int as "givenCount", sum(gift_fen)::bigint as "givenFen" from wallet_top_up
     where tenant_id = $1 and gift_rule_id = any($2::uuid[]) and state = 'succeeded' group by 1`,
    [tx.tenantId, ruleIds],
  );
}
