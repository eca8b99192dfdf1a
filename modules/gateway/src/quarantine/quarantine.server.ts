import { type Language, type Output, Refusal, say } from '@boyun/kernel/contract';
import { handle, handleFreely, serveReport, type TenantTx } from '@boyun/kernel/server';
import type { Driver } from '../driver/driver.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { discardQuarantine, quarantineList, quarantineRefusal, replayQuarantine } from './quarantine.contract.ts';
import { findKept, settle } from './quarantine.queries.ts';
import { replayMessage } from './replay.service.ts';

/** The refused messages, newest first; those of a known camera only for who may see its lot. */
export const quarantineListServer = serveReport(quarantineList, {
  from: 'quarantine',
  as: 'q',
  lot: '(q.lot_id is null or q.lot_id = any(?::uuid[]))',
  own: null,
  period: 'q.received_at',
  columns: { seenCount: 'q.seen_count::text', isWhole: 'q.body_key is not null' },
  sorts: { seenCount: 'q.seen_count' },
  order: 'q.received_at desc, q.id desc',
});

/** Replays a kept passing as a late record: it is booked and never opens a barrier. */
export const replayQuarantineServer = (drivers: readonly Driver[]) =>
  handleFreely(replayQuarantine, async (kernel, { quarantineId, cameraId }, { who }) => {
    const kept = await kernel.database.inTenant(who!, (tx) => findKept(tx, quarantineId), { isRead: true });
    try {
      const device = await replayMessage(kernel, drivers, who!, kept, cameraId);
      await kernel.database.inTenant(who!, async (tx) => {
        await settle(tx, kept, 'replayed', device);
        auditSettling(tx, replayQuarantine.audit!, kept, { cameraId: device.cameraId });
      });
    } catch (error) {
      if (!(error instanceof DeviceFault)) throw error;
      throw new Refusal(quarantineRefusal['still-refused'], { reason: sentence(error, who!.language) });
    }
    return {} as Output<typeof replayQuarantine>;
  });

/** Discards a message. */
export const discardQuarantineServer = handle(discardQuarantine, async (tx, { quarantineId }, act) => {
  const kept = await findKept(tx, quarantineId);
  await settle(tx, kept, 'discarded', null);
  act.describe({ subjectKind: 'quarantine', subjectId: kept.id, subject: kept.path });
  return {};
});

function auditSettling(tx: TenantTx, action: string, kept: { id: string; path: string }, after: object): void {
  tx.audit({ action, subjectKind: 'quarantine', subjectId: kept.id, subject: kept.path, after });
}

function sentence(fault: DeviceFault, language: Language): string {
  const said = say(fault.rule, language, { reason: fault.detail });
  return fault.detail && fault.reason !== 'malformed' ? `${said} (${fault.detail})` : said;
}
