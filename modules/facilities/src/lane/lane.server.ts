import { type TidalWindow, tidalClash } from '@boyun/domain/tidal';
import { kernelRefusal, Refusal, type Row } from '@boyun/kernel/contract';
import { coversLot, serveResource } from '@boyun/kernel/server';
import { lane, laneRefusal } from './lane.contract.ts';
import { showPolicies, writePolicies } from './lane-policy.service.ts';

/** Lanes: the lot is taken from the gate, the gate must allow the direction, and a lane cannot move to another lot. */
export const laneServer = serveResource(lane, {
  afterRead: showPolicies,
  afterWrite: writePolicies,
  async beforeWrite(tx, values, before) {
    if (before) await showPolicies(tx, [before]);
    const row = { ...before, ...values } as Row<typeof lane>;
    const [gate] = await tx.query<{ name: string; lotId: string; direction: string }>(
      'select name, lot_id, direction from gate where tenant_id = $1 and id = $2',
      [tx.tenantId, row.gateId],
    );
    if (!gate || !coversLot(tx.who, gate.lotId))
      throw new Refusal(kernelRefusal['not-found'], { what: lane.fields.gateId.label[tx.who.language] });
    if (before && gate.lotId !== before.lotId) throw new Refusal(laneRefusal['other-lot']);
    if (gate.direction !== 'both' && gate.direction !== row.direction)
      throw new Refusal(laneRefusal['wrong-direction'], { gate: gate.name });
    if (row.tidalPlan.length > 0) checkTidalPlan(row.tidalPlan as TidalWindow[], gate);
    return { ...values, lotId: gate.lotId };
  },
});

/** Throws a refusal unless the gate allows both directions and the windows do not overlap. */
function checkTidalPlan(plan: readonly TidalWindow[], gate: { name: string; direction: string }): void {
  if (gate.direction !== 'both') throw new Refusal(laneRefusal['tidal-gate'], { gate: gate.name });
  const empty = plan.findIndex((window) => window.from === window.to);
  if (empty >= 0) throw new Refusal(laneRefusal['tidal-empty'], { window: empty + 1 });
  const clash = tidalClash(plan);
  if (clash) throw new Refusal(laneRefusal['tidal-clash'], { one: clash[0] + 1, other: clash[1] + 1 });
}
