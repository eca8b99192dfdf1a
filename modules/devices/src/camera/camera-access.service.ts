import { kernelRefusal, type Label, Refusal, singleSlot } from '@boyun/kernel/contract';
import { addressesOf, coversLot, type Kernel, makeGuard, type TenantTx } from '@boyun/kernel/server';
import { camera } from './camera.contract.ts';
import { openTo } from './camera.queries.ts';
import { cameraAccessRefusal } from './camera-access.contract.ts';
import { cameraCallFailed, cameraCallWorks } from './camera-event.contract.ts';
import { callsOf } from './protocol.contract.ts';

/** How a camera is called. */
export interface CameraAccess {
  readonly protocol: string;
  /** Without a path. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

/** Calls a camera without moving its barrier; returns what is wrong, null where it answered well. */
export const cameraTest =
  singleSlot<(kernel: Kernel, access: CameraAccess) => Promise<Label | null>>('devices.camera-test');

interface Stored {
  readonly name: string;
  readonly lotId: string;
  readonly protocol: string;
  readonly callUrl: string | null;
  readonly callUser: string | null;
  readonly callSecretSealed: string | null;
}

const ACCESS = 'name, lot_id, protocol, call_url, call_user, call_secret_sealed';

/** A camera the caller may change, locked. Throws a refusal where its protocol is not called. */
export async function requireCalled(tx: TenantTx, cameraId: string): Promise<Stored> {
  const [row] = await tx.query<Stored>(`select ${ACCESS} from camera where tenant_id = $1 and id = $2 for update`, [
    tx.tenantId,
    cameraId,
  ]);
  if (!row || !coversLot(tx.who, row.lotId))
    throw new Refusal(kernelRefusal['not-found'], { what: camera.title[tx.who.language] });
  if (!callsOf(row.protocol)) throw new Refusal(cameraAccessRefusal['not-called']);
  return row;
}

/** The access of a stored camera, opened; null where it has none. */
export function accessOf(kernel: Pick<Kernel, 'secrets'>, row: Omit<Stored, 'name' | 'lotId'>): CameraAccess | null {
  const { protocol, callUrl, callUser, callSecretSealed } = row;
  if (!callUrl || !callUser || !callSecretSealed) return null;
  return { protocol, url: callUrl, user: callUser, password: kernel.secrets.decrypt(callSecretSealed) };
}

/** How a camera is called, and null where it is not. */
export async function findCameraAccess(
  kernel: Kernel,
  tenantId: number,
  cameraId: string,
): Promise<CameraAccess | null> {
  const [row] = await openTo(kernel.database)<Stored>(
    `select ${ACCESS} from camera where tenant_id = $1 and id = $2 and call_url is not null`,
    [tenantId, cameraId],
  );
  return row && callsOf(row.protocol) ? accessOf(kernel, row) : null;
}

/** Throws a refusal for an address that resolves to a private network which configuration does not permit. */
export async function checkCameraAddress(kernel: Kernel, url: string): Promise<void> {
  const guard = makeGuard(kernel.configuration.deviceAllow);
  const refused = (await addressesOf(new URL(url))).find((address) => !guard.isAllowed(address));
  if (refused) throw new Refusal(cameraAccessRefusal['private-address'], { address: refused });
}

/** Notes why the last call of a camera failed, or (null) that it did not; the first failure and the first success after it are events. */
export async function noteCall(tx: TenantTx, cameraId: string, error: string | null): Promise<void> {
  const [row] = await tx.query<{ before: string | null; name: string; lotId: string; laneId: string }>(
    `with old as (select call_error from camera where tenant_id = $1 and id = $2 for update)
     update camera c set call_error = $3, version = version + 1, updated_at = $4 from old
     where c.tenant_id = $1 and c.id = $2 and c.call_error is distinct from $3
     returning old.call_error as before, c.name, c.lot_id, c.lane_id`,
    [tx.tenantId, cameraId, error, tx.now],
  );
  if (!row) return;
  const { before, name, lotId, laneId } = row;
  const data = { cameraId, laneId, name };
  if (error && before === null)
    tx.emit(cameraCallFailed, { lotId, subjectId: cameraId, data: { ...data, reason: error.slice(0, 200) } });
  if (error === null) tx.emit(cameraCallWorks, { lotId, subjectId: cameraId, data });
}
