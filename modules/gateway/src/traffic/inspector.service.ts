import type { DeviceContext } from '@boyun/devices/server';
import { type Kernel, sweepFound, systemWho } from '@boyun/kernel/server';
import { excerptOf } from '../quarantine/redaction.service.ts';
import { inspectBody } from './inspected-body.service.ts';

/** A message of a camera with what became of it. */
export interface SeenMessage {
  readonly device: Pick<DeviceContext, 'tenantId' | 'lotId' | 'cameraId'>;
  readonly protocol: string;
  /** Without secrets. */
  readonly path: string;
  readonly contentType: string;
  readonly address: string | null;
  readonly body: Buffer;
  readonly reply: object | null;
  readonly outcome: 'taken' | 'refused' | 'captured';
  readonly detail: string | null;
}

/** Limits of what is kept of messages: they are samples for people, and cost the gate nothing. */
export const inspectorLimits = {
  perCamera: 40,
  keptMs: 7 * 24 * 3_600_000,
  /** A camera's messages at one address are kept this far apart. */
  apartMs: 2000,
  /** As are those that show nothing new, heartbeats and polls. */
  heartbeatMs: 60_000,
  /** Messages of all cameras in a second and process. */
  perSecond: 20,
  waiting: 100,
  flushMs: 500,
} as const;

interface State {
  readonly lastMs: Map<string, number>;
  secondMs: number;
  inSecond: number;
  waiting: SeenAt[];
  timer: NodeJS.Timeout | null;
  writing: Promise<void>;
}
type SeenAt = SeenMessage & { readonly at: Date };

const states = new WeakMap<Kernel, State>();
const MAX_CAMERAS = 20_000;

/** Keeps a sample of the messages of cameras, behind their backs: it never throws and nobody waits for it. `isSign`: it shows nothing but life. */
export function noteMessage(kernel: Kernel, seen: SeenMessage, isSign: boolean): void {
  const state = stateOf(kernel);
  const at = kernel.clock.now();
  if (!takesOne(state, `${seen.device.cameraId} ${seen.path} ${seen.outcome}`, at.getTime(), isSign)) return;
  state.waiting.push({ ...seen, at });
  state.timer ??= setTimeout(() => void flushMessages(kernel), inspectorLimits.flushMs).unref();
}

function takesOne(state: State, key: string, nowMs: number, isSign: boolean): boolean {
  const apartMs = isSign ? inspectorLimits.heartbeatMs : inspectorLimits.apartMs;
  if (Math.abs(nowMs - (state.lastMs.get(key) ?? Number.NEGATIVE_INFINITY)) < apartMs) return false;
  if (Math.abs(nowMs - state.secondMs) >= 1000) {
    state.secondMs = nowMs;
    state.inSecond = 0;
  }
  if (state.inSecond >= inspectorLimits.perSecond || state.waiting.length >= inspectorLimits.waiting) return false;
  state.inSecond += 1;
  if (state.lastMs.size >= MAX_CAMERAS) state.lastMs.clear();
  state.lastMs.set(key, nowMs);
  return true;
}

/** Writes what waits; settles once it is written. */
export function flushMessages(kernel: Kernel): Promise<void> {
  const state = stateOf(kernel);
  if (state.timer) clearTimeout(state.timer);
  state.timer = null;
  const { waiting } = state;
  state.waiting = [];
  state.writing = state.writing.then(async () => {
    for (const [tenantId, seen] of Map.groupBy(waiting, (one) => one.device.tenantId))
      await write(kernel, tenantId, seen).catch((error: Error) =>
        kernel.log.warn({ err: error.message }, 'messages of cameras were not kept for inspection'),
      );
  });
  return state.writing;
}

/** Writes the messages of a tenant and removes what its cameras have beyond their number. */
function write(kernel: Kernel, tenantId: number, seen: readonly SeenAt[]): Promise<void> {
  return kernel.database.inTenant(systemWho(tenantId, 'gateway'), async (tx) => {
    for (const one of seen) {
      const { text, isWhole, hasPicture } = inspectBody(one.body, one.contentType);
      await tx.query(
        // The camera may be gone by now.
        `insert into device_message (tenant_id, id, camera_id, lot_id, received_at, protocol, path, content_type, address, size,
           has_picture, body, is_whole, reply, outcome, detail)
         select tenant_id, $2, id, lot_id, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15
         from camera_fact where tenant_id = $1 and id = $3`,
        [
          tenantId,
          tx.newId(),
          one.device.cameraId,
          one.at,
          one.protocol,
          one.path,
          one.contentType.slice(0, 200),
          one.address,
          one.body.length,
          hasPicture,
          text,
          isWhole,
          one.reply ? excerptOf(JSON.stringify(one.reply)).slice(0, 2000) : '',
          one.outcome,
          one.detail?.slice(0, 300) ?? null,
        ],
      );
    }
    await tx.query(
      `delete from device_message where tenant_id = $1 and id in (
         select id from (
           select id, row_number() over (partition by camera_id order by id desc) as place
           from device_message where tenant_id = $1 and camera_id = any($2::uuid[])) as counted
         where place > $3)`,
      [tenantId, [...new Set(seen.map((one) => one.device.cameraId))], inspectorLimits.perCamera],
    );
  });
}

/** Removes old messages of all tenants. */
export async function sweepMessages(kernel: Kernel): Promise<void> {
  const before = new Date(kernel.clock.now().getTime() - inspectorLimits.keptMs);
  const sql = 'select distinct tenant_id from device_message where received_at < $1';
  await sweepFound(kernel, { sql, values: [before] }, ({ tenantId }) =>
    kernel.database.inTenant(systemWho(tenantId, 'gateway'), async (tx) => {
      await tx.query('delete from device_message where tenant_id = $1 and received_at < $2', [tenantId, before]);
    }),
  );
}

function stateOf(kernel: Kernel): State {
  const known = states.get(kernel);
  if (known) return known;
  const fresh: State = {
    lastMs: new Map(),
    secondMs: Number.NEGATIVE_INFINITY,
    inSecond: 0,
    waiting: [],
    timer: null,
    writing: Promise.resolve(),
  };
  states.set(kernel, fresh);
  return fresh;
}
