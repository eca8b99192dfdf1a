import { handle } from '@boyun/kernel/server';
import { claimCar, releaseClaims } from './desk-claim.service.ts';
import { claimWaiting, countWaiting, getDesk } from './duty-desk.contract.ts';
import { countPeople } from './duty-desk.queries.ts';
import { readDesk } from './duty-desk.service.ts';

/** Server handlers of the duty desk. */
export const deskServers = [
  handle(getDesk, (tx, { lotId }) => readDesk(tx, lotId)),
  handle(countWaiting, async (tx) => ({ waitingCount: await countPeople(tx) })),
  handle(claimWaiting, async (tx, { passingId }, act) => {
    await releaseClaims(tx, passingId);
    const claimedUntil = passingId === null ? null : await claimCar(tx, passingId);
    act.describe({ subjectKind: 'passing', subjectId: passingId });
    return { claimedUntil };
  }),
];
