import { serverModule } from '@boyun/kernel/server';
import { passings } from './contract.ts';
import { getLaneBoardServer } from './lane-board/lane-board.server.ts';
import { passingListServer, settlePassingServer } from './passing/passing.server.ts';
import { releaseAfterPayment } from './passing/settle-passing.service.ts';

export type { GateAnswer } from './passing/passing.queries.ts';
export { type PassingMessage, recordPassing } from './passing/record-passing.service.ts';
export { releaseAfterPayment, settleWaitingCar } from './passing/settle-passing.service.ts';

/** The server door of cars passing lanes. */
export const passingsServer = serverModule(passings, new URL('../migrations/', import.meta.url), {
  operations: [settlePassingServer, getLaneBoardServer],
  reports: [passingListServer],
  reactions: [releaseAfterPayment],
  partitioned: ['passing'],
});
