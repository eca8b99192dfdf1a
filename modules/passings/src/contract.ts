import { moduleContract, page } from '@boyun/kernel/contract';
import { getLaneBoard } from './lane-board/lane-board.contract.ts';
import { Decision, passingList, passingRefusal, settlePassing } from './passing/passing.contract.ts';
import { correctExitPlate, correctPlate, plateRefusal } from './plate-correction/plate-correction.contract.ts';

export { Decision, getLaneBoard, passingList, passingRefusal, settlePassing };

/** Cars passing lanes, and what the gate decided. */
export const passings = moduleContract('passings', {
  operations: [settlePassing, getLaneBoard, correctPlate, correctExitPlate],
  reports: [passingList],
  refusals: [passingRefusal, plateRefusal],
  pages: [
    page('laneMonitor', {
      path: '/_cloud_operation/laneMonitor',
      title: getLaneBoard.title,
      icon: 'monitor',
      area: 'operation',
      access: getLaneBoard.access,
    }),
    page('passRecord', {
      path: '/_cloud_operation/passRecord',
      title: passingList.title,
      icon: 'passing',
      area: 'operation',
      access: passingList.access,
    }),
  ],
});
