import { handle } from '@boyun/kernel/server';
import { claimCar, releaseClaims } from './desk-claim.service.ts';
import { claimWaiting, getDesk } from './duty-desk.contract.ts';
import { readDesk } from './duty-desk.service.ts';

/** Server handlers of the duty desk. */
export const deskServers = [
  handle(getDesk, (tx, { lotId }) => readDesk(tx, lotId)),
  handle(claimWaiting, async (tx, { passingId }, act) => {
    await releaseClaims(tx, passingId);
    const claimedUntil = passingId === null ? null : await claimCar(tx, passingId);
    act.describe({ subjectKind: 'passing', subjectId: passingId });
    return { claimedUntil };
  }),
];
