import type { TenantTx } from '@boyun/kernel/server';
import type { BilledChannel, SourceKind } from './bill-source.contract.ts';

/** A source of bills. */
export interface BillSource {
  readonly id: string;
  readonly kind: SourceKind;
  readonly name: string;
  /** Null for a bank. */
  readonly channel: BilledChannel | null;
  readonly merchantNo: string;
  readonly isEnabled: boolean;
  readonly hasBankSide: boolean;
  readonly settleWords: string | null;
  readonly numberColumn: string | null;
  readonly tradeColumn: string | null;
  readonly amountColumn: string | null;
  readonly outColumn: string | null;
  readonly feeColumn: string | null;
  readonly dateColumn: string | null;
  readonly timeColumn: string | null;
  readonly kindColumn: string | null;
  readonly refundWords: string | null;
  readonly counterpartyColumn: string | null;
  readonly memoColumn: string | null;
  /** The lots of an acquirer; none for all that no other names. */
  readonly lotIds: readonly string[];
}

const COLUMNS = `id, kind, name, channel, merchant_no, is_enabled, has_bank_side, settle_words, number_column, trade_column, amount_column,
  out_column, fee_column, date_column, time_column, kind_column, refund_words, counterparty_column, memo_column, lot_ids`;

/** Returns a source; null where there is none. */
export async function findSource(tx: TenantTx, id: string): Promise<BillSource | null> {
  const [row] = await tx.query<BillSource>(`select ${COLUMNS} from bill_source where tenant_id = $1 and id = $2`, [
    tx.tenantId,
    id,
  ]);
  return row ?? null;
}

/** Returns the sources in use of some kinds. */
export function findSources(tx: TenantTx, kinds: readonly SourceKind[]): Promise<BillSource[]> {
  return tx.query<BillSource>(
    `select ${COLUMNS} from bill_source where tenant_id = $1 and kind = any($2) and is_enabled order by channel, merchant_no`,
    [tx.tenantId, kinds],
  );
}

/** The merchant of a configured channel as sources name it: with its sub-merchant behind a slash. */
const MERCHANT = `coalesce(merchant_no, '') || coalesce('/' || sub_merchant_no, '')`;

/** Words that banks write for the settlements of channels. */
const SETTLE_WORDS = `case channel when 'wechat' then '财付通 微信' when 'alipay' then '支付宝' when 'unionpay' then '银联'
  when 'sandbox' then '模拟支付' end`;

/**
 * Adds the sources of payment channels that are in use, or were, and have none: one for each channel and merchant, and that of the sandbox
 * where a trial uses it.
 */
export async function addProviderSources(tx: TenantTx): Promise<void> {
  const wanted = await tx.query<{ channel: string; merchantNo: string; settleWords: string | null }>(
    `select distinct channel, merchant as "merchantNo", ${SETTLE_WORDS} as "settleWords" from (
       select channel, ${MERCHANT} as merchant from pay_channel_fact p
       where tenant_id = $1 and channel in ('wechat', 'alipay', 'unionpay') and merchant_no is not null and (is_enabled
         or exists (select from channel_money_fact m where m.tenant_id = $1 and m.pay_channel_id = p.id))
       union all
       select 'sandbox', '' from tenant t where t.id = $1 and t.is_trial) c
     where not exists (select from bill_source s where s.tenant_id = $1 and s.kind = 'provider' and s.channel = c.channel
       and s.merchant_no = c.merchant)`,
    [tx.tenantId],
  );
  for (const { channel, merchantNo, settleWords } of wanted)
    await tx.query(
      `insert into bill_source (tenant_id, id, created_at, updated_at, kind, name, channel, merchant_no, is_enabled, has_bank_side,
         settle_words)
       values ($1, $2, $3, $3, 'provider', $4, $5, $6, true, false, $7)
       on conflict (tenant_id, kind, channel, merchant_no) do nothing`,
      [tx.tenantId, tx.newId(), tx.now, nameOf(channel, merchantNo), channel, merchantNo, settleWords],
    );
}

const NAMES: Readonly<Record<string, string>> = {
  wechat: '微信支付',
  alipay: '支付宝',
  unionpay: '银联',
  sandbox: '模拟支付',
};
const nameOf = (channel: string, merchantNo: string) => `${NAMES[channel] ?? channel} ${merchantNo}`.trim();

/** Returns the configured channels of a source: those of its merchant. The newest enabled one comes first: bills are fetched by it. */
export function findPayChannels(tx: TenantTx, { channel, merchantNo }: Pick<BillSource, 'channel' | 'merchantNo'>) {
  return tx.query<{ id: string; createdAt: Date }>(
    `select id, created_at from pay_channel_fact where tenant_id = $1 and channel = $2 and ${MERCHANT} = $3
     order by is_enabled desc, created_at desc, id`,
    [tx.tenantId, channel, merchantNo],
  );
}
