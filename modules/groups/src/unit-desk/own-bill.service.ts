import { notFound, type TenantTx } from '@boyun/kernel/server';
import { requireOwnUnit } from '../unit/unit.queries.ts';
import { deskBillList } from './unit-desk.contract.ts';

/** A bill of the unit of the caller's account; those of others are unknown. */
export async function requireOwnBill(tx: TenantTx, id: string): Promise<{ billNo: string; unitId: string }> {
  const { id: unitId } = await requireOwnUnit(tx);
  const [bill] = await tx.query<{ billNo: string }>(
    'select bill_no from unit_bill where tenant_id = $1 and id = $2 and unit_id = $3',
    [tx.tenantId, id, unitId],
  );
  if (!bill) throw notFound(tx.who, deskBillList.title);
  return { billNo: bill.billNo, unitId };
}
