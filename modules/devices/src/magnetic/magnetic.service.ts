import { isBatteryLow } from '@boyun/domain/battery';
import { type Kernel, sweepTenants, systemWho, type TenantTx, type Who } from '@boyun/kernel/server';
import type { MagneticKind, MagneticRoute } from './magnetic.contract.ts';
import type { MagneticContext } from './magnetic.queries.ts';
import {
  magneticBatteryFine,
  magneticBatteryLow,
  magneticOffline,
  magneticOnline,
  magneticQuieted,
} from './magnetic-event.contract.ts';

/** A message of a detector. */
export interface MagneticReport {
  /** `state` where it says in which state the spot is, and not whether that is a change. */
  readonly kind: MagneticKind | 'state';
  /** Counted up by the device; the same number of the same session is the same message sent again. */
  readonly sequence: number;
  readonly session?: string | null;
  /** Null where the device has no clock. */
  readonly happenedAt: Date | null;
  /** What a heartbeat or a state says of the spot; null where it says nothing. */
  readonly isTaken: boolean | null;
  readonly batteryPercent: number | null;
  readonly signalDbm: number | null;
}

/** What a message says of the spot, once for its number. */
export interface MagneticSignal {
  readonly messageId: string;
  /** The lot and number it has now; a connection may be older. */
  readonly lotId: string;
  readonly serialNo: string;
  readonly isTaken: boolean;
  readonly happenedAt: Date;
}

/** Returns the detector as the actor of a transaction. */
export function magneticWho({ tenantId, serialNo, zone }: MagneticContext): Who {
  return { ...systemWho(tenantId, serialNo), kind: 'device', zone };
}

interface Known {
  readonly serialNo: string;
  readonly lotId: string;
  readonly state: string;
  readonly isTaken: boolean | null;
  readonly isBatteryLow: boolean;
  readonly quiet: 'test' | 'muted' | null;
  readonly isBound: boolean;
  readonly hourCount: number;
}

const HOUR_MS = 3_600_000;
/** A detector that was restarted, or got a new battery, counts from the beginning again. */
const SAME_HOURS = 24;
/** Messages of a detector in an hour; more come from one that is broken, and are dropped. */
const MOST_AN_HOUR = 600;
/** A time that is older comes from a clock that is wrong. */
const OLDEST_HOURS = 72;

/**
 * Writes down a message of a detector and notes its battery, signal and state. Returns what it says of the spot where that is news: a
 * change, or a heartbeat that contradicts the last one, because a message in between was lost. Null for
 * a doubled message, and for those of a detector that does not stop.
 */
export async function noteMagnetic(
  tx: TenantTx,
  { magneticId }: MagneticContext,
  report: MagneticReport,
  route: MagneticRoute,
): Promise<MagneticSignal | null> {
  const [known] = await tx.query<Known>(
    `select m.serial_no, m.lot_id, m.state, m.is_taken, m.is_battery_low, case when m.quiet_until > $3 then m.quiet_kind end as quiet,
       case when m.hour_began_at > $3::timestamptz - interval '1 hour' then m.hour_count else 0 end as "hourCount",
       exists (select from spot_fact s where s.tenant_id = m.tenant_id and s.detector_no = m.serial_no) as "isBound"
     from magnetic m where m.tenant_id = $1 and m.id = $2 for update`,
    [tx.tenantId, magneticId, tx.now],
  );
  if (!known || known.hourCount >= MOST_AN_HOUR || (await isDoubled(tx, magneticId, report))) return null;
  const messageId = tx.newId();
  const happenedAt = timeOf(tx, report.happenedAt);
  const kind = kindOf(report, known.isTaken);
  await tx.query(
    `insert into magnetic_message (tenant_id, id, magnetic_id, lot_id, received_at, happened_at, kind, sequence, session, route,
       battery_percent, signal_dbm, outcome)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      tx.tenantId,
      messageId,
      magneticId,
      known.lotId,
      tx.now,
      happenedAt,
      kind,
      report.sequence,
      report.session ?? null,
      route,
      report.batteryPercent,
      report.signalDbm,
      known.quiet ?? (known.isBound ? 'taken' : 'unbound'),
    ],
  );
  const isTaken = kind === 'heartbeat' ? report.isTaken : kind === 'arrive';
  await noteSigns(tx, magneticId, known, { ...report, isTaken, happenedAt });
  const isNews = isTaken !== null && (kind !== 'heartbeat' || isTaken !== known.isTaken);
  const { lotId, serialNo } = known;
  return isNews ? { messageId, lotId, serialNo, isTaken, happenedAt } : null;
}

/** What a message reports; a state is a change where the last one was another, and a spot begins free. */
function kindOf({ kind, isTaken }: MagneticReport, wasTaken: boolean | null): MagneticKind {
  if (kind !== 'state') return kind;
  if (isTaken === null || isTaken === (wasTaken ?? false)) return 'heartbeat';
  return isTaken ? 'arrive' : 'leave';
}

/** Counts a message that came before with the same number; false where it is new. */
async function isDoubled(tx: TenantTx, magneticId: string, report: MagneticReport): Promise<boolean> {
  const { kind, sequence, session = null } = report;
  const doubled = await tx.query(
    `update magnetic_message set seen_count = seen_count + 1
     where tenant_id = $1 and magnetic_id = $2 and sequence = $3 and (kind = $4 or $4 = 'state')
       and session is not distinct from $6 and id >= first_uuid($5) returning id`,
    [tx.tenantId, magneticId, sequence, kind, new Date(tx.now.getTime() - SAME_HOURS * HOUR_MS), session],
  );
  return doubled.length > 0;
}

function timeOf({ now }: TenantTx, said: Date | null): Date {
  const isCredible = said !== null && said <= now && now.getTime() - said.getTime() <= OLDEST_HOURS * HOUR_MS;
  return isCredible ? said : now;
}

type Signs = Pick<MagneticReport, 'batteryPercent' | 'signalDbm' | 'isTaken'> & { readonly happenedAt: Date };

async function noteSigns(
  tx: TenantTx,
  magneticId: string,
  { serialNo, lotId, state, isBatteryLow: wasLow }: Omit<Known, 'isBound' | 'quiet' | 'hourCount'>,
  { batteryPercent, signalDbm, isTaken, happenedAt }: Signs,
): Promise<void> {
  const isLow = isBatteryLow(batteryPercent, wasLow);
  await tx.query(
    `update magnetic m set state = 'online', last_seen_at = $3, battery_percent = coalesce($4, m.battery_percent),
       signal_dbm = coalesce($5, m.signal_dbm), is_battery_low = $6,
       hour_began_at = case when m.hour_began_at > $3::timestamptz - interval '1 hour' then m.hour_began_at else $3 end,
       hour_count = case when m.hour_began_at > $3::timestamptz - interval '1 hour' then m.hour_count + 1 else 1 end,
       changed_at = case when n.is_taken <> coalesce(m.is_taken, not n.is_taken) and n.at >= coalesce(m.changed_at, n.at)
         then n.at else m.changed_at end,
       is_taken = case when n.at >= coalesce(m.changed_at, n.at) then coalesce(n.is_taken, m.is_taken) else m.is_taken end
     from (select $7::boolean as is_taken, $8::timestamptz as at) n where m.tenant_id = $1 and m.id = $2`,
    [tx.tenantId, magneticId, tx.now, batteryPercent, signalDbm, isLow, isTaken, happenedAt],
  );
  const facts = { lotId, subjectId: magneticId };
  const data = { magneticId, name: serialNo };
  if (state === 'offline') tx.emit(magneticOnline, { ...facts, data });
  if (isLow && !wasLow)
    tx.emit(magneticBatteryLow, { ...facts, data: { ...data, batteryPercent: batteryPercent ?? 0 } });
  if (!isLow && wasLow) tx.emit(magneticBatteryFine, { ...facts, data });
}

/** Notes that a detector was heard of through a box; one that is not registered yet is registered by it. */
export async function noteRelayed(
  tx: TenantTx,
  { lotId, serialNo, isTaken, happenedAt }: { lotId: string; serialNo: string; isTaken: boolean; happenedAt: Date },
): Promise<void> {
  await tx.query(
    `insert into magnetic (tenant_id, id, created_at, updated_at, serial_no, lot_id, heartbeat_minutes)
     values ($1, $2, $3, $3, $4, $5, 1440) on conflict (tenant_id, serial_no) do nothing`,
    [tx.tenantId, tx.newId(), tx.now, serialNo, lotId],
  );
  const [known] = await tx.query<Omit<Known, 'isBound' | 'quiet' | 'hourCount'> & { id: string }>(
    `select id, serial_no, lot_id, state, is_taken, is_battery_low from magnetic
     where tenant_id = $1 and serial_no = $2 for update`,
    [tx.tenantId, serialNo],
  );
  const signs = { batteryPercent: null, signalDbm: null, isTaken, happenedAt };
  if (known) await noteSigns(tx, known.id, known, signs);
}

/** Heartbeats a detector may miss before it counts as offline. */
const MISSED_HEARTBEATS = 3;

/** Marks the detectors offline that missed three heartbeats; the silence of a muted one is no event. Ends tests and mutes that are over. */
export async function markSilentMagnetics(kernel: Kernel): Promise<void> {
  const now = kernel.clock.now();
  const over = 'select distinct tenant_id from magnetic where quiet_until <= $1';
  await sweepTenants(kernel, { sql: over, values: [now] }, endQuiet);
  const isSilent = (place: number) =>
    `state = 'online' and last_seen_at < $${place}::timestamptz - make_interval(mins => heartbeat_minutes * ${MISSED_HEARTBEATS})`;
  const sql = `select distinct tenant_id from magnetic where ${isSilent(1)}`;
  await sweepTenants(kernel, { sql, values: [now] }, async (tx) => {
    const silent = await tx.query<{ id: string; serialNo: string; lotId: string; isMuted: boolean }>(
      `update magnetic set state = 'offline' where tenant_id = $1 and ${isSilent(2)}
       returning id, serial_no, lot_id, coalesce(quiet_kind = 'muted' and quiet_until > $2, false) as "isMuted"`,
      [tx.tenantId, now],
    );
    for (const { id, serialNo, lotId, isMuted } of silent)
      if (!isMuted) tx.emit(magneticOffline, { lotId, subjectId: id, data: { magneticId: id, name: serialNo } });
  });
}

/** Writes which share of their reports was false, for the list of detectors. */
export async function noteFalseRates(
  tx: TenantTx,
  rates: readonly { readonly serialNo: string; readonly percent: number | null }[],
): Promise<void> {
  await tx.query(
    `update magnetic m set false_percent = r.percent from unnest($2::text[], $3::int[]) as r (serial_no, percent)
     where m.tenant_id = $1 and m.serial_no = r.serial_no and m.false_percent is distinct from r.percent`,
    [tx.tenantId, rates.map((one) => one.serialNo), rates.map((one) => one.percent)],
  );
}

async function endQuiet(tx: TenantTx): Promise<void> {
  const ended = await tx.query<{ id: string; serialNo: string; lotId: string }>(
    `update magnetic set quiet_kind = null, quiet_until = null, quiet_reason = null, quiet_by = null
     where tenant_id = $1 and quiet_until <= $2 returning id, serial_no, lot_id`,
    [tx.tenantId, tx.now],
  );
  for (const { id, serialNo, lotId } of ended)
    tx.emit(magneticQuieted, {
      lotId,
      subjectId: id,
      data: { magneticId: id, name: serialNo, quietKind: null, until: null },
    });
}
