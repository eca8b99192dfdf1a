import type { EventRow, Query, TenantTx } from '@boyun/kernel/server';
import { lockArrived } from './appointment.queries.ts';
import { move } from './appointment.service.ts';
import { appointmentCompleted } from './appointment-event.contract.ts';

/** Returns those of the events whose subject is the order of an appointment that has arrived. */
export async function withAppointment(query: Query, events: readonly EventRow[]): Promise<readonly EventRow[]> {
  const found = await query<{ orderId: string }>(
    `select a.order_id from unnest($1::int[], $2::uuid[]) as left_order(tenant_id, id)
     join appointment a on a.tenant_id = left_order.tenant_id and a.order_id = left_order.id and a.state = 'arrived'`,
    [events.map((one) => one.tenantId), events.map((one) => one.subjectId)],
  );
  const wanted = new Set(found.map((one) => one.orderId));
  return events.filter((one) => one.subjectId !== null && wanted.has(one.subjectId));
}

/** Completes the appointment of an order whose car has left; no effect where it has none. */
export async function completeAppointment(tx: TenantTx, orderId: string): Promise<void> {
  const row = await lockArrived(tx, orderId);
  if (row) await move(tx, row, 'complete', appointmentCompleted);
}
