import { createHash } from 'node:crypto';
import type { DeviceContext } from '@boyun/devices/server';
import { type Kernel, systemWho } from '@boyun/kernel/server';
import type { DeviceFault } from '../intake/device-fault.service.ts';
import { decodeText, isSerial } from '../intake/payload.service.ts';
import { excerptOf, withoutSecrets } from './redaction.service.ts';

/** A message that could not be taken, with what is known about it. */
export interface RefusedMessage {
  readonly protocol: DeviceContext['protocol'];
  /** Address it was sent to, without the token. */
  readonly path: string;
  readonly address: string | null;
  readonly body: Uint8Array;
  /** Whether it tells of a car, which is worth keeping whole: it can be taken again. */
  readonly isKeptWhole: boolean;
  /** The camera or box it showed itself to be, where it did. */
  readonly device: (Pick<DeviceContext, 'tenantId' | 'lotId'> & { readonly cameraId?: string }) | null;
  /** The tenant its token or header names, where it names one. */
  readonly tenantId: number | null;
  /** The serial number it names outside its body, where it does. */
  readonly serialNo?: string | string[] | undefined;
}

/** New rows an address may cause in a minute; beyond that it is refused all the same but not kept. */
const ROWS_A_MINUTE = 60;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const MAX_ADDRESSES = 10_000;

interface Count {
  startedMs: number;
  rows: number;
}
const counts = new WeakMap<Kernel, Map<string, Count>>();

/**
 * Keeps a refused message for people to see and replay. The same one again only raises its count. Never throws: whoever
 * sent it gets its refusal whatever happens here.
 */
export async function keepRefused(kernel: Kernel, fault: DeviceFault, message: RefusedMessage): Promise<void> {
  kernel.metrics.refused.inc({ reason: fault.reason });
  const { address, path } = message;
  kernel.log.warn({ reason: fault.reason, detail: fault.detail, path, address }, 'device refused');
  if (!mayKeep(kernel, address ?? '')) return;
  try {
    await write(kernel, fault, message);
  } catch (error) {
    kernel.log.error({ err: error, path }, 'refused message was not kept');
  }
}

async function write(kernel: Kernel, fault: DeviceFault, message: RefusedMessage): Promise<void> {
  const { device, path, isKeptWhole } = message;
  const tenantId = device?.tenantId ?? (await tenantFor(kernel, message.tenantId));
  if (tenantId === null) return;
  const now = kernel.clock.now();
  const text = decodeText(message.body);
  const given = message.serialNo;
  const serialNo = typeof given === 'string' && isSerial(given) ? given : serialIn(text);
  // What tells of a car is the same when its text is; other messages are all alike, one row an hour shows them.
  const sameness = isKeptWhole ? hash(text) : String(Math.floor(now.getTime() / HOUR_MS));
  const fingerprint = hash([path, fault.reason, serialNo ?? '', device?.cameraId ?? '', sameness].join('\n'));
  const id = kernel.database.newId();
  const bodyKey = isKeptWhole ? `${tenantId}/quarantine/${now.toISOString().slice(0, 10)}/${id}.json` : null;
  const isNew = await kernel.database.inTenant(systemWho(tenantId, 'gateway'), async (tx) => {
    const [row] = await tx.query<{ id: string }>(
      `insert into quarantine (tenant_id, id, received_at, last_received_at, reason, detail, protocol, camera_id, lot_id,
         serial_no, address, path, payload, body_key, fingerprint)
       values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
       on conflict (tenant_id, fingerprint) do update
         set seen_count = quarantine.seen_count + 1, last_received_at = excluded.last_received_at
       returning id`,
      [
        tenantId,
        id,
        now,
        fault.reason,
        excerptOf(fault.detail).slice(0, 500),
        message.protocol,
        device?.cameraId ?? null,
        device?.lotId ?? null,
        serialNo,
        message.address,
        path,
        excerptOf(text),
        bodyKey,
        fingerprint,
      ],
    );
    if (row!.id !== id) return false;
    tx.emit({
      kind: 'device.refused',
      lotId: device?.lotId ?? null,
      subjectId: id,
      data: { quarantineId: id, cameraId: device?.cameraId ?? null, reason: fault.reason, path },
    });
    // Within the transaction: a row that promises a body has one.
    if (bodyKey) await kernel.files.put(bodyKey, Buffer.from(withoutSecrets(text), 'utf8'));
    return true;
  });
  if (isNew) count(kernel, message.address ?? '').rows += 1;
}

/** Messages nobody sent again for so long are forgotten, whatever became of them. */
const KEPT_MS = 90 * 24 * HOUR_MS;
const SWEPT_ROWS = 500;

/** Forgets old messages of all tenants, and with them what was kept whole of passings. */
export async function sweepQuarantine(kernel: Pick<Kernel, 'database' | 'clock' | 'files'>): Promise<void> {
  const before = new Date(kernel.clock.now().getTime() - KEPT_MS);
  const tenants = await kernel.database.system<{ tenantId: number }>(
    'select distinct tenant_id as "tenantId" from quarantine where last_received_at < $1',
    [before],
  );
  for (const { tenantId } of tenants)
    await kernel.database.inTenant(systemWho(tenantId, 'gateway'), async (tx) => {
      const rows = await tx.query<{ bodyKey: string | null }>(
        `delete from quarantine where tenant_id = $1 and id in (
           select id from quarantine where tenant_id = $1 and last_received_at < $2 limit $3)
         returning body_key as "bodyKey"`,
        [tenantId, before, SWEPT_ROWS],
      );
      // Before the commit: a row that stays behind because of a file is swept again.
      for (const { bodyKey } of rows) if (bodyKey) await kernel.files.remove(bodyKey);
      tx.emit({ kind: 'quarantine.forgotten', data: { count: rows.length } });
    });
}

/** The tenant a message names if there is such a one, else the platform's own; null when there is none of either. */
async function tenantFor(kernel: Kernel, named: number | null): Promise<number | null> {
  const [row] = await kernel.database.system<{ id: number }>(
    `select id from tenant where id = $1 or kind = 'platform' order by id = $1 desc nulls last, id limit 1`,
    [named],
  );
  return row?.id ?? null;
}

/** The serial number a message names, found without understanding it. */
function serialIn(text: string): string | null {
  const found =
    /serialno"?\s*[:=]\s*"?([A-Za-z0-9-]{1,64})/i.exec(text) ?? /name="?serialno"?\s+([A-Za-z0-9-]{1,64})/i.exec(text);
  return found && isSerial(found[1]!) ? found[1]! : null;
}

function mayKeep(kernel: Kernel, address: string): boolean {
  return count(kernel, address).rows < ROWS_A_MINUTE;
}

function count(kernel: Kernel, address: string): Count {
  let ofKernel = counts.get(kernel);
  if (!ofKernel) {
    ofKernel = new Map();
    counts.set(kernel, ofKernel);
  }
  const nowMs = kernel.clock.now().getTime();
  const known = ofKernel.get(address);
  if (known && Math.abs(nowMs - known.startedMs) < MINUTE_MS) return known;
  if (ofKernel.size >= MAX_ADDRESSES) ofKernel.clear();
  const fresh = { startedMs: nowMs, rows: 0 };
  ofKernel.set(address, fresh);
  return fresh;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
