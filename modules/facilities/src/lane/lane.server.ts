import { kernelRefusal, Refusal, type Row } from '@boyun/kernel/contract';
import { coversLot, serve } from '@boyun/kernel/server';
import { lane, laneRefusal } from './lane.contract.ts';

/** Lanes: the lot follows from the gate, the direction must be one the gate goes, and a lane stays in its lot. */
export const laneServer = serve(lane, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof lane>;
    const [gate] = await tx.query<{ name: string; lotId: string; direction: string }>(
      'select name, lot_id as "lotId", direction from gate where tenant_id = $1 and id = $2',
      [tx.tenantId, row.gateId],
    );
    if (!gate || !coversLot(tx.who, gate.lotId))
      throw new Refusal(kernelRefusal['not-found'], { what: lane.fields.gateId.label[tx.who.language] });
    if (before && gate.lotId !== before.lotId) throw new Refusal(laneRefusal['other-lot']);
    if (gate.direction !== 'both' && gate.direction !== row.direction)
      throw new Refusal(laneRefusal['wrong-direction'], { gate: gate.name });
    return { ...values, lotId: gate.lotId };
  },
});
