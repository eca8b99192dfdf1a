import { singleSlot } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { TenantBillMethod } from './tenant-bill.contract.ts';

/** A bill of a tenant, as the platform keeps it. */
export interface TenantBill {
  readonly id: string;
  readonly debtorId: number;
  readonly debtorName: string;
  readonly month: string;
  readonly amountFen: number;
  readonly state: 'open' | 'paid' | 'waived';
}

/** Where a phone pays a bill, and until when. */
export interface TenantBillPage {
  readonly path: string;
  readonly validUntil: Date;
}

/** Takes the money of bills, in a transaction of the platform that has locked the bill. */
export interface TenantBillTill {
  /** Books money that was handed over; settles the bill. */
  takeByHand(tx: TenantTx, bill: TenantBill, by: { method: TenantBillMethod; note: string | null }): Promise<void>;
  /** Begins a payment by phone, or returns to the one that waits; null where the platform takes none. */
  payByPhone(tx: TenantTx, bill: TenantBill, by: string): Promise<TenantBillPage | null>;
}

/** How money of bills is taken. */
export const tenantBillTill = singleSlot<TenantBillTill>('tenancy.tenant-bill-till');

const COLUMNS = 'id, debtor_id, debtor_name, month, amount_fen, state';

/** Locks a bill in a transaction of the platform; null where there is none. */
export async function lockTenantBill(tx: TenantTx, id: string): Promise<TenantBill | null> {
  const [row] = await tx.query<TenantBill>(
    `select ${COLUMNS} from tenant_bill where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** Locks the bill of a tenant for a month in a transaction of the platform; null where there is none. */
export async function lockBillOf(tx: TenantTx, debtorId: number, month: string): Promise<TenantBill | null> {
  const [row] = await tx.query<TenantBill>(
    `select ${COLUMNS} from tenant_bill where tenant_id = $1 and debtor_id = $2 and month = $3 for update`,
    [tx.tenantId, debtorId, month],
  );
  return row ?? null;
}

/** Settles a locked bill in a transaction of the platform. */
export async function settleBill(
  tx: TenantTx,
  { id }: TenantBill,
  { outcome, by, note }: { outcome: 'paid' | 'waived'; by: string; note: string | null },
): Promise<void> {
  await tx.query(
    `update tenant_bill set state = $3, settled_at = $4, settled_by = $5, note = $6 where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, outcome, tx.now, by, note],
  );
}
