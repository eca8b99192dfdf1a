import { Refusal } from '@boyun/kernel/contract';
import { serveResource } from '@boyun/kernel/server';
import { garage, garageRefusal } from './garage.contract.ts';

/** Garages: one with spots cannot move to another lot. */
export const garageServer = serveResource(garage, {
  async beforeWrite(tx, values, before) {
    if (before && values.lotId && values.lotId !== before.lotId) {
      const spots = await tx.query('select 1 from spot where tenant_id = $1 and garage_id = $2 limit 1', [
        tx.tenantId,
        before.id,
      ]);
      if (spots.length > 0) throw new Refusal(garageRefusal['has-spots']);
    }
    return values;
  },
});
