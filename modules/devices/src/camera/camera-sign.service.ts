import { type Kernel, systemWho } from '@boyun/kernel/server';
import { type DeviceContext, deviceWho, emitState } from './camera.service.ts';
import { deviceOnline } from './camera-event.contract.ts';

const WRITE_EVERY_MS = 10_000;
/** The signs of cameras that are online anyway are gathered for this long and written together. */
const GATHER_MS = 200;

interface Sign {
  writtenMs: number;
  eventAt: Date | null;
}

/** A sign of life to be written, and the last car of its camera where there was one. */
interface Seen {
  readonly device: DeviceContext;
  readonly at: Date;
  readonly eventAt: Date | null;
}

interface Signs {
  /** When this process last wrote each camera's last-seen time; it only saves writes and decides nothing. */
  readonly byCamera: Map<string, Sign>;
  waiting: Seen[];
  writing: Promise<void>;
}
const signs = new WeakMap<Kernel, Signs>();

/**
 * Updates the last-seen time of a camera (`isPassing`: with a car), at most every ten seconds in the database. A camera that
 * was not online is marked online and `device.online` is emitted; the time of one that is online may be written a moment later.
 */
export async function noteSign(kernel: Kernel, device: DeviceContext, isPassing = false): Promise<void> {
  const now = kernel.clock.now();
  const ofKernel = signsOf(kernel);
  const sign = ofKernel.byCamera.get(device.cameraId) ?? { writtenMs: Number.NEGATIVE_INFINITY, eventAt: null };
  if (isPassing) sign.eventAt = now;
  ofKernel.byCamera.set(device.cameraId, sign);
  if (Math.abs(now.getTime() - sign.writtenMs) < WRITE_EVERY_MS) return;
  sign.writtenMs = now.getTime();
  const seen: Seen = { device, at: now, eventAt: sign.eventAt };
  sign.eventAt = null;
  if (device.state === 'online') return gather(kernel, ofKernel, seen);
  await writeOne(kernel, ofKernel, seen);
}

function signsOf(kernel: Kernel): Signs {
  let found = signs.get(kernel);
  if (!found) {
    found = { byCamera: new Map(), waiting: [], writing: Promise.resolve() };
    signs.set(kernel, found);
  }
  return found;
}

/** Writes the sign of one camera with the event of its change; it is written again with the next one where that fails. */
async function writeOne(kernel: Kernel, ofKernel: Signs, seen: Seen): Promise<void> {
  const { device, at, eventAt } = seen;
  try {
    await kernel.database.inTenant(deviceWho(device), async (tx) => {
      const [row] = await tx.query<{ state: string }>(
        `with before as (select state from camera where tenant_id = $1 and id = $2 for update)
         update camera set last_seen_at = $3, last_event_at = coalesce($4, last_event_at), state = 'online'
         from before where tenant_id = $1 and id = $2 returning before.state`,
        [tx.tenantId, device.cameraId, at, eventAt],
      );
      if (row && row.state !== 'online') emitState(tx, deviceOnline, { ...device, name: device.cameraName });
    });
  } catch (error) {
    forget(ofKernel, seen);
    throw error;
  }
}

/** The next sign of the camera is written, whenever it comes. */
function forget({ byCamera }: Signs, { device, eventAt }: Seen): void {
  const sign = byCamera.get(device.cameraId);
  if (!sign) return;
  sign.writtenMs = Number.NEGATIVE_INFINITY;
  sign.eventAt ??= eventAt;
}

function gather(kernel: Kernel, ofKernel: Signs, seen: Seen): void {
  ofKernel.waiting.push(seen);
  if (ofKernel.waiting.length > 1) return;
  setTimeout(() => {
    const { waiting } = ofKernel;
    ofKernel.waiting = [];
    ofKernel.writing = ofKernel.writing.then(async () => {
      for (const [tenantId, ofTenant] of Map.groupBy(waiting, (one) => one.device.tenantId))
        await writeGathered(kernel, ofKernel, tenantId, ofTenant);
    });
  }, GATHER_MS).unref();
}

/** Writes the signs of a tenant's cameras; those that are not online after all, or locked, are written one by one. */
async function writeGathered(kernel: Kernel, ofKernel: Signs, tenantId: number, waiting: readonly Seen[]) {
  try {
    const written = await refresh(kernel, tenantId, waiting);
    for (const seen of waiting) if (!written.has(seen.device.cameraId)) await writeOne(kernel, ofKernel, seen);
  } catch (error) {
    for (const seen of waiting) forget(ofKernel, seen);
    kernel.log.warn({ err: error, tenantId, cameras: waiting.length }, 'signs of life were not written');
  }
}

/** Returns the cameras whose times it wrote: it waits for no lock, and changes no state. */
function refresh(kernel: Kernel, tenantId: number, waiting: readonly Seen[]): Promise<Set<string>> {
  return kernel.database.inTenant(systemWho(tenantId, 'gateway'), async (tx) => {
    const rows = await tx.query<{ id: string }>(
      `with seen as (
         select c.id, s.seen_at, s.event_at
         from unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) as s (id, seen_at, event_at)
         join camera c on c.tenant_id = $1 and c.id = s.id
         where c.state = 'online' order by c.id for no key update of c skip locked)
       update camera set last_seen_at = seen.seen_at, last_event_at = coalesce(seen.event_at, last_event_at)
       from seen where tenant_id = $1 and camera.id = seen.id returning camera.id`,
      [
        tx.tenantId,
        waiting.map((one) => one.device.cameraId),
        waiting.map((one) => one.at),
        waiting.map((one) => one.eventAt),
      ],
    );
    return new Set(rows.map((one) => one.id));
  });
}
