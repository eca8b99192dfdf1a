import { moduleContract, page } from '@boyun/kernel/contract';
import { getLaneBoard } from './lane-board/lane-board.contract.ts';
import { Decision, passingList, passingRefusal, settlePassing } from './passing/passing.contract.ts';

export { Decision, getLaneBoard, passingList, passingRefusal, settlePassing };

/** Cars passing lanes, and what the gate decided. */
export const passings = moduleContract('passings', {
  operations: [settlePassing, getLaneBoard],
  reports: [passingList],
  refusals: [passingRefusal],
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
