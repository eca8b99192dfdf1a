import type { PlateColor } from '@boyun/domain/plate';
import { lotCondition, type TenantTx } from '@boyun/kernel/server';
import type { Decision } from '@boyun/passings/contract';
import type { StillKind, VideoSource, ViewingKind } from './viewing.contract.ts';

/** Most cameras of the list. */
const MOST_CAMERAS = 5000;
/** Most cars of a played period. */
const MOST_PASSINGS = 500;
/** Most still pictures of a played period. */
const MOST_STILLS = 1000;
/** Cars of a live picture: the last ones within these seconds. */
const LIVE_SECONDS = 180;
const LIVE_PASSINGS = 8;
/** An older picture is not shown as live. */
const STILL_HOURS = 24;

const secondsBefore = (moment: Date, seconds: number) => new Date(moment.getTime() - seconds * 1000);

/** A camera with its place. */
export interface VideoCamera {
  readonly id: string;
  readonly name: string;
  readonly lotId: string;
  readonly lotName: string;
  readonly zone: string;
  readonly laneName: string;
  readonly direction: 'entry' | 'exit';
  readonly state: 'never' | 'online' | 'offline';
  /** Its path on a media server. */
  readonly path: string;
}

const CAMERA = `c.id, c.name, c.lot_id, l.name as "lotName", l.time_zone as zone, n.name as "laneName", n.direction, c.state,
  coalesce(s.path, 'camera-' || c.id) as path`;
const OF_CAMERA = `camera_fact c
  join lot_fact l on l.tenant_id = c.tenant_id and l.id = c.lot_id
  join lane_fact n on n.tenant_id = c.tenant_id and n.id = c.lane_id
  left join video_stream s on s.tenant_id = c.tenant_id and s.camera_id = c.id`;

/** Returns the cameras of the caller's lots. */
export function findCameras(tx: TenantTx): Promise<VideoCamera[]> {
  const where = lotCondition(tx.who, 'c', 'lot_id');
  const most = where.place(MOST_CAMERAS);
  return tx.query<VideoCamera>(
    `select ${CAMERA} from ${OF_CAMERA} where ${where.sql} order by l.name, l.id, n.code, c.name, c.id limit ${most}`,
    where.values,
  );
}

/** Returns a camera, or null. */
export async function findVideoCamera(tx: TenantTx, id: string): Promise<VideoCamera | null> {
  const [row] = await tx.query<VideoCamera>(`select ${CAMERA} from ${OF_CAMERA} where c.tenant_id = $1 and c.id = $2`, [
    tx.tenantId,
    id,
  ]);
  return row ?? null;
}

/** A viewing with the place of its camera. */
export interface Viewing {
  readonly viewingId: string;
  readonly cameraId: string;
  readonly name: string;
  readonly lotId: string;
  readonly lotName: string;
  readonly zone: string;
  readonly laneName: string;
  readonly direction: 'entry' | 'exit';
  readonly kind: keyof typeof ViewingKind;
  readonly source: VideoSource;
  readonly serverId: string | null;
  readonly path: string;
}

/** Notes that the caller still watches these, and returns those that have not ended. */
export async function touchViewings(tx: TenantTx, ids: readonly string[], seenSince: Date): Promise<Viewing[]> {
  const touched = await tx.query<Pick<Viewing, 'viewingId' | 'cameraId' | 'kind' | 'source' | 'serverId' | 'path'>>(
    `update video_viewing set seen_at = $4 where tenant_id = $1 and id = any($2::uuid[]) and account_id = $3 and ended_at is null
       and seen_at > $5
     returning id as "viewingId", camera_id, kind, source, server_id, path`,
    [tx.tenantId, ids, tx.who.userId, tx.now, seenSince],
  );
  if (touched.length === 0) return [];
  const cameras = await tx.query<VideoCamera>(
    `select ${CAMERA} from ${OF_CAMERA} where c.tenant_id = $1 and c.id = any($2::uuid[])`,
    [tx.tenantId, touched.map(({ cameraId }) => cameraId)],
  );
  const byId = new Map(cameras.map((one) => [one.id, one]));
  return touched.flatMap((one) => {
    const camera = byId.get(one.cameraId);
    // The camera was removed, or its stream is another one by now.
    return camera && camera.path === one.path ? [{ ...camera, ...one }] : [];
  });
}

/** Returns how many pictures of a source are watched now; null is what has no server. */
export async function countOpen(tx: TenantTx, serverId: string | null, seenSince: Date): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from video_viewing
     where tenant_id = $1 and ended_at is null and seen_at > $3 and server_id is not distinct from $2::uuid`,
    [tx.tenantId, serverId, seenSince],
  );
  return row!.count;
}

/** A picture a camera took, with its moment. */
export interface Still {
  readonly cameraId: string;
  readonly at: Date;
  readonly picture: string;
  readonly kind: keyof typeof StillKind;
}

/** Returns the latest picture of each camera within a day: of a passing, or a snapshot. */
export function findStills(tx: TenantTx, cameraIds: readonly string[]): Promise<Still[]> {
  return tx.query<Still>(
    `select c.id as "cameraId", s.at, s.picture, s.kind from unnest($2::uuid[]) as c (id) cross join lateral (
       (select m.received_at as at, m.picture, 'snapshot' as kind from camera_snapshot_fact m
        where m.tenant_id = $1 and m.camera_id = c.id and m.picture is not null and m.received_at > $3 and m.id >= first_uuid($3)
        order by m.received_at desc limit 1)
       union all
       (select p.happened_at, p.picture, 'passing' from passing_fact p
        where p.tenant_id = $1 and p.camera_id = c.id and p.picture is not null and p.voided_at is null
          and p.happened_at > $3 and p.id >= first_uuid($3) order by p.id desc limit 1)
       order by at desc limit 1) s`,
    [tx.tenantId, cameraIds, secondsBefore(tx.now, STILL_HOURS * 3600)],
  );
}

/** A car at the lane of a camera. */
export interface VideoPassing {
  readonly cameraId: string;
  readonly id: string;
  readonly at: Date;
  readonly plate: string;
  readonly plateColor: PlateColor;
  readonly decision: Decision;
  readonly direction: 'entry' | 'exit';
  readonly picture: string | null;
}

const PASSING = `p.camera_id, p.id, p.happened_at as at, p.plate, p.plate_color, p.decision, p.direction, p.picture`;

/** Returns the last cars of each camera within the last minutes, the newest first. */
export function findLastPassings(tx: TenantTx, cameraIds: readonly string[]): Promise<VideoPassing[]> {
  return tx.query<VideoPassing>(
    `select p.* from unnest($2::uuid[]) as c (id) cross join lateral (
       select ${PASSING} from passing_fact p where p.tenant_id = $1 and p.camera_id = c.id and p.voided_at is null
         and not p.is_late and p.happened_at > $3 and p.id >= first_uuid($3) order by p.id desc limit $4) p`,
    [tx.tenantId, cameraIds, secondsBefore(tx.now, LIVE_SECONDS), LIVE_PASSINGS],
  );
}

/** Returns the cars of a camera in a period, in order. */
export function findPassingsOf(tx: TenantTx, cameraId: string, from: Date, to: Date): Promise<VideoPassing[]> {
  return tx.query<VideoPassing>(
    `select ${PASSING} from passing_fact p where p.tenant_id = $1 and p.camera_id = $2 and p.voided_at is null
       and p.happened_at between $3 and $4 and p.id >= first_uuid($3::timestamptz - interval '1 hour')
     order by p.happened_at, p.id limit $5`,
    [tx.tenantId, cameraId, from, to, MOST_PASSINGS],
  );
}

/** Returns the snapshots of a camera in a period, in order. */
export function findSnapshots(tx: TenantTx, cameraId: string, from: Date, to: Date): Promise<Still[]> {
  return tx.query<Still>(
    `select m.camera_id, m.received_at as at, m.picture, 'snapshot' as kind from camera_snapshot_fact m
     where m.tenant_id = $1 and m.camera_id = $2 and m.picture is not null and m.received_at between $3 and $4
       and m.id >= first_uuid($3::timestamptz - interval '1 hour')
     order by m.received_at limit $5`,
    [tx.tenantId, cameraId, from, to, MOST_STILLS],
  );
}

/** Returns the camera and the moment of a passing, or null. */
export async function findPassingPlace(
  tx: TenantTx,
  passingId: string,
): Promise<{ cameraId: string; lotId: string; at: Date } | null> {
  const [row] = await tx.query<{ cameraId: string; lotId: string; at: Date }>(
    'select camera_id, lot_id, happened_at as at from passing_fact where tenant_id = $1 and id = $2',
    [tx.tenantId, passingId],
  );
  return row ?? null;
}
