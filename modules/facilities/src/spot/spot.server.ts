import { type Input, kernelRefusal, Refusal, type Row } from '@boyun/kernel/contract';
import { handle, serveResource, type TenantTx } from '@boyun/kernel/server';
import { requireLot } from '../lot/lot.service.ts';
import { BATCH_SPOTS, createSpots, previewSpots, spot, spotRefusal } from './spot.contract.ts';
import { findSpotNumbers, insertSpots } from './spot.queries.ts';
import { spotsCreated } from './spot-event.contract.ts';

/** Spots: the garage belongs to the spot's lot. */
export const spotServer = serveResource(spot, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof spot>;
    if (row.garageId) await checkGarage(tx, row.garageId, row.lotId);
    return values;
  },
});

async function checkGarage(tx: TenantTx, garageId: string, lotId: string): Promise<void> {
  const [garage] = await tx.query<{ name: string; lotId: string }>(
    'select name, lot_id from garage where tenant_id = $1 and id = $2',
    [tx.tenantId, garageId],
  );
  if (!garage) throw new Refusal(kernelRefusal['not-found'], { what: spot.fields.garageId.label[tx.who.language] });
  if (garage.lotId !== lotId) throw new Refusal(spotRefusal['garage-elsewhere'], { garage: garage.name });
}

/** Returns every number of a range, e.g. `A001` to `A300`. */
function numbersOf(first: string, last: string): string[] {
  const [, prefix, from] = /^(.*?)(\d{1,9})$/.exec(first) ?? [];
  const [, otherPrefix, to] = /^(.*?)(\d{1,9})$/.exec(last) ?? [];
  if (!from || !to || prefix !== otherPrefix || from.length !== to.length || Number(to) < Number(from))
    throw new Refusal(spotRefusal['bad-run']);
  const count = Number(to) - Number(from) + 1;
  if (count > BATCH_SPOTS) throw new Refusal(spotRefusal['long-run'], { limit: BATCH_SPOTS, count });
  return Array.from({ length: count }, (_, index) => prefix + String(Number(from) + index).padStart(from.length, '0'));
}

/** Returns the spots a batch would create and those that already exist. */
async function planOf(tx: TenantTx, input: Input<typeof createSpots>) {
  const lot = await requireLot(tx, input.lotId);
  if (input.garageId) await checkGarage(tx, input.garageId, lot.id);
  const numbers = numbersOf(input.firstNumber, input.lastNumber);
  const existing = new Set(await findSpotNumbers(tx, lot.id, numbers));
  return { lot, fresh: numbers.filter((one) => !existing.has(one)), existingNumbers: [...existing].sort() };
}

export const previewSpotsServer = handle(previewSpots, async (tx, input) => {
  const { fresh, existingNumbers } = await planOf(tx, input);
  const sampleNumbers = fresh.length > 6 ? [...fresh.slice(0, 3), ...fresh.slice(-3)] : fresh;
  return { createdCount: fresh.length, existingNumbers, sampleNumbers };
});

export const createSpotsServer = handle(createSpots, async (tx, input, act) => {
  const { lot, fresh, existingNumbers } = await planOf(tx, input);
  const { firstNumber, lastNumber } = input;
  const createdCount = fresh.length;
  if (createdCount > 0) {
    await insertSpots(tx, input, fresh);
    tx.emit(spotsCreated, { lotId: lot.id, data: { firstNumber, lastNumber, createdCount } });
  }
  act.describe({
    subjectKind: spot.name,
    subject: `${lot.name} ${firstNumber}–${lastNumber}`,
    after: { ...input, createdCount, existingCount: existingNumbers.length },
  });
  return { createdCount, existingNumbers };
});
