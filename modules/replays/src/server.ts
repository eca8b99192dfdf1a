import { serverModule } from '@boyun/kernel/server';
import { replayTask } from './charge-replay/charge-replay.jobs.ts';
import { replayListServer, replayServers } from './charge-replay/charge-replay.server.ts';
import { replays } from './contract.ts';

export { workOffReplay } from './charge-replay/charge-replay.jobs.ts';

/** The server side of replays. */
export const replaysServer = serverModule(replays, new URL('../migrations/', import.meta.url), {
  operations: [...replayServers],
  reports: [replayListServer],
  tasks: [replayTask],
});
