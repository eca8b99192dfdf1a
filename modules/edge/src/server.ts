import { boxCallSlot, boxStatusSlot } from '@boyun/gateway/server';
import { fill } from '@boyun/kernel/contract';
import { type Kernel, serverModule } from '@boyun/kernel/server';
import { boxWorkListServer } from './box-work/box-work.server.ts';
import { edge } from './contract.ts';
import { hasChanges, sweepGone, takeChanges } from './feed/feed.service.ts';
import { followChanges } from './feed/feed-stale.service.ts';
import { boxItemListServer, boxItemServers, retainedItems } from './handover/box-item.server.ts';
import { takeHandover } from './handover/handover.service.ts';
import { boxPinListServer, boxPinServers } from './pin/box-pin.server.ts';
import { boxUpdateListServer, boxUpdateServers, retainedUpdates } from './update/box-update.server.ts';
import { endMissed, followUpdate } from './update/box-update.service.ts';

/** The server side of boxes that work without the cloud. */
export const edgeServer = serverModule(edge, new URL('../migrations/', import.meta.url), {
  operations: [...boxItemServers, ...boxUpdateServers, ...boxPinServers],
  reports: [boxWorkListServer, boxItemListServer, boxUpdateListServer, boxPinListServer],
  sweeps: [
    { name: 'box-rows', everySeconds: 3600, run: sweepGone },
    { name: 'box-updates', everySeconds: 60, run: endMissed },
  ],
  retained: [...retainedItems, retainedUpdates],
  slots: [
    fill(
      boxCallSlot,
      { name: 'changes', keep: 'never', take: takeChanges },
      { name: 'handover', keep: 'excerpt', take: takeHandover },
    ),
    fill(boxStatusSlot, async (tx, kernel, box, report) => ({
      HasChanges: await hasChanges(tx, kernel, box, report),
      Update: await followUpdate(tx, box, report),
    })),
  ],
  start: async (kernel: Kernel) => followChanges(kernel),
});
