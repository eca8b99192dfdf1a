import { moduleContract } from '@boyun/kernel/contract';
import {
  cancelReplay,
  exportReplay,
  getReplay,
  replayList,
  startReplay,
} from './charge-replay/charge-replay.contract.ts';

/** Replays: past stays repriced by a version of a tariff. */
export const replays = moduleContract('replays', {
  operations: [startReplay, getReplay, cancelReplay, exportReplay],
  reports: [replayList],
});
