import { type Input, Refusal } from '@boyun/kernel/contract';
import {
  containing,
  coversLot,
  handle,
  handleFreely,
  isAllowed,
  type Kernel,
  notFound,
  retainedTable,
  serveReport,
  type TenantTx,
} from '@boyun/kernel/server';
import { listRecorded } from '../video-server/mediamtx.service.ts';
import { findOrigins, type VideoOrigin } from '../video-server/video-origin.queries.ts';
import {
  AROUND_PASSING,
  getLiveCameras,
  getRecordedCameras,
  keepWatching,
  MOST_HOURS,
  playCamera,
  stopWatching,
  viewingList,
  viewingRefusal,
  watchCamera,
} from './viewing.contract.ts';
import {
  findCameras,
  findPassingPlace,
  findPassingsOf,
  findSnapshots,
  findVideoCamera,
  touchViewings,
  type VideoCamera,
} from './viewing.queries.ts';
import { describeViewings, openViewing, passingsOf, seenSince, sourceOf } from './viewing.service.ts';
import { cameraPlayed, cameraWatched } from './viewing-event.contract.ts';

async function listCameras(tx: TenantTx) {
  const [cameras, originOf] = [await findCameras(tx), await findOrigins(tx)];
  return {
    cameras: cameras.map(({ id, lotId, name, lotName, laneName, direction, state }) => {
      return { id, lotId, name, lotName, laneName, direction, state, source: sourceOf(originOf(lotId)) };
    }),
  };
}

/** Returns a camera of the caller's lots. */
async function requireCamera(tx: TenantTx, id: string): Promise<VideoCamera> {
  const camera = await findVideoCamera(tx, id);
  if (!camera || !coversLot(tx.who, camera.lotId)) throw notFound(tx.who, watchCamera.input.cameraId.label);
  return camera;
}

const watchServer = handle(watchCamera, async (tx, { cameraId }, act, kernel) => {
  const camera = await requireCamera(tx, cameraId);
  const originOf = await findOrigins(tx);
  const viewing = await openViewing(tx, kernel, { camera, origin: originOf(camera.lotId), kind: 'live' });
  tx.emit(cameraWatched, { lotId: camera.lotId, subjectId: cameraId, data: { cameraId } });
  act.describe({
    subjectKind: 'camera',
    subjectId: cameraId,
    subject: `${camera.lotName} · ${camera.name}`,
    after: { source: viewing.source },
  });
  const [described] = await describeViewings(tx, kernel, [viewing], originOf);
  return described!;
});

type Asked = Input<typeof playCamera>;

/** The camera and the period that are asked for. */
async function readPeriod(tx: TenantTx, { cameraId, from, to, passingId }: Asked) {
  const hours = MOST_HOURS;
  if (passingId) {
    const passing = await findPassingPlace(tx, passingId);
    if (!passing || !coversLot(tx.who, passing.lotId)) throw notFound(tx.who, playCamera.input.passingId.label);
    const ms = passing.at.getTime();
    const camera = await findVideoCamera(tx, passing.cameraId);
    if (!camera) throw new Refusal(viewingRefusal['no-camera']);
    const end = Math.min(ms + AROUND_PASSING.after * 1000, tx.now.getTime());
    return { camera, from: new Date(ms - AROUND_PASSING.before * 1000), to: new Date(end), startAt: passing.at };
  }
  if (!cameraId || !from || !to) throw new Refusal(viewingRefusal['no-period']);
  const camera = await requireCamera(tx, cameraId);
  const end = new Date(Math.min(to.getTime(), tx.now.getTime()));
  if (end <= from || end.getTime() - from.getTime() > hours * 3_600_000)
    throw new Refusal(viewingRefusal['bad-period'], { hours });
  return { camera, from, to: end, startAt: from };
}

/** Opens the viewing and reads what the database knows of the period. */
async function beginPlaying(tx: TenantTx, kernel: Kernel, input: Asked) {
  const { camera, from, to, startAt } = await readPeriod(tx, input);
  const originOf = await findOrigins(tx);
  const origin = originOf(camera.lotId);
  const viewing = await openViewing(tx, kernel, { camera, origin, kind: 'record', from, to });
  tx.emit(cameraPlayed, { lotId: camera.lotId, subjectId: camera.id, data: { cameraId: camera.id } });
  tx.audit({
    action: playCamera.audit!,
    subjectKind: 'camera',
    subjectId: camera.id,
    subject: `${camera.lotName} · ${camera.name}`,
    after: { from: from.toISOString(), to: to.toISOString(), source: viewing.source },
  });
  const [described] = await describeViewings(tx, kernel, [viewing], originOf);
  const rows = await findPassingsOf(tx, camera.id, from, to);
  const snapshots = viewing.source === 'snapshot' ? await findSnapshots(tx, camera.id, from, to) : [];
  const pictures = rows.flatMap(({ at, picture }) => (picture ? [{ at, picture, kind: 'passing' as const }] : []));
  const stills = viewing.source === 'snapshot' ? [...snapshots, ...pictures] : [];
  stills.sort((one, other) => one.at.getTime() - other.at.getTime());
  return {
    origin: origin satisfies VideoOrigin,
    path: viewing.path,
    output: {
      ...described!,
      whepUrl: null,
      hlsUrl: null,
      passings: passingsOf(rows),
      stills: stills.map(({ at, picture, kind }) => ({ at, picture, kind })),
      from,
      to,
      startAt,
    },
  };
}

const playServer = handleFreely(playCamera, async (kernel, input, { who }) => {
  const { origin, path, output } = await kernel.database.inTenant(who!, (tx) => beginPlaying(tx, kernel, input));
  const { from, to, token, source } = output;
  if (source !== 'media' || !origin.playbackUrl || !token)
    return {
      ...output,
      spans: [{ start: from, seconds: (to.getTime() - from.getTime()) / 1000 }],
      playbackUrl: null,
      fault: null,
    };
  // After the commit: the media server asks this product whether the token is good.
  const { spans, fault } = await listRecorded(origin.playbackUrl, { path, token, from, to });
  const playbackUrl = `${origin.playbackUrl.replace(/\/+$/, '')}/get?path=${encodeURIComponent(path)}`;
  return { ...output, spans: [...spans], playbackUrl, fault };
});

const keepServer = handleFreely(keepWatching, async (kernel, { viewingIds }, { who }) =>
  kernel.database.inTenant(who!, async (tx) => {
    const rows = await touchViewings(tx, viewingIds, seenSince(tx));
    const originOf = await findOrigins(tx);
    const open = rows.filter(({ kind, lotId, serverId }) => {
      const { access } = kind === 'live' ? watchCamera : playCamera;
      return isAllowed(access, tx.who) && coversLot(tx.who, lotId) && originOf(lotId).id === serverId;
    });
    return { viewings: await describeViewings(tx, kernel, open, originOf) };
  }),
);

const stopServer = handleFreely(stopWatching, async (kernel, { viewingIds }, { who }) => {
  await kernel.database.inTenant(who!, (tx) =>
    tx.query(
      `update video_viewing set ended_at = $4, seen_at = $4
       where tenant_id = $1 and id = any($2::uuid[]) and account_id = $3 and ended_at is null`,
      [tx.tenantId, viewingIds, tx.who.userId, tx.now],
    ),
  );
  return {};
});

/** Watching live and recorded video. */
export const viewingOperations = [
  handle(getLiveCameras, listCameras),
  handle(getRecordedCameras, listCameras),
  watchServer,
  playServer,
  keepServer,
  stopServer,
];

/** Who watched what; accounts limited to their own records see their own. */
export const viewingReport = serveReport(viewingList, {
  from: 'video_viewing',
  as: 'v',
  lot: 'v.lot_id',
  own: 'v.account_id = ?',
  period: { at: 'v.started_at', id: 'v.id' },
  filters: { actorName: containing('v.actor_name') },
  columns: { seconds: 'extract(epoch from v.seen_at - v.started_at)::int' },
  order: 'v.started_at desc, v.id desc',
});

/** Forgets who watched what with the audit log. */
export const retainedViewings = retainedTable({ key: 'auditLog', part: 'video-viewings', table: 'video_viewing' });
