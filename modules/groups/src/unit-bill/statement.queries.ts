import { contractMonth } from '@boyun/domain/unit-bill';
import type { Output } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { findMoneyOf } from '@boyun/money/server';
import { type getUnitBill, unitPurpose } from './unit-bill.contract.ts';

/** What a statement lists, with the unit and the lot it is about. */
type BillStatement = Output<typeof getUnitBill> & { readonly unitId: string; readonly lotId: string };

/** A time that has every month in it. */
const WHOLE = { fromMs: 0, toMs: null };

interface Visit {
  readonly id: string;
  readonly plate: string;
  readonly hostName: string;
  readonly enteredAt: Date;
  readonly leftAt: Date;
  readonly amountFen: number;
}

/** The stays of a unit's visitors that ended in a lot within a time, and what was taken off each. */
export function findVisits(
  tx: TenantTx,
  { unitId, lotId }: { readonly unitId: string; readonly lotId: string },
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<Visit[]> {
  return tx.query<Visit>(
    `select s.id, s.plate, v.host_name, s.entered_at, s.left_at, coalesce(sum(r.amount_fen), 0)::bigint as "amountFen"
     from unit_visitor v
     join stay_fact s on s.tenant_id = v.tenant_id and s.list_entry_id = v.id and s.lot_id = $3
       and s.left_at >= $4 and s.left_at < $5 and s.parking_state in ('left', 'no-exit')
     left join reduction_fact r on r.tenant_id = s.tenant_id and r.order_id = s.id and r.source = 'list' and r.source_id = v.id
     where v.tenant_id = $1 and v.unit_id = $2
     group by s.id, s.plate, v.host_name, s.entered_at, s.left_at order by s.left_at, s.id`,
    [tx.tenantId, unitId, lotId, new Date(fromMs), new Date(toMs)],
  );
}

/** Returns a bill as a statement; null where there is none. */
export async function readStatement(tx: TenantTx, billId: string): Promise<BillStatement | null> {
  const [bill] = await tx.query<{ unitId: string; unitName: string; lotId: string; month: string; zone: string }>(
    `select b.unit_id, u.name as "unitName", b.lot_id, b.month, l.time_zone as zone from unit_bill b
     join unit u on u.tenant_id = b.tenant_id and u.id = b.unit_id
     join lot_fact l on l.tenant_id = b.tenant_id and l.id = b.lot_id where b.tenant_id = $1 and b.id = $2`,
    [tx.tenantId, billId],
  );
  if (!bill) return null;
  const { unitId, unitName, lotId, month, zone } = bill;
  const moves = (await findMoneyOf(tx, unitPurpose.kind, billId)).filter((one) => one.state === 'succeeded');
  return {
    unitId,
    unitName,
    lotId,
    visits: await findVisits(tx, bill, contractMonth(month, zone, WHOLE)),
    moves: moves.map(({ id, paymentNo: number, channel, paidAt, createdAt, amountFen }) => ({
      id,
      number,
      channel: channel as BillStatement['moves'][number]['channel'],
      at: paidAt ?? createdAt,
      amountFen,
    })),
  };
}
