import { Refusal } from '@boyun/kernel/contract';
import { serveResource } from '@boyun/kernel/server';
import { gate, gateRefusal } from './gate.contract.ts';

/** Gates: one with lanes cannot move to another lot, and its direction must cover its lanes. */
export const gateServer = serveResource(gate, {
  async beforeWrite(tx, values, before) {
    if (!before) return values;
    const { lotId = before.lotId, direction = before.direction } = values;
    if (lotId === before.lotId && (direction === before.direction || direction === 'both')) return values;
    const lanes = await tx.query<{ name: string; direction: string; isTidal: boolean }>(
      'select name, direction, tidal_plan <> \'[]\' as "isTidal" from lane where tenant_id = $1 and gate_id = $2',
      [tx.tenantId, before.id],
    );
    if (lanes.length > 0 && lotId !== before.lotId) throw new Refusal(gateRefusal['has-lanes']);
    const other = direction === 'both' ? undefined : lanes.find((one) => one.direction !== direction || one.isTidal);
    if (other) throw new Refusal(gateRefusal['lanes-go-otherwise'], { lane: other.name });
    return values;
  },
});
