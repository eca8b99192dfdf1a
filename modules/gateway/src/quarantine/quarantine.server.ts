import { type Language, type Output, Refusal, type ReportRow, say } from '@boyun/kernel/contract';
import { handle, handleFreely, handleReport, lotCondition, type TenantTx } from '@boyun/kernel/server';
import type { Driver } from '../driver/driver.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { discardQuarantine, quarantineList, quarantineRefusal, replayQuarantine } from './quarantine.contract.ts';
import { findKept, settle } from './quarantine.queries.ts';
import { replayMessage } from './replay.service.ts';

/** The refused messages, newest first; those of a known camera only for who may see its lot. */
export const quarantineListServer = handleReport(quarantineList, async (tx, filters, paging) => {
  const where = lotCondition(tx.who, 'q', null)
    .add('(q.lot_id is null or q.lot_id = any(?::uuid[]))', tx.who.lotIds)
    .add('q.reason = ?', filters.reason)
    .add('q.state = ?', filters.state)
    .add('q.received_at >= ?', filters.from)
    .add('q.received_at <= ?', filters.to);
  const [count] = await tx.query<{ total: number }>(
    `select count(*) as total from quarantine q where ${where.sql}`,
    where.values,
  );
  const rows = await tx.query<ReportRow<typeof quarantineList>>(
    `select q.id, q.received_at as "receivedAt", q.reason, q.detail, q.state, q.camera_id as "cameraId",
       q.serial_no as "serialNo", q.address, q.path, q.payload, q.seen_count::text as "seenCount",
       q.last_received_at as "lastReceivedAt", q.size, q.body_hash as "bodyHash", q.body_key is not null as "isWhole"
     from quarantine q where ${where.sql} order by q.received_at desc, q.id desc`,
    where.values,
    paging,
  );
  return { rows, total: count!.total };
});

/** Takes a kept passing again, as a late record: it is booked and never opens a barrier. */
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

/** Sets a message aside. */
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
