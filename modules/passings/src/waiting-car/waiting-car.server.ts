import { isPlate, plateColor, plateColorOf } from '@boyun/domain/plate';
import { confusedPlates, plateKey } from '@boyun/domain/stay';
import type { Output } from '@boyun/kernel/contract';
import { coversLot, handle, notFound, type TenantTx } from '@boyun/kernel/server';
import { findListed } from '@boyun/lists/server';
import type { PlateBox } from '../passing/passage.service.ts';
import { findCandidates } from '../passing/passing.queries.ts';
import { getCandidates, matchWaiting } from './waiting-car.contract.ts';
import { matchWaitingCar } from './waiting-car.service.ts';

export const getCandidatesServer = handle(getCandidates, async (tx, { passingId, plate }) => {
  const [passing] = await tx.query<{
    lotId: string;
    direction: 'entry' | 'exit';
    plate: string;
    readPlate: string | null;
    plateBox: PlateBox | null;
  }>('select lot_id, direction, plate, read_plate, plate_box from passing where tenant_id = $1 and id = $2', [
    tx.tenantId,
    passingId,
  ]);
  if (!passing || !coversLot(tx.who, passing.lotId)) throw notFound(tx.who, { zh: '过车记录', en: 'Passing record' });
  const wanted = plate ?? passing.readPlate ?? passing.plate;
  const { lotId, direction, plateBox } = passing;
  if (direction === 'entry') return { plateBox, candidates: await listedLike(tx, lotId, wanted) };
  return { plateBox, candidates: await findCandidates(tx, lotId, wanted, plateKey(wanted)) };
});

/** Plates on lists of the lot that a camera may have read as this one; the first list of a plate counts. */
async function listedLike(
  tx: TenantTx,
  lotId: string,
  plate: string,
): Promise<Output<typeof getCandidates>['candidates']> {
  const found = await findListed(tx, confusedPlates(plate).filter(isPlate), lotId);
  const kinds = new Map(found.toReversed().map((one) => [one.plate, one.kind]));
  return [...kinds].map(([like, standing]) => ({
    orderId: null,
    plate: like,
    plateColor: plateColor[plateColorOf(like)].code,
    standing,
    enteredAt: null,
    picture: null,
  }));
}

export const matchWaitingServer = handle(matchWaiting, async (tx, { passingId, plate }, act) => {
  const { passing, isOpened, dueFen } = await matchWaitingCar(tx, passingId, plate);
  act.describe({
    subjectKind: 'passing',
    subjectId: passing.id,
    subject: plate,
    before: { plate: passing.plate },
    after: { plate, due: dueFen / 100 },
  });
  return { isOpened, dueFen };
});
