import type { TenantTx } from '@boyun/kernel/server';
import { type BillValues, billKind, type LockedSubject } from './bill-kind.service.ts';

/** A bill as payments need it. */
export interface Bill {
  readonly id: string;
  readonly dueFen: number;
}

/**
 * Opens a bill or sets its amounts, and books the difference: receivable against revenue (or what the kind credits), and
 * reductions as promotion. One statement, so that a caller may defer it; the caller has locked the subject, or has just made it.
 */
export async function setBill(tx: TenantTx, values: BillValues): Promise<Bill> {
  const { kind, subjectId, number, lotId, plate, grossFen, reducedFen } = values;
  const credit = billKind(tx, kind).credit(subjectId);
  const [bill] = await tx.query<Bill>(
    `with old as (
       select gross_fen, reduced_fen, refunded_fen from bill
       where tenant_id = $1 and kind = $3 and subject_id = $4 and number = $5
     ), wanted as (
       select $8::bigint + greatest(0, coalesce((select refunded_fen - $17::bigint from old), 0)) as gross_fen
     ), written as (
       insert into bill (tenant_id, id, kind, subject_id, number, lot_id, plate, gross_fen, reduced_fen, created_at, updated_at)
       select $1, $2, $3, $4, $5, $6, $7, gross_fen, $9, $10, $10 from wanted
       on conflict (tenant_id, kind, subject_id, number) do update
         set lot_id = excluded.lot_id, plate = excluded.plate, gross_fen = excluded.gross_fen,
           reduced_fen = excluded.reduced_fen, updated_at = excluded.updated_at
       returning id, due_fen
     ), change as (
       select w.id, (select gross_fen from wanted) - coalesce((select gross_fen from old), 0) as gross,
         $9::bigint - coalesce((select reduced_fen from old), 0) as reduced from written w
     ), booked as (
       insert into ledger_entry (tenant_id, id, transaction_id, at, account, party, amount_fen, lot_id, bill_id)
       select $1, e.id, $11, $10, e.account, e.party, e.amount, $6, c.id
       from change c cross join lateral (values ($12::uuid, 'receivable', '', c.gross - c.reduced),
         ($13::uuid, $15::text, $16::text, -c.gross), ($14::uuid, 'promotion', 'operator', c.reduced)) as e(id, account, party, amount)
       where e.amount <> 0
     )
     select id, due_fen from written`,
    [
      tx.tenantId,
      tx.newId(),
      kind,
      subjectId,
      number,
      lotId,
      plate,
      grossFen,
      reducedFen,
      tx.now,
      tx.newId(),
      tx.newId(),
      tx.newId(),
      tx.newId(),
      credit.account,
      credit.party,
      values.countedRefundFen ?? null,
    ],
  );
  return bill!;
}

/** The number of the next bill of a subject. The subject is locked by the caller. */
export async function nextBillNumber(tx: TenantTx, kind: string, subjectId: string): Promise<number> {
  const [row] = await tx.query<{ number: number }>(
    `select coalesce(max(number), 0)::int + 1 as number from bill where tenant_id = $1 and kind = $2 and subject_id = $3`,
    [tx.tenantId, kind, subjectId],
  );
  return row!.number;
}

/**
 * Returns whether a payment of a subject is under way. A payment whose lock has expired remains under way until the provider
 * has been queried: its notice may still arrive, and a second payment would then be a double payment.
 */
export async function isBeingPaid(tx: TenantTx, kind: string, subjectId: string): Promise<boolean> {
  const [row] = await tx.query<{ isBeingPaid: boolean }>(
    `select exists (select from bill b
       join allocation a on a.tenant_id = b.tenant_id and a.bill_id = b.id
       join payment p on p.tenant_id = a.tenant_id and p.id = a.payment_id and p.state = 'paying'
       where b.tenant_id = $1 and b.kind = $2 and b.subject_id = $3) as "isBeingPaid"`,
    [tx.tenantId, kind, subjectId],
  );
  return row!.isBeingPaid;
}

/** Lets the sweep query the provider about a payment of the subject at once, without waiting for its lock to expire. */
export function releaseBillLock(tx: TenantTx, kind: string, subjectId: string): void {
  tx.deferWrite(
    tx.query(
      `update bill set locked_until = null where tenant_id = $1 and kind = $2 and subject_id = $3 and locked_until is not null`,
      [tx.tenantId, kind, subjectId],
    ),
  );
}

/** Returns the amounts of a bill as last set; null where there is none. */
export async function findBill(
  tx: TenantTx,
  kind: string,
  subjectId: string,
  number: number,
): Promise<BillValues | null> {
  const [bill] = await tx.query<BillValues>(
    `select kind, subject_id, number, lot_id, plate, gross_fen,
       reduced_fen from bill where tenant_id = $1 and kind = $2 and subject_id = $3 and number = $4`,
    [tx.tenantId, kind, subjectId, number],
  );
  return bill ?? null;
}

/** Locks the subject of a bill, found by its id; null where either is gone. */
export async function lockBill(tx: TenantTx, billId: string): Promise<LockedSubject | null> {
  const [bill] = await tx.query<Pick<BillValues, 'kind' | 'subjectId' | 'number'>>(
    'select kind, subject_id, number from bill where tenant_id = $1 and id = $2',
    [tx.tenantId, billId],
  );
  return bill ? billKind(tx, bill.kind).lock(tx, bill.subjectId, bill.number) : null;
}
