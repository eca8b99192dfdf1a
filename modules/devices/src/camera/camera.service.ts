import { randomBytes } from 'node:crypto';
import type { ScreenFormat } from '@boyun/domain/screen-frame';
import {
  hashToken,
  type Kernel,
  newToken,
  sweepTenants,
  systemWho,
  type TenantTx,
  type Who,
} from '@boyun/kernel/server';
import { deviceOffline, type deviceOnline, serialPinned } from './camera-event.contract.ts';
import { silenceOfProtocols } from './protocol.contract.ts';

/** An authenticated device with all values needed to process its messages. */
export interface DeviceContext {
  readonly tenantId: number;
  readonly cameraId: string;
  readonly cameraName: string;
  /** Null until the first message pins it. */
  readonly serialNo: string | null;
  readonly laneId: string;
  readonly lotId: string;
  readonly direction: 'entry' | 'exit';
  /** The name of its driver. */
  readonly protocol: string;
  /** As it was when the camera was looked up. */
  readonly state?: 'never' | 'online' | 'offline';
  /** IANA zone of the lot. */
  readonly zone: string;
  /** The screen of its lane, where one is set up. */
  readonly laneScreen?: LaneScreen | null;
}

/** The screen of a lane. */
export interface LaneScreen {
  readonly id: string;
  /** `camera`: behind the serial line of the lane's camera. */
  readonly route: 'camera' | 'tcp';
  readonly format: ScreenFormat;
  readonly channel: number;
  readonly address: string | null;
  readonly port: number | null;
  /** It says what the camera would say otherwise. */
  readonly isSpeaking: boolean;
  readonly brightnessPlan: string | null;
}

/** Seconds without a sign of life after which a camera counts as offline. */
export const OFFLINE_AFTER_SECONDS = 60;

/** Returns the device as the actor of a transaction. */
export function deviceWho(device: DeviceContext, address: string | null = null): Who {
  return { ...systemWho(device.tenantId, device.cameraName), kind: 'device', zone: device.zone, address };
}

/** Creates a token and a key for signed calls; only the token's hash and the encrypted key are stored. */
export async function renewSecret(
  tx: TenantTx,
  kernel: Pick<Kernel, 'secrets'>,
  cameraId: string,
): Promise<{ token: string; deviceSecret: string }> {
  const token = newToken(tx.tenantId);
  const deviceSecret = randomBytes(32).toString('base64url');
  await tx.query(
    `update camera set token_hash = $3, secret_sealed = $4, version = version + 1, updated_at = $5
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, cameraId, hashToken(token), kernel.secrets.encrypt(deviceSecret), tx.now],
  );
  return { token, deviceSecret };
}

/**
 * Pins the first serial number a camera reports. Returns the pinned number, or null when the reported one
 * already belongs to another camera of the tenant.
 */
export async function pinSerial(kernel: Kernel, device: DeviceContext, serialNo: string): Promise<string | null> {
  try {
    return await kernel.database.inTenant(deviceWho(device), async (tx) => {
      const pinned = await tx.query(
        `update camera set serial_no = $3, version = version + 1, updated_at = $4
         where tenant_id = $1 and id = $2 and serial_no is null returning id`,
        [tx.tenantId, device.cameraId, serialNo, tx.now],
      );
      if (pinned.length === 1) {
        tx.emit(serialPinned, {
          lotId: device.lotId,
          subjectId: device.cameraId,
          data: { cameraId: device.cameraId, serialNo },
        });
        return serialNo;
      }
      const [row] = await tx.query<{ serialNo: string | null }>(
        'select serial_no from camera where tenant_id = $1 and id = $2',
        [tx.tenantId, device.cameraId],
      );
      return row?.serialNo ?? null;
    });
  } catch (error) {
    if ((error as { code?: string }).code === '23505') return null;
    throw error;
  }
}

/** Marks cameras offline that sent nothing for as long as their protocol allows, and emits `device.offline` for each. */
export async function markSilentCameras(kernel: Kernel): Promise<void> {
  const { names, seconds } = silenceOfProtocols();
  const values = [kernel.clock.now(), OFFLINE_AFTER_SECONDS, names, seconds];
  const isSilent = (
    first: number,
  ) => `state = 'online' and extract(epoch from $${first}::timestamptz - last_seen_at) > (
    select nullif(coalesce(min(own.seconds), $${first + 1}::int), 0)
    from unnest($${first + 2}::text[], $${first + 3}::int[]) as own (name, seconds) where own.name = protocol)`;
  const sql = `select distinct tenant_id from camera where ${isSilent(1)}`;
  await sweepTenants(kernel, { sql, values }, async (tx) => {
    const silent = await tx.query<{ cameraId: string; laneId: string; lotId: string; name: string }>(
      `update camera set state = 'offline' where tenant_id = $1 and ${isSilent(2)}
         returning id as "cameraId", lane_id, lot_id, name`,
      [tx.tenantId, ...values],
    );
    for (const one of silent) emitState(tx, deviceOffline, one);
  });
}

/** Records that a camera is online or offline now. */
export function emitState(
  tx: TenantTx,
  type: typeof deviceOnline | typeof deviceOffline,
  one: { cameraId: string; laneId: string; lotId: string; name: string },
): void {
  const { cameraId, laneId, lotId, name } = one;
  tx.emit<(typeof deviceOnline)['fields']>(type, { lotId, subjectId: cameraId, data: { cameraId, laneId, name } });
}
