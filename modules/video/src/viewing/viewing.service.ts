import { requestPictures } from '@boyun/devices/server';
import { Refusal } from '@boyun/kernel/contract';
import type { Kernel, TenantTx } from '@boyun/kernel/server';
import { requirePermitted } from '../video-server/media-address.service.ts';
import type { VideoOrigin } from '../video-server/video-origin.queries.ts';
import { type VideoSource, type ViewingKind, viewingRefusal } from './viewing.contract.ts';
import {
  countOpen,
  findLastPassings,
  findStills,
  type VideoCamera,
  type VideoPassing,
  type Viewing,
} from './viewing.queries.ts';
import { makeToken } from './watch-token.service.ts';

/** Seconds after which a page that says nothing more counts as closed. */
export const SEEN_SECONDS = 60;

/** The moment since which an open page has said so. */
export const seenSince = (tx: TenantTx): Date => new Date(tx.now.getTime() - SEEN_SECONDS * 1000);

/** What a source of video delivers. */
export function sourceOf({ kind }: VideoOrigin): VideoSource {
  return kind === 'mediamtx' ? 'media' : kind;
}

/** The values of a new viewing. */
interface NewViewing {
  readonly camera: VideoCamera;
  readonly origin: VideoOrigin;
  readonly kind: keyof typeof ViewingKind;
  readonly from?: Date;
  readonly to?: Date;
}

/** Begins a viewing of the caller; refuses where too many are open. Recordings of a source without playback are still pictures. */
export async function openViewing(
  tx: TenantTx,
  kernel: Kernel,
  { camera, origin, kind, from, to }: NewViewing,
): Promise<Viewing> {
  const isStill = kind === 'record' && origin.kind === 'mediamtx' && !origin.playbackUrl;
  const source = isStill ? 'snapshot' : sourceOf(origin);
  if (source === 'media') requirePermitted(kernel, origin);
  // Locked, so that two who begin at once do not both take the last place.
  if (origin.id)
    await tx.query('select from video_server where tenant_id = $1 and id = $2 for update', [tx.tenantId, origin.id]);
  if ((await countOpen(tx, origin.id, seenSince(tx))) >= origin.viewerLimit)
    throw new Refusal(viewingRefusal['too-many'], { most: origin.viewerLimit });
  const viewingId = tx.newId();
  await tx.query(
    `insert into video_viewing (tenant_id, id, lot_id, camera_id, camera_name, lane_name, account_id, actor_name, kind, source, server_id,
       path, from_at, to_at, started_at, seen_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)`,
    [
      tx.tenantId,
      viewingId,
      camera.lotId,
      camera.id,
      camera.name,
      camera.laneName,
      tx.who.userId,
      tx.who.name,
      kind,
      source,
      origin.id,
      camera.path,
      from ?? null,
      to ?? null,
      tx.now,
    ],
  );
  return { ...camera, viewingId, cameraId: camera.id, kind, source, serverId: origin.id };
}

/** The moment until which addresses that are made now are valid. */
export function validUntil(tx: TenantTx, { addressMinutes }: VideoOrigin): Date {
  return new Date(tx.now.getTime() + addressMinutes * 60_000);
}

/** Returns what a page needs to show viewings; asks cameras without a stream for pictures. */
export async function describeViewings(
  tx: TenantTx,
  kernel: Kernel,
  viewings: readonly Viewing[],
  originOf: (lotId: string) => VideoOrigin,
) {
  const live = viewings.filter(({ kind }) => kind === 'live');
  const slow = live.filter(({ source }) => source === 'snapshot');
  for (const [seconds, cameraIds] of groupBySeconds(slow, originOf)) await requestPictures(tx, cameraIds, seconds);
  const stills = slow.length > 0 ? await findStills(tx, idsOf(slow)) : [];
  const passings = live.length > 0 ? await findLastPassings(tx, idsOf(live)) : [];
  return viewings.map((one) => {
    const origin = originOf(one.lotId);
    const expiresAt = validUntil(tx, origin);
    const still = stills.find(({ cameraId }) => cameraId === one.cameraId);
    const isMedia = one.source === 'media';
    return {
      ...placeOf(one),
      whepUrl: isMedia && origin.whepUrl ? `${bare(origin.whepUrl)}/${one.path}/whep` : null,
      hlsUrl: isMedia && origin.hlsUrl ? `${bare(origin.hlsUrl)}/${one.path}/index.m3u8` : null,
      token: isMedia ? makeToken(kernel.secrets, { tenantId: tx.tenantId, viewingId: one.viewingId }, expiresAt) : null,
      expiresAt,
      serverTime: tx.now,
      still: still?.picture ?? null,
      stillAt: still?.at ?? null,
      stillKind: still?.kind ?? null,
      snapshotSeconds: one.source === 'snapshot' ? origin.snapshotSeconds : null,
      passings: passingsOf(passings.filter(({ cameraId }) => cameraId === one.cameraId)),
    };
  });
}

const idsOf = (viewings: readonly Viewing[]) => [...new Set(viewings.map(({ cameraId }) => cameraId))];
const bare = (address: string) => address.replace(/\/+$/, '');

function groupBySeconds(
  viewings: readonly Viewing[],
  originOf: (lotId: string) => VideoOrigin,
): Map<number, readonly string[]> {
  const groups = Map.groupBy(viewings, ({ lotId }) => originOf(lotId).snapshotSeconds);
  return new Map([...groups].map(([seconds, group]) => [seconds, idsOf(group)]));
}

/** The part of a viewing that says what is watched. */
function placeOf({ viewingId, cameraId, name, lotName, laneName, direction, zone, source }: Viewing) {
  return { viewingId, cameraId, name, lotName, laneName, direction, zone, source };
}

/** The cars of a viewing as pages read them. */
export function passingsOf(rows: readonly VideoPassing[]) {
  return rows.map(({ cameraId: _, ...one }) => one);
}
