import type { TenantTx } from '@boyun/kernel/server';
import type { TakeMethod } from '@boyun/money/contract';
import { findOpen, findPurchase, PURCHASE_PATH, purchasesOf, takesPhonePayments } from '@boyun/money/server';
import { mayListTenantBills } from '@boyun/tenancy/contract';
import { lockTenantBill, settleBill, type TenantBill, type TenantBillTill } from '@boyun/tenancy/server';
import { platformBillPurpose } from './platform-bill-purpose.contract.ts';

const { kind } = platformBillPurpose;

/** What a purchase keeps of its bill. */
interface Kept {
  readonly note: string | null;
}

/** Bills of tenants, paid once each; the platform earns what it receives. */
export const platformBills = purchasesOf<TenantBill, Kept>({
  kind,
  takenBy: mayListTenantBills,
  credit: () => ({ account: 'revenue', party: kind }),
  lock: lockTenantBill,
  isPossible: async (_tx, bill) => bill.state === 'open',
  async paid(tx, bill, { payload, actorName }) {
    await settleBill(tx, bill, { outcome: 'paid', by: actorName, note: payload.note });
    return null;
  },
});

function take(tx: TenantTx, bill: TenantBill, method: TakeMethod, { note, by }: Kept & { readonly by: string }) {
  const { id: subjectId, debtorName, month, amountFen } = bill;
  const words = {
    title: { zh: `平台服务费 ${month}`, en: `Service fee of ${month}` },
    lines: [{ label: { zh: '付款方', en: 'Payer' }, text: { zh: debtorName, en: debtorName } }],
  };
  const actor = { id: tx.who.userId, name: by };
  return platformBills.take(tx, bill, {
    subjectId,
    lotId: null,
    plate: '',
    amountFen,
    method,
    words,
    payload: { note },
    actor,
  });
}

/** Takes the money of bills of tenants over the common bills. */
export const platformTill: TenantBillTill = {
  async takeByHand(tx, bill, { method, note }) {
    await take(tx, bill, method, { note, by: tx.who.name });
  },
  async payByPhone(tx, bill, by) {
    if (!(await takesPhonePayments(tx, null))) return null;
    const waiting = (await findOpen(tx, kind, bill.id)).find((one) => one.code && one.validUntil > tx.now);
    const { code, validUntil } =
      waiting ?? (await findPurchase(tx, 'id', (await take(tx, bill, 'phone', { note: null, by })).purchaseId))!;
    return { path: `${PURCHASE_PATH}/${code}`, validUntil };
  },
};
