import { lot } from '@boyun/facilities/contract';
import { type Input, kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { coversLot, type TenantTx } from '@boyun/kernel/server';
import { attendanceRefusal, type signInToWork } from './attendance.contract.ts';
import { signedIn, signedOut } from './attendance-event.contract.ts';

/** Returns the lot and time of the caller's open entry; null when clocked out. */
export async function findOpen(tx: TenantTx) {
  const [row] = await tx.query<{ lotName: string; signedInAt: Date }>(
    `select l.name as "lotName", t.signed_in_at
     from attendance t join lot_fact l on l.tenant_id = t.tenant_id and l.id = t.lot_id
     where t.tenant_id = $1 and t.account_id = $2 and t.signed_out_at is null`,
    [tx.tenantId, tx.who.userId],
  );
  return row ?? null;
}

/** Clocks the caller in at a lot and returns the id of the entry. Throws `signed-in`, or `not-found` for the lot. */
export async function clockIn(tx: TenantTx, { lotId, place, device }: Input<typeof signInToWork>): Promise<string> {
  const [at] = coversLot(tx.who, lotId)
    ? await tx.query<{ name: string }>('select name from lot_fact where tenant_id = $1 and id = $2', [
        tx.tenantId,
        lotId,
      ])
    : [];
  if (!at) throw new Refusal(kernelRefusal['not-found'], { what: lot.title[tx.who.language] });
  const id = tx.newId();
  const made = await tx.query(
    `insert into attendance (tenant_id, id, account_id, lot_id, signed_in_at, in_place, device)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (tenant_id, account_id) where signed_out_at is null do nothing returning id`,
    [tx.tenantId, id, tx.who.userId, lotId, tx.now, place, device],
  );
  if (made.length === 0)
    throw new Refusal(attendanceRefusal['signed-in'], { lot: (await findOpen(tx))?.lotName ?? '' });
  tx.emit(signedIn, { lotId, subjectId: id, data: { accountId: tx.who.userId } });
  return id;
}

/** Clocks the caller out; returns the entry and the minutes at work. Throws `signed-out`. */
export async function clockOut(tx: TenantTx, place: string | null): Promise<{ id: string; minutes: number }> {
  const [open] = await tx.query<{ id: string; lotId: string; signedInAt: Date }>(
    `update attendance set signed_out_at = $3, out_place = $4
     where tenant_id = $1 and account_id = $2 and signed_out_at is null
     returning id, lot_id, signed_in_at`,
    [tx.tenantId, tx.who.userId, tx.now, place],
  );
  if (!open) throw new Refusal(attendanceRefusal['signed-out']);
  const minutes = Math.floor((tx.now.getTime() - open.signedInAt.getTime()) / 60_000);
  const { id, lotId } = open;
  tx.emit(signedOut, { lotId, subjectId: id, data: { accountId: tx.who.userId, minutes } });
  return { id, minutes };
}
