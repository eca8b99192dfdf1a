import { maskPlateRows, type PlateMask, type TenantTx } from '@boyun/kernel/server';
import type { Scene } from '../channel/channel.contract.ts';

/** Payments and refunds of a subject, or of one of its bills, oldest first; refunds are below zero. Payments that took its bill along are among them. */
export function findMoneyOf(tx: TenantTx, kind: string, subjectId: string, number: number | null = null) {
  return tx.query<{
    id: string;
    paymentNo: string;
    channel: string;
    /** Null for a refund. */
    scene: Scene | null;
    state: string;
    amountFen: number;
    excessFen: number;
    actorName: string | null;
    createdAt: Date;
    paidAt: Date | null;
  }>(
    `with own as (select id from bill where tenant_id = $1 and kind = $2 and subject_id = $3 and ($4::int is null or number = $4))
     select id, number as "paymentNo", channel, scene, state, amount_fen, excess_fen,
       actor_name, created_at, paid_at
     from money_fact where tenant_id = $1 and id in (
       select a.payment_id from own join allocation a on a.tenant_id = $1 and a.bill_id = own.id
       union all select r.id from own join refund r on r.tenant_id = $1 and r.bill_id = own.id) order by id`,
    [tx.tenantId, kind, subjectId, number],
  );
}

/** Masks the plates of the bills of subjects, and of the money they brought. Returns the masks by the ids of payments and refunds. */
export async function maskPlates(tx: TenantTx, kind: string, subjects: readonly PlateMask[]): Promise<PlateMask[]> {
  // The kind leads to the index of a bill's subject.
  const bills = await tx.query<PlateMask>(
    `update bill t set plate = r.mask from unnest($2::uuid[], $3::text[], $4::text[]) as r(id, plate, mask)
     where t.tenant_id = $1 and t.kind = $5 and t.subject_id = r.id returning t.id, r.plate, r.mask`,
    [
      tx.tenantId,
      subjects.map((one) => one.id),
      subjects.map((one) => one.plate),
      subjects.map((one) => one.mask),
      kind,
    ],
  );
  return [
    ...(await maskPlateRows(tx, { table: 'payment', idColumn: 'bill_id' }, bills)),
    ...(await maskPlateRows(tx, { table: 'refund', idColumn: 'bill_id' }, bills)),
  ];
}
