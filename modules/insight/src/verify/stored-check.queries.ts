import type { Label } from '@boyun/kernel/contract';
import { type Check, sqlCheck } from './check.service.ts';

/** A kind of store: its name in movements, bills and the ledger, the column that names one, the channel that pays from it. */
interface StoreKind {
  readonly kind: 'card' | 'wallet';
  readonly name: string;
  readonly channel: string;
  readonly each: Label;
  readonly holders: Label;
}

const CARD: StoreKind = {
  kind: 'card',
  name: 'card_no',
  channel: 'card',
  each: { zh: '每张卡', en: 'Each card' },
  holders: { zh: '应付持卡人余额 = 全部卡余额', en: 'liability to card holders = all card balances' },
};
const WALLET: StoreKind = {
  kind: 'wallet',
  name: 'mobile',
  channel: 'balance',
  each: { zh: '每个钱包', en: 'Each wallet' },
  holders: { zh: '应付客户余额 = 全部钱包余额', en: 'liability to customers = all wallet balances' },
};

/** Each card or wallet adds up: its balance, its movements, its payments and the ledger. */
const moneyOf = ({ kind, name, channel, each }: StoreKind): Check =>
  sqlCheck({
    key: `${kind}-money`,
    by: 'now',
    zh: `${each.zh}：余额 = 流水之和 = 最后一笔流水后的余额 = 总账余额（扣除未付充值与退款中金额），充值、扣费、退款与支付流水一致`,
    en: `${each.en}: balance = sum of its movements = balance after the last = ledger (less unpaid top-ups and pending refunds); top-ups, parking and refunds as the payments say`,
    counted: `select count(*) from ${kind}_fact where tenant_id = $1`,
    broken: `
      with entry as (
        select * from stored_entry_fact where tenant_id = $1 and store_kind = '${kind}'
      ), told as (
        select store_id, sum(amount_fen) as sum_fen, (array_agg(balance_fen order by number desc))[1] as last_fen,
          coalesce(sum(amount_fen) filter (where kind in ('recharge', 'top-up')), 0) as topped_up,
          coalesce(-sum(amount_fen) filter (where kind in ('payment', 'payment-back')), 0) as paid,
          coalesce(-sum(amount_fen) filter (where kind in ('refund', 'refund-failed')), 0) as refunded
        from entry group by 1
      ), moved as (
        select store_id, coalesce(sum(fen) filter (where kind = 'in'), 0) as topped_up,
          coalesce(sum(fen) filter (where kind = 'used'), 0) as paid, coalesce(sum(fen) filter (where kind in ('back', 'pending')), 0) as refunded,
          coalesce(sum(fen) filter (where kind = 'pending'), 0) as pending
        from (
          select b.subject_id as store_id, 'in' as kind, p.amount_fen - p.excess_fen as fen from bill_fact b
            join payment_fact p on p.tenant_id = $1 and p.bill_id = b.id and p.state = 'succeeded' where b.tenant_id = $1 and b.kind = '${kind}'
          -- A refund names the bill of the top-up, which may be that of the card before a replacement.
          union all select coalesce(e.store_id, b.subject_id), case r.state when 'paying' then 'pending' else 'back' end,
              r.amount_fen - r.excess_fen
            from bill_fact b
            join refund_fact r on r.tenant_id = $1 and r.bill_id = b.id and r.state in ('paying', 'succeeded')
            left join entry e on e.refund_id = r.id and e.kind = 'refund' where b.tenant_id = $1 and b.kind = '${kind}'
          union all select source_id, 'used', amount_fen from money_fact
            where tenant_id = $1 and channel = '${channel}' and state = 'succeeded') of_stores group by 1
      ), unpaid as (
        select subject_id as store_id, sum(due_fen) as fen from bill_fact where tenant_id = $1 and kind = '${kind}' group by 1
      ), owed as (
        select party, -sum(amount_fen) as fen from ledger_entry_fact where tenant_id = $1 and account = '${kind}' group by 1
      )
      select s.id as "${kind}Id", s.${name}, s.balance_fen, coalesce(t.sum_fen, 0) as "sumFen", coalesce(t.last_fen, 0) as "lastFen",
        coalesce(t.topped_up, 0) as "toppedUpFen", coalesce(m.topped_up, 0) as "takenFen", coalesce(t.paid, 0) as "paidFen",
        coalesce(m.paid, 0) as "paymentsFen", coalesce(t.refunded, 0) as "refundedFen", coalesce(m.refunded, 0) as "refundsFen",
        coalesce(m.pending, 0) as "pendingFen", coalesce(u.fen, 0) as "unpaidFen", coalesce(o.fen, 0) as "owedFen"
      from ${kind}_fact s left join told t on t.store_id = s.id left join moved m on m.store_id = s.id
      left join unpaid u on u.store_id = s.id left join owed o on o.party = s.id::text
      where s.tenant_id = $1 and (s.balance_fen <> coalesce(t.sum_fen, 0) or s.balance_fen <> coalesce(t.last_fen, 0)
        or coalesce(t.topped_up, 0) <> coalesce(m.topped_up, 0) or coalesce(t.paid, 0) <> coalesce(m.paid, 0)
        or coalesce(t.refunded, 0) <> coalesce(m.refunded, 0)
        or s.balance_fen + coalesce(u.fen, 0) + coalesce(m.pending, 0) <> coalesce(o.fen, 0))`,
  });

/** The ledger's liability for all cards or wallets equals their balances, unpaid top-ups and pending refunds. */
const ledgerOf = ({ kind, holders }: StoreKind): Check =>
  sqlCheck({
    key: `${kind}-ledger`,
    by: 'ledger-sum',
    zh: `总账：${holders.zh} + 未付充值 + 退款中金额`,
    en: `Ledger: ${holders.en} + unpaid top-ups + pending refunds`,
    counted: `select count(*) from ${kind}_fact where tenant_id = $1`,
    figure: `select 'owedFen' as key, coalesce(-sum(amount_fen), 0) as value from ledger_entry_fact
      where tenant_id = $1 and id >= $2 and id < $3 and account = '${kind}'`,
    broken: `
      select * from (
        select (select coalesce(sum(balance_fen), 0) from ${kind}_fact where tenant_id = $1) as "balancesFen",
          (select coalesce(sum(due_fen), 0) from bill_fact where tenant_id = $1 and kind = '${kind}') as "unpaidFen",
          (select coalesce(sum(r.amount_fen - r.excess_fen), 0) from refund_fact r join bill_fact b on b.tenant_id = $1 and b.id = r.bill_id
            and b.kind = '${kind}' where r.tenant_id = $1 and r.state = 'paying') as "pendingFen",
          coalesce(($3::jsonb->>'owedFen')::bigint, 0) + (select coalesce(-sum(amount_fen), 0) from ledger_entry_fact
           where tenant_id = $1 and id >= $2 and account = '${kind}') as "owedFen") both_sides
      where "balancesFen" + "unpaidFen" + "pendingFen" <> "owedFen"`,
  });

/** The parts of each wallet are its money, and each part is what its movements left of it. */
const walletParts = sqlCheck({
  key: 'wallet-parts',
  by: 'now',
  zh: '每个钱包：余额 = 各部分剩余之和；每部分剩余 = 其流水之和',
  en: 'Each wallet: balance = what is left of its parts; each part = its movements',
  counted: 'select count(*) from wallet_fact where tenant_id = $1',
  broken: `
    select w.id as "walletId", w.mobile, w.balance_fen, coalesce(p.left_fen, 0) as "partsFen", coalesce(p.odd_parts, 0) as "oddParts"
    from wallet_fact w left join (
      select wallet_id, sum(left_fen) as left_fen, count(*) filter (where left_fen <> coalesce(moved.fen, 0)) as odd_parts
      from wallet_part_fact p left join (
        select part_id, sum(amount_fen) as fen from wallet_entry_part_fact where tenant_id = $1 group by 1) moved on moved.part_id = p.id
      where p.tenant_id = $1 group by 1) p on p.wallet_id = w.id
    where w.tenant_id = $1 and (w.balance_fen <> coalesce(p.left_fen, 0) or coalesce(p.odd_parts, 0) > 0)`,
});

/** Equations of money that was paid in advance. */
export const storedMoney: readonly Check[] = [
  moneyOf(CARD),
  ledgerOf(CARD),
  moneyOf(WALLET),
  walletParts,
  ledgerOf(WALLET),
];
