import type { TenantTx } from '@boyun/kernel/server';

/** Payments and refunds of a subject, oldest first; refunds are below zero. Payments that took its bill along are among them. */
export function findMoneyOf(tx: TenantTx, kind: string, subjectId: string) {
  return tx.query<{
    id: string;
    paymentNo: string;
    channel: string;
    state: string;
    amountFen: number;
    excessFen: number;
    actorName: string | null;
    createdAt: Date;
    paidAt: Date | null;
  }>(
    `with own as (select id from bill where tenant_id = $1 and kind = $2 and subject_id = $3)
     select id, number as "paymentNo", channel, state, amount_fen as "amountFen", excess_fen as "excessFen",
       actor_name as "actorName", created_at as "createdAt", paid_at as "paidAt"
     from money_fact where tenant_id = $1 and id in (
       select a.payment_id from own join allocation a on a.tenant_id = $1 and a.bill_id = own.id
       union all select r.id from own join refund r on r.tenant_id = $1 and r.bill_id = own.id) order by id`,
    [tx.tenantId, kind, subjectId],
  );
}

/** Masks the plates of bills and of the money they brought; `plates` are those of the subjects, in the same order. */
export async function maskPlates(
  tx: TenantTx,
  kind: string,
  subjects: readonly { readonly id: string; readonly plate: string; readonly mask: string }[],
): Promise<{ id: string; plate: string; mask: string }[]> {
  const masked: { id: string; plate: string; mask: string }[] = [];
  const values = (rows: readonly { id: string; plate: string; mask: string }[]) => [
    tx.tenantId,
    rows.map((one) => one.id),
    rows.map((one) => one.plate),
    rows.map((one) => one.mask),
  ];
  const bills = await tx.query<{ id: string; plate: string; mask: string }>(
    `update bill t set plate = r.mask from unnest($2::uuid[], $3::text[], $4::text[]) as r(id, plate, mask)
     where t.tenant_id = $1 and t.kind = $5 and t.subject_id = r.id returning t.id, r.plate, r.mask`,
    [...values(subjects), kind],
  );
  for (const table of ['payment', 'refund'])
    masked.push(
      ...(await tx.query<{ id: string; plate: string; mask: string }>(
        `update ${table} t set plate = r.mask from unnest($2::uuid[], $3::text[], $4::text[]) as r(id, plate, mask)
         where t.tenant_id = $1 and t.bill_id = r.id returning t.id, r.plate, r.mask`,
        values(bills),
      )),
    );
  return masked;
}
