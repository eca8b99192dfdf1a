import { kernelRefusal, Refusal, type Row } from '@boyun/kernel/contract';
import { serve } from '@boyun/kernel/server';
import { spot, spotRefusal } from './spot.contract.ts';

/** Spots: the garage belongs to the spot's lot. */
export const spotServer = serve(spot, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof spot>;
    if (!row.garageId) return values;
    const [garage] = await tx.query<{ name: string; lotId: string }>(
      'select name, lot_id as "lotId" from garage where tenant_id = $1 and id = $2',
      [tx.tenantId, row.garageId],
    );
    if (!garage) throw new Refusal(kernelRefusal['not-found'], { what: spot.fields.garageId.label[tx.who.language] });
    if (garage.lotId !== row.lotId) throw new Refusal(spotRefusal['garage-elsewhere'], { garage: garage.name });
    return values;
  },
});
