import type { TenantTx } from '@boyun/kernel/server';

/** A proof of a driver: under way while `provenAt` is null. */
export interface ScanPass {
  readonly id: string;
  readonly at: Date;
  readonly plate: string | null;
  readonly mobile: string | null;
  readonly orderId: string | null;
  readonly paymentId: string | null;
  readonly isKnown: boolean;
  readonly codeHash: string | null;
  readonly tryCount: number;
  readonly provenAt: Date | null;
}

const COLUMNS = 'id, at, plate, mobile, order_id, payment_id, is_known, code_hash, try_count, proven_at';

/** Inserts a proof, or an attempt at one. */
export async function insertPass(
  tx: TenantTx,
  pass: Omit<ScanPass, 'at' | 'tryCount' | 'provenAt'> & { readonly address: string; readonly passCode: string | null },
): Promise<void> {
  await tx.query(
    `insert into invoice_pass (tenant_id, id, at, address, plate, mobile, order_id, payment_id, is_known, code_hash, pass_code, proven_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, case when $11::text is not null then $3::timestamptz end)`,
    [
      tx.tenantId,
      pass.id,
      tx.now,
      pass.address,
      pass.plate,
      pass.mobile,
      pass.orderId,
      pass.paymentId,
      pass.isKnown,
      pass.codeHash,
      pass.passCode,
    ],
  );
}

/** How often proofs were tried since a moment. */
export interface PassCount {
  readonly ofMobile: number;
  readonly ofAddress: number;
  /** From an address, or of a plate, that proved nothing. */
  readonly misses: number;
}

/** Counts the attempts at proofs since a moment: of a mobile, from an address, and those of an address or a plate that led to nothing. */
export async function countPasses(
  tx: TenantTx,
  { mobile, plate, address }: { mobile: string | null; plate: string | null; address: string },
  since: Date,
): Promise<PassCount> {
  const [row] = await tx.query<PassCount>(
    `select count(*) filter (where mobile = $3)::int as "ofMobile", count(*) filter (where address = $4)::int as "ofAddress",
       count(*) filter (where not is_known and (address = $4 or plate = $5))::int as misses
     from invoice_pass where tenant_id = $1 and at > $2 and (mobile = $3 or address = $4 or plate = $5)`,
    [tx.tenantId, since, mobile, address, plate],
  );
  return row!;
}

/** Returns a proof under way, locked. */
export async function lockPass(tx: TenantTx, id: string): Promise<ScanPass | null> {
  const [row] = await tx.query<ScanPass>(
    `select ${COLUMNS} from invoice_pass where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** Counts a wrong code. */
export async function countTry(tx: TenantTx, id: string): Promise<void> {
  await tx.query('update invoice_pass set try_count = try_count + 1 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    id,
  ]);
}

/** Gives a proof the code that opens what it proves. */
export async function openPass(tx: TenantTx, id: string, passCode: string): Promise<void> {
  await tx.query('update invoice_pass set proven_at = $3, pass_code = $4 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    id,
    tx.now,
    passCode,
  ]);
}

/** Returns a proof by the code that opens it, while it is valid. */
export async function findPass(tx: TenantTx, passCode: string, since: Date): Promise<ScanPass | null> {
  const [row] = await tx.query<ScanPass>(
    `select ${COLUMNS} from invoice_pass where tenant_id = $1 and pass_code = $2 and proven_at > $3`,
    [tx.tenantId, passCode, since],
  );
  return row ?? null;
}

/** Whether a wallet of a mobile is bound to a plate. */
export async function hasWallet(tx: TenantTx, plate: string, mobile: string): Promise<boolean> {
  const [row] = await tx.query(
    `select 1 as one from wallet_plate_fact p join wallet_fact w on w.tenant_id = p.tenant_id and w.id = p.wallet_id
     where p.tenant_id = $1 and p.plate = $2 and w.mobile = $3`,
    [tx.tenantId, plate, mobile],
  );
  return row !== undefined;
}

/** Returns a payment that settled a bill of a plate, by its number or that of the provider. */
export async function findPayment(tx: TenantTx, plate: string, number: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `select p.id from payment_fact p where p.tenant_id = $1 and p.payment_no = $3 and p.state = 'succeeded'
       and exists (select from allocation_fact a join bill_fact b on b.tenant_id = a.tenant_id and b.id = a.bill_id
         where a.tenant_id = p.tenant_id and a.payment_id = p.id and b.plate = $2)`,
    [tx.tenantId, plate, number],
  );
  return row?.id ?? null;
}

/** Returns the stays that a payment settled. */
export async function ordersOfPayment(tx: TenantTx, paymentId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select b.subject_id as id from allocation_fact a join bill_fact b on b.tenant_id = a.tenant_id and b.id = a.bill_id
     where a.tenant_id = $1 and a.payment_id = $2 and b.kind = 'stay' and a.applied_fen > 0`,
    [tx.tenantId, paymentId],
  );
  return rows.map((one) => one.id);
}
