import { randomInt } from 'node:crypto';
import { beijingText, channelDaySpan, type WechatBillRow, writeWechatBill } from '@boyun/domain/reconcile';
import { systemWho, type TenantTx } from '@boyun/kernel/server';
import type { Desk, ProviderBill } from '../provider/provider.service.ts';

/** Kinds of differences that the sandbox's bill of a day can have on purpose. */
export type PlantKind = 'missing' | 'unknown' | 'amount' | 'state' | 'fee' | 'day';

interface BilledTrade {
  readonly paymentNo: string;
  readonly tradeNo: string;
  readonly amountFen: number;
  readonly feeFen: number;
  readonly refundOf: string | null;
  readonly refundOfTrade: string | null;
  readonly at: Date;
  readonly kind: Exclude<PlantKind, 'unknown'> | null;
}

const spanOf = (day: string) => {
  const { fromMs, toMs } = channelDaySpan('sandbox', day);
  return [new Date(fromMs), new Date(toMs)] as const;
};

/** The trades that the bill of a day lists. It charges what the tenant has configured for the channel. */
function findBilled(tx: TenantTx, day: string): Promise<BilledTrade[]> {
  const [from, to] = spanOf(day);
  return tx.query<BilledTrade>(
    `select t.payment_no, t.trade_no, t.amount_fen, t.refund_of, o.trade_no as "refundOfTrade", p.kind,
       coalesce((select m.channel_fee_fen from payment m where m.tenant_id = t.tenant_id and m.payment_no = t.payment_no), 0) as "feeFen",
       case when p.kind = 'day' then $2 else t.created_at end as at
     from sandbox_trade t
     left join sandbox_plant p on p.tenant_id = t.tenant_id and p.trade_id = t.id
     left join sandbox_trade o on o.tenant_id = t.tenant_id and o.payment_no = t.refund_of
     where t.tenant_id = $1 and (t.outcome = 'success' or p.kind = 'state') and p.kind is distinct from 'missing'
       and t.created_at >= $2::timestamptz - case when p.kind = 'day' then interval '1 day' else interval '0' end
       and t.created_at < $3::timestamptz - case when p.kind = 'day' then interval '1 day' else interval '0' end
     order by 8, t.id`,
    [tx.tenantId, from, to],
  );
}

/** The bill of a day of the sandbox, in the format of WeChat Pay; null for a day without trades. */
export async function sandboxBill({ kernel, tenantId }: Desk, day: string): Promise<ProviderBill | null> {
  const trades = await kernel.database.inTenant(systemWho(tenantId, 'sandbox'), (tx) => findBilled(tx, day), {
    isRead: true,
  });
  if (trades.length === 0) return null;
  const text = [...writeWechatBill(trades.map(rowOf))].join('');
  return { name: `sandbox-${day}.csv`, bytes: Buffer.from(text) };
}

const rowOf = ({
  paymentNo,
  tradeNo,
  amountFen,
  feeFen,
  refundOf,
  refundOfTrade,
  at,
  kind,
}: BilledTrade): WechatBillRow => ({
  number: paymentNo,
  tradeNo,
  // A yuan less, or more where there is not that much.
  amountFen: kind === 'amount' ? amountFen + (amountFen > 100 ? -100 : 100) : amountFen,
  feeFen: kind === 'fee' ? feeFen + 2 : feeFen,
  atMs: at.getTime(),
  refundOf: refundOf === null ? null : { number: refundOf, tradeNo: refundOfTrade ?? '' },
  app: 'sandbox',
  merchant: 'sandbox',
  kind: 'NATIVE',
});

/** Gives the sandbox's bill of a day differences, one of each kind that the trades of the day allow. Returns the kinds that it has now. */
export async function plantDifferences(tx: TenantTx, day: string, kinds: readonly PlantKind[]): Promise<PlantKind[]> {
  const planted: PlantKind[] = [];
  for (const kind of kinds)
    if (kind === 'unknown' ? await addUnknown(tx, day) : await plantOn(tx, day, kind)) planted.push(kind);
  return planted;
}

async function plantOn(tx: TenantTx, day: string, kind: Exclude<PlantKind, 'unknown'>): Promise<boolean> {
  const [from, to] = spanOf(day);
  const planted = await tx.query(
    `insert into sandbox_plant (tenant_id, trade_id, kind)
     select t.tenant_id, t.id, $4 from sandbox_trade t
     where t.tenant_id = $1 and t.created_at >= $2 and t.created_at < $3 and t.amount_fen > 0
       and t.outcome = case when $4 = 'state' then 'fail' else 'success' end
       and exists (select from payment p where p.tenant_id = t.tenant_id and p.payment_no = t.payment_no
         and (p.state = 'succeeded') = ($4 <> 'state') and p.state <> 'paying')
       and not exists (select from sandbox_plant p where p.tenant_id = t.tenant_id and p.trade_id = t.id)
     order by case when $4 = 'day' then t.created_at end desc, md5(t.id::text) limit 1
     returning trade_id`,
    [tx.tenantId, from, to, kind],
  );
  return planted.length > 0;
}

/** A payment in the sandbox's books that nobody here has heard of. */
async function addUnknown(tx: TenantTx, day: string): Promise<boolean> {
  const [from] = spanOf(day);
  const at = new Date(from.getTime() + randomInt(8 * 3600, 22 * 3600) * 1000);
  const stamp = beijingText(at.getTime()).replaceAll(/\D/g, '');
  await tx.query(
    `insert into sandbox_trade (tenant_id, id, trade_no, payment_no, amount_fen, outcome, created_at)
     values ($1, $2, $3, $4, $5, 'success', $6)`,
    [
      tx.tenantId,
      tx.newId(),
      `SB${stamp}${randomInt(1e5, 1e6)}`,
      `X${stamp}${randomInt(1e5, 1e6)}`,
      randomInt(3, 30) * 100,
      at,
    ],
  );
  return true;
}
