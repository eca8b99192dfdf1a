import { type ReminderKind, sql } from '@boyun/kernel/server';
import { availableOf, lockMerchant, reservedOf } from './merchant.queries.ts';
import { topUpMerchant } from './merchant-act.contract.ts';
import { merchantCreditLow } from './merchant-event.contract.ts';

/** Tells once that a merchant is short of credit, and again when it was topped up and is short anew. */
export const lowCreditReminder: ReminderKind = {
  name: 'merchant-credit',
  title: { zh: '商家额度不足', en: 'Merchants short of credit' },
  hint: {
    zh: '商家可用额度低于其设置的提醒金额时提醒一次；充值后再次不足时重新提醒',
    en: 'Once when the credit available to a merchant falls below the amount set for it, and again after a top-up',
  },
  event: merchantCreditLow,
  lead: { zh: '额度不足时', en: 'When credit is short' },
  repeat: null,
  isActive: true,
  owner: 'never',
  staff: { access: topUpMerchant.access, isByDefault: true },
  due: (now) => sql`
    select m.tenant_id, m.id::text as subject, null::timestamptz as occasion, null::timestamptz as due_at
    from merchant m
    where m.low_credit_fen is not null and m.status = 2
      and m.low_credit_fen > m.balance_fen + coalesce(m.limit_fen, 0) - (
        select coalesce(sum(g.reserve_fen), 0) from merchant_grant g
        where g.tenant_id = m.tenant_id and g.merchant_id = m.id and g.state = 'granted' and g.valid_until > ${now})`,
  async tell(tx, merchantId) {
    const row = await lockMerchant(tx, merchantId);
    if (row?.lowCreditFen == null) return false;
    const availableFen = availableOf(row, (await reservedOf(tx, [merchantId])).get(merchantId) ?? 0);
    if (availableFen >= row.lowCreditFen) return false;
    const lotId = row.lotIds.length === 1 ? row.lotIds[0]! : null;
    tx.emit(merchantCreditLow, { lotId, subjectId: merchantId, data: { name: row.name, availableFen } });
    return true;
  },
};
