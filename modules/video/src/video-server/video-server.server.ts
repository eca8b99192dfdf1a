import { Refusal, type Row } from '@boyun/kernel/contract';
import {
  containing,
  coversLot,
  handle,
  handleFreely,
  hashToken,
  newToken,
  notFound,
  serveReport,
  serveResource,
  type TenantTx,
} from '@boyun/kernel/server';
import { isTrial } from '@boyun/money/server';
import { HOOK_PATH } from './hook-path.service.ts';
import { foreignAddresses } from './media-address.service.ts';
import { configurationFile } from './mediamtx.service.ts';
import {
  setVideoStream,
  testVideoServer,
  videoServer,
  videoServerRefusal,
  videoStreamList,
  writeVideoConfiguration,
} from './video-server.contract.ts';
import { videoConfigured, videoStreamSet } from './video-server-event.contract.ts';

/** Sources of video; at most one is in use for the same lots. */
export const videoServerServer = serveResource(videoServer, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof videoServer>;
    if (!row.isEnabled) return values;
    if (row.kind === 'sandbox' && !(await isTrial(tx))) throw new Refusal(videoServerRefusal['only-in-trial']);
    if (row.kind === 'mediamtx' && !row.whepUrl && !row.hlsUrl)
      throw new Refusal(videoServerRefusal['no-address'], {}, [
        { path: 'WhepUrl', ...videoServerRefusal['no-address'] },
      ]);
    const [other] = await tx.query<{ name: string }>(
      `select name from video_server where tenant_id = $1 and is_enabled and lot_id is not distinct from $2::uuid
         and ($3::uuid is null or id <> $3) for update`,
      [tx.tenantId, row.lotId ?? null, before?.id ?? null],
    );
    if (other) throw new Refusal(videoServerRefusal['one-enabled'], other);
    return values;
  },
});

interface MediaServer {
  readonly name: string;
  readonly kind: string;
  readonly lotId: string | null;
  readonly hookSealed: string | null;
  readonly whepUrl: string | null;
  readonly hlsUrl: string | null;
  readonly playbackUrl: string | null;
}

/** Returns a media server that the caller may change; refuses others. */
async function requireServer(tx: TenantTx, id: string): Promise<MediaServer> {
  const [row] = await tx.query<MediaServer>(
    `select name, kind, lot_id, hook_sealed, whep_url, hls_url, playback_url from video_server
     where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
  );
  // One of all lots is no matter of accounts that are limited to some.
  if (!row || (row.lotId ? !coversLot(tx.who, row.lotId) : tx.who.lotIds !== null))
    throw notFound(tx.who, videoServer.title);
  if (row.kind !== 'mediamtx') throw new Refusal(videoServerRefusal['not-media']);
  return row;
}

const configurationServer = handle(
  writeVideoConfiguration,
  async (tx, { videoServerId, isNewKey }, act, { secrets, configuration }) => {
    const { name, lotId, hookSealed } = await requireServer(tx, videoServerId);
    const isMade = isNewKey || !hookSealed;
    const key = isMade ? newToken(tx.tenantId) : secrets.decrypt(hookSealed);
    if (isMade)
      await tx.query(
        `update video_server set hook_hash = $3, hook_sealed = $4, hook_set_at = $5, updated_at = $5, version = version + 1
         where tenant_id = $1 and id = $2`,
        [tx.tenantId, videoServerId, hashToken(key), secrets.encrypt(key), tx.now],
      );
    const streams = await tx.query<{ path: string; label: string; sealed: string }>(
      `select coalesce(s.path, 'camera-' || c.id) as path, l.name || ' · ' || c.name as label, s.source_sealed as sealed
       from video_stream s join camera_fact c on c.tenant_id = s.tenant_id and c.id = s.camera_id
       join lot_fact l on l.tenant_id = c.tenant_id and l.id = c.lot_id
       where s.tenant_id = $1 and s.source_sealed is not null and ($2::uuid is null or c.lot_id = $2) order by l.name, c.name, c.id`,
      [tx.tenantId, lotId],
    );
    tx.emit(videoConfigured, { subjectId: videoServerId, data: { videoServerId } });
    act.describe({
      subjectKind: videoServer.name,
      subjectId: videoServerId,
      subject: name,
      after: { isNewKey: isMade, streams: streams.length },
    });
    const origin = (configuration.publicUrl ?? 'https://boyun.example.com').replace(/\/+$/, '');
    return {
      file: configurationFile(
        `${origin}${HOOK_PATH}/${key}`,
        new URL(origin).origin,
        streams.map(({ path, label, sealed }) => ({ path, label, source: secrets.decrypt(sealed) })),
      ),
    };
  },
);

/** Time limit in milliseconds for an answer. */
const TEST_MS = 5000;

const testServer = handleFreely(testVideoServer, async (kernel, { videoServerId }, { who, language }) => {
  const server = await kernel.database.inTenant(who!, (tx) => requireServer(tx, videoServerId));
  const [foreign] = foreignAddresses(kernel, server);
  if (foreign) return { fault: videoServerRefusal['not-permitted'][language].replace('{address}', foreign) };
  const faults = await Promise.all(
    [server.whepUrl, server.hlsUrl, server.playbackUrl].map((one) => (one ? reach(one) : null)),
  );
  return { fault: faults.filter(Boolean).join('; ').slice(0, 500) || null };
});

/** Calls an address; whatever a server answers, it is there. Returns what is wrong, or null. */
async function reach(address: string): Promise<string | null> {
  try {
    await (await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TEST_MS) })).body?.cancel();
    return null;
  } catch (error) {
    const { message, cause } = error as Error;
    return `${address}: ${(cause as Error | undefined)?.message ?? message}`;
  }
}

const SOURCE = /^(rtsps?|rtmp|https?):\/\//;

const streamServer = handle(setVideoStream, async (tx, { cameraId, path, source }, act, kernel) => {
  const [camera] = await tx.query<{ name: string; lotId: string }>(
    'select name, lot_id from camera_fact where tenant_id = $1 and id = $2',
    [tx.tenantId, cameraId],
  );
  if (!camera || !coversLot(tx.who, camera.lotId)) throw notFound(tx.who, setVideoStream.input.cameraId.label);
  if (source !== null && !(SOURCE.test(source) && URL.canParse(source)))
    throw new Refusal(videoServerRefusal['bad-source'], {}, [{ path: 'Source', ...videoServerRefusal['bad-source'] }]);
  const host = source === null ? null : new URL(source).host;
  await tx.query(
    `insert into video_stream (tenant_id, camera_id, path, source_sealed, source_host, set_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, camera_id) do update set path = excluded.path, set_at = excluded.set_at,
       source_sealed = coalesce(excluded.source_sealed, video_stream.source_sealed),
       source_host = coalesce(excluded.source_host, video_stream.source_host)`,
    [tx.tenantId, cameraId, path, source === null ? null : kernel.secrets.encrypt(source), host, tx.now],
  );
  tx.emit(videoStreamSet, { lotId: camera.lotId, subjectId: cameraId, data: { cameraId } });
  act.describe({
    subjectKind: 'camera',
    subjectId: cameraId,
    subject: camera.name,
    after: { path, ...(host ? { sourceHost: host } : {}) },
  });
  return {};
});

/** Configuration of media servers, and the streams of cameras. */
export const videoServerOperations = [configurationServer, testServer, streamServer];

/** The cameras of the caller's lots with their streams. */
export const videoStreamReport = serveReport(videoStreamList, {
  from: 'camera_fact',
  as: 'c',
  columnJoins: 'left join video_stream s on s.tenant_id = c.tenant_id and s.camera_id = c.id',
  lot: 'c.lot_id',
  own: null,
  filters: { name: containing('c.name') },
  columns: {
    path: "coalesce(s.path, 'camera-' || c.id)",
    sourceHost: 's.source_host',
    setAt: 's.set_at',
  },
  order: 'c.lot_id, c.name, c.id',
});
