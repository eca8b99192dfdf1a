import type { TenantTx } from '@boyun/kernel/server';
import type { BarrierKind } from './barrier-command.service.ts';
import { laneClosedByHand, laneOpenedByHand } from './command-event.contract.ts';

/** What was done at a barrier on site without the cloud. */
export interface ActOnSite {
  readonly laneId: string;
  readonly lotId: string;
  readonly direction: string;
  readonly kind: BarrierKind;
  readonly reason: string;
  readonly plate: string | null;
  readonly passingId: string | null;
  readonly at: Date;
  /** A person did it, rather than the rules of the box. */
  readonly isByHand: boolean;
}

/** Records what was done at a barrier without the cloud, by the caller: nothing is sent, and nothing more is heard of it. */
export async function noteActOnSite(tx: TenantTx, act: ActOnSite): Promise<string> {
  const { laneId, lotId, direction, kind, reason, plate, passingId, at, isByHand } = act;
  const id = tx.newId();
  await tx.query(
    `insert into gate_command (tenant_id, id, lot_id, lane_id, passing_id, kind, state, route, reason_zh, reason_en, actor_id, actor_name,
       created_at, sent_at, accepted_at, plate)
     values ($1, $2, $3, $4, $5, $6, case when $6 = 'close' then 'accepted' else 'unreported' end, 'call', $7, $7, $8, $9, $10, $10, $10, $11)`,
    [tx.tenantId, id, lotId, laneId, passingId, kind, reason, tx.who.userId, tx.who.name, at, plate],
  );
  if (isByHand)
    tx.emit<(typeof laneOpenedByHand)['fields']>(kind === 'open' ? laneOpenedByHand : laneClosedByHand, {
      lotId,
      subjectId: laneId,
      at,
      data: { laneId, direction, reason, commandId: id, actorName: tx.who.name },
    });
  return id;
}
