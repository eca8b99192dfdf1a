import { moduleContract } from '@boyun/kernel/contract';
import {
  cancelReplay,
  exportReplay,
  getReplay,
  replayList,
  startReplay,
} from './charge-replay/charge-replay.contract.ts';
import { replayCancelled, replayEnded, replayStarted } from './charge-replay/charge-replay-event.contract.ts';

/** Replays: past stays repriced by a version of a tariff. */
export const replays = moduleContract('replays', {
  events: [replayStarted, replayCancelled, replayEnded],
  operations: [startReplay, getReplay, cancelReplay, exportReplay],
  reports: [replayList],
});
