import { plateKey } from '@boyun/domain/stay';
import { coversLot, handle, notFound } from '@boyun/kernel/server';
import { findCandidates } from '../passing/passing.queries.ts';
import { getCandidates, matchWaiting } from './waiting-car.contract.ts';
import { matchWaitingCar } from './waiting-car.service.ts';

export const getCandidatesServer = handle(getCandidates, async (tx, { passingId, plate }) => {
  const [passing] = await tx.query<{ lotId: string; plate: string; readPlate: string | null }>(
    'select lot_id, plate, read_plate from passing where tenant_id = $1 and id = $2',
    [tx.tenantId, passingId],
  );
  if (!passing || !coversLot(tx.who, passing.lotId)) throw notFound(tx.who, { zh: '过车记录', en: 'Passing record' });
  const wanted = plate ?? passing.readPlate ?? passing.plate;
  return { candidates: await findCandidates(tx, passing.lotId, wanted, plateKey(wanted)) };
});

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
