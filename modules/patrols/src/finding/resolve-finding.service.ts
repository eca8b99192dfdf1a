import type { FindingKind } from '@boyun/domain/patrol';
import { type EventRow, type Query, reaction, type TenantTx } from '@boyun/kernel/server';
import { orderSettled, orderWaived, stayClosed, stayLeft, stayVoided } from '@boyun/orders/contract';
import { sumArrears } from '@boyun/orders/server';
import { aboutFinding } from './finding.service.ts';
import { RESOLVED_BY } from './patrol-finding.contract.ts';
import { findingResolved } from './patrol-finding-event.contract.ts';

interface OpenFinding {
  readonly id: string;
  readonly kind: FindingKind;
  readonly plate: string;
  readonly lotId: string | null;
}

/** Resolves findings that are still open by their ids, and says why. */
async function resolve(tx: TenantTx, ids: readonly string[], by: keyof typeof RESOLVED_BY): Promise<void> {
  const rows = await tx.query<OpenFinding>(
    `update patrol_finding set state = 'resolved', handled_at = $3
     where tenant_id = $1 and id = any($2::uuid[]) and state = 'open' returning id, kind, plate, lot_id`,
    [tx.tenantId, ids, tx.now],
  );
  for (const { id, kind, plate, lotId } of rows) {
    const after = { state: 'resolved', reason: RESOLVED_BY[by].zh };
    tx.audit({ action: findingResolved.kind, ...aboutFinding({ id, plate, kind }), lotId, after });
    tx.emit(findingResolved, { lotId, subjectId: id, data: { findingId: id, plate, kind } });
  }
}

/** Events about orders that open findings name, or whose plate has an open one. */
async function withFinding(query: Query, events: readonly EventRow[]): Promise<readonly EventRow[]> {
  const found = await query<{ place: number }>(
    `select e.place::int as place from unnest($1::int[], $2::uuid[], $3::text[]) with ordinality as e(tenant_id, order_id, plate, place)
     where exists (select from patrol_finding f where f.tenant_id = e.tenant_id and f.state = 'open'
       and (f.plate = e.plate or f.order_id = e.order_id))`,
    [
      events.map((one) => one.tenantId),
      events.map((one) => one.subjectId),
      events.map((one) => String((one.data as { plate?: unknown }).plate ?? '')),
    ],
  );
  const places = new Set(found.map((one) => one.place));
  return events.filter((_, index) => places.has(index + 1));
}

/** Resolves findings of debts once the plate owes nothing any more. */
export const resolveDebts = reaction('resolve-patrol-debts', [orderSettled, orderWaived, stayVoided], {
  pick: withFinding,
  async react(tx, { data: { plate } }) {
    const open = await tx.query<{ id: string }>(
      `select id from patrol_finding where tenant_id = $1 and plate = $2 and kind = 'arrears' and state = 'open' for update`,
      [tx.tenantId, plate],
    );
    if (open.length === 0 || (await sumArrears(tx, plate)) > 0) return;
    await resolve(
      tx,
      open.map((one) => one.id),
      'paid',
    );
  },
});

/** Resolves findings of cars that overstayed or stood on a wrong spot once they have left. */
export const resolveGone = reaction('resolve-patrol-gone', [stayLeft, stayClosed, stayVoided], {
  pick: withFinding,
  async react(tx, { data: { orderId } }) {
    const open = await tx.query<{ id: string }>(
      `select id from patrol_finding where tenant_id = $1 and order_id = $2 and kind in ('overstay', 'wrong-spot')
         and state = 'open' for update`,
      [tx.tenantId, orderId],
    );
    await resolve(
      tx,
      open.map((one) => one.id),
      'gone',
    );
  },
});
