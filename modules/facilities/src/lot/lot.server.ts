import { zoneClock } from '@boyun/domain/period';
import { Refusal, type Row } from '@boyun/kernel/contract';
import { serve, type TenantTx } from '@boyun/kernel/server';
import { lot, lotRefusal } from './lot.contract.ts';
import { insertLotState, liesInside } from './lot.queries.ts';

/** Lots: zone, spots and nesting are checked; a new lot starts empty. */
export const lotServer = serve(lot, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof lot>;
    checkZone(row.timeZone);
    checkSpots(row);
    if (before && values.outerLotId) await checkNesting(tx, before.id, values.outerLotId);
    return values;
  },
  async afterWrite(tx, row, before) {
    if (!before) await insertLotState(tx, row.id);
  },
});

/** Every day and month of the lot follows its zone, so an offset like +08:00 or an unknown name will not do. */
function checkZone(zone: string): void {
  try {
    if (/^[A-Za-z]/.test(zone)) {
      zoneClock(zone);
      return;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new Refusal(lotRefusal['unknown-zone'], { zone });
}

function checkSpots(row: Row<typeof lot>): void {
  if (row.rentableSpots + row.evSpots + row.accessibleSpots > row.capacity)
    throw new Refusal(lotRefusal['too-many-spots']);
}

async function checkNesting(tx: TenantTx, lotId: string, outerLotId: string): Promise<void> {
  if (outerLotId === lotId || (await liesInside(tx, outerLotId, lotId))) throw new Refusal(lotRefusal['own-outer']);
}
