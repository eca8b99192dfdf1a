import { createHash } from 'node:crypto';
import type { DeviceContext } from '@boyun/devices/server';
import { type Kernel, sweepFound, systemWho } from '@boyun/kernel/server';
import type { DeviceFault } from '../message/device-fault.service.ts';
import { decodeText, isSerial } from '../message/payload.service.ts';
import { deviceRefused } from './quarantine-event.contract.ts';
import { networkOf, removed, takeRow, trimAll, trimTenant } from './quarantine-limit.service.ts';
import { excerptOf, withoutSecrets } from './redaction.service.ts';

/** A message that could not be taken, with what is known about it. */
export interface RefusedMessage {
  readonly protocol: string;
  /** Address it was sent to, without the token. */
  readonly path: string;
  readonly address: string | null;
  /** The message, or its beginning where the caller is unknown. */
  readonly body: Uint8Array;
  /** Bytes of the whole message as far as known. */
  readonly size: number;
  /** Whether it reports a car: kept whole, it can be replayed. */
  readonly isKeptWhole: boolean;
  /** The authenticated camera or box; null where there is none. */
  readonly device: (Pick<DeviceContext, 'tenantId' | 'lotId'> & { readonly cameraId?: string }) | null;
  /** The tenant its token or header names, where it names one. */
  readonly tenantId: number | null;
  /** The serial number it names outside its body, where it does. */
  readonly serialNo?: string | string[] | undefined;
}

const HOUR_MS = 3_600_000;

/**
 * Files a refused message: messages of known devices so that people can see and replay them, of all others a note with
 * their source and size. The same message again only raises its count. Never throws: the sender gets its refusal
 * whatever happens here.
 */
export async function keepRefused(kernel: Kernel, fault: DeviceFault, message: RefusedMessage): Promise<void> {
  kernel.metrics.refused.inc({ reason: fault.reason });
  const { address, path } = message;
  kernel.log.warn({ reason: fault.reason, detail: fault.detail, path, address }, 'device refused');
  try {
    // A device is known once its token or its signature was right.
    const isKnown = message.device !== null && fault.reason !== 'unknown' && fault.reason !== 'bad-signature';
    if (isKnown) await keepMessage(kernel, fault, message, message.device);
    else await keepNote(kernel, fault, message);
  } catch (error) {
    kernel.log.error({ err: error, path }, 'refused message was not kept');
  }
}

/** Keeps a message of a known device; what reports a car is kept whole, so that it can be replayed. */
async function keepMessage(
  kernel: Kernel,
  fault: DeviceFault,
  message: RefusedMessage,
  device: NonNullable<RefusedMessage['device']>,
): Promise<void> {
  const { path, isKeptWhole } = message;
  const { tenantId } = device;
  const now = kernel.clock.now();
  const text = decodeText(message.body);
  const serialNo = serialOf(message, text);
  // What reports a car is the same when its text is; other messages are all alike, one row an hour shows them.
  const sameness = isKeptWhole ? hash(text) : String(Math.floor(now.getTime() / HOUR_MS));
  const row: NewRow = {
    ...rowOf(kernel, fault, message),
    tenantId,
    serialNo,
    payload: excerptOf(text),
    bodyHash: hash(message.body),
    fingerprint: hash([path, fault.reason, serialNo ?? '', device.cameraId ?? '', sameness].join('\n')),
    isNote: false,
  };
  if (!takeRow(kernel, 'message', device.cameraId ?? message.address ?? '', tenantId)) return;
  const body = isKeptWhole ? Buffer.from(withoutSecrets(text), 'utf8') : null;
  await write(kernel, row, body);
  if (body) await trimAll(kernel);
}

/** Records the refusal of an unauthenticated caller: one row a day per network and path, without the content. */
async function keepNote(kernel: Kernel, fault: DeviceFault, message: RefusedMessage): Promise<void> {
  const tenantId = message.device?.tenantId ?? (await tenantFor(kernel, message.tenantId));
  if (tenantId === null) return;
  const network = networkOf(message.address);
  if (!takeRow(kernel, 'note', network, tenantId)) return;
  const isWhole = message.size === message.body.length;
  const day = kernel.clock.now().toISOString().slice(0, 10);
  const claimed = message.device?.cameraId ?? '';
  await write(
    kernel,
    {
      ...rowOf(kernel, fault, message),
      tenantId,
      serialNo: serialOf(message, decodeText(message.body)),
      payload: '',
      bodyHash: isWhole ? hash(message.body) : null,
      fingerprint: hash(['note', message.path, fault.reason, network, claimed, day].join('\n')),
      isNote: true,
    },
    null,
  );
  await trimAll(kernel);
}

interface NewRow {
  readonly tenantId: number;
  readonly id: string;
  readonly now: Date;
  readonly reason: string;
  readonly detail: string;
  readonly protocol: string;
  readonly cameraId: string | null;
  readonly lotId: string | null;
  readonly serialNo: string | null;
  readonly address: string | null;
  readonly path: string;
  readonly payload: string;
  readonly fingerprint: string;
  readonly size: number;
  readonly bodyHash: string | null;
  readonly isNote: boolean;
}

function rowOf(kernel: Kernel, fault: DeviceFault, message: RefusedMessage) {
  return {
    id: kernel.database.newId(),
    now: kernel.clock.now(),
    reason: fault.reason,
    detail: excerptOf(fault.detail).slice(0, 500),
    protocol: message.protocol,
    cameraId: message.device?.cameraId ?? null,
    lotId: message.device?.lotId ?? null,
    address: message.address,
    path: message.path,
    size: message.size,
  };
}

/** Writes a row, or raises the count of the one it equals; then removes the oldest rows beyond the tenant's limits. */
async function write(kernel: Kernel, row: NewRow, body: Buffer | null): Promise<void> {
  const { tenantId, id, now } = row;
  const bodyKey = body ? `${tenantId}/quarantine/${now.toISOString().slice(0, 10)}/${id}.json` : null;
  await kernel.database.inTenant(systemWho(tenantId, 'gateway'), async (tx) => {
    const [written] = await tx.query<{ id: string }>(
      `insert into quarantine (tenant_id, id, received_at, last_received_at, reason, detail, protocol, camera_id, lot_id,
         serial_no, address, path, payload, body_key, fingerprint, size, body_bytes, body_hash, is_note)
       values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
       on conflict (tenant_id, fingerprint) do update
         set seen_count = quarantine.seen_count + 1, last_received_at = excluded.last_received_at,
           detail = excluded.detail, size = excluded.size, body_hash = excluded.body_hash,
           serial_no = coalesce(excluded.serial_no, quarantine.serial_no)
       returning id`,
      [
        tenantId,
        id,
        now,
        row.reason,
        row.detail,
        row.protocol,
        row.cameraId,
        row.lotId,
        row.serialNo,
        row.address,
        row.path,
        row.payload,
        bodyKey,
        row.fingerprint,
        row.size,
        body?.length ?? 0,
        row.bodyHash,
        row.isNote,
      ],
    );
    if (written!.id !== id) return;
    tx.emit(deviceRefused, {
      lotId: row.lotId,
      subjectId: id,
      data: { quarantineId: id, cameraId: row.cameraId, reason: row.reason, path: row.path },
    });
    // Within the transaction: a row that promises a body has one.
    if (bodyKey) await kernel.files.put(bodyKey, body!);
    await trimTenant(kernel, tx, row.isNote);
  });
}

/** Rows are removed this long after their message last arrived, whatever their state. */
const KEPT_MS = 90 * 24 * HOUR_MS;
const SWEPT_ROWS = 500;

/** Removes old rows of all tenants with their files, and what is beyond the limits of the installation. */
export async function sweepQuarantine(kernel: Kernel): Promise<void> {
  const before = new Date(kernel.clock.now().getTime() - KEPT_MS);
  const sql = 'select distinct tenant_id from quarantine where last_received_at < $1';
  await sweepFound(kernel, { sql, values: [before] }, async ({ tenantId }) => {
    while ((await sweepTenant(kernel, tenantId, before)) === SWEPT_ROWS);
  });
  await trimAll(kernel, true);
}

/** Removes up to 500 rows of a tenant; returns how many. */
function sweepTenant(kernel: Kernel, tenantId: number, before: Date): Promise<number> {
  return kernel.database.inTenant(systemWho(tenantId, 'gateway'), async (tx) => {
    const rows = await tx.query<{ bodyKey: string | null }>(
      `delete from quarantine where tenant_id = $1 and id in (
         select id from quarantine where tenant_id = $1 and last_received_at < $2 limit $3)
       returning body_key`,
      [tenantId, before, SWEPT_ROWS],
    );
    await removed(kernel, tx, rows);
    return rows.length;
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

/** The serial number a message names in its headers or, failing that, in its text. */
function serialOf({ serialNo }: RefusedMessage, text: string): string | null {
  return typeof serialNo === 'string' && isSerial(serialNo) ? serialNo : serialIn(text);
}

/** The serial number a message names, found without understanding it. */
function serialIn(text: string): string | null {
  const found =
    /serialno"?\s*[:=]\s*"?([A-Za-z0-9-]{1,64})/i.exec(text) ?? /name="?serialno"?\s+([A-Za-z0-9-]{1,64})/i.exec(text);
  return found && isSerial(found[1]!) ? found[1]! : null;
}

function hash(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('base64url');
}
