import { createHash } from 'node:crypto';
import { SetClock } from '@boyun/kernel/server';
import { type TestGate as Gate, TestGate, type TestLot } from '@boyun/test-server/lot';
import { type MediaServer, startMediaServer } from '@boyun/test-server/media-server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const START = new Date('2026-03-02T01:00:00Z');
const clock = new SetClock(START);
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
let media: MediaServer;
let server: TestServer;
let admin: TestUser;
let gate: Gate;
let lot: TestLot;
let other: TestLot;
let videoServerId: string;

beforeAll(async () => {
  media = await startMediaServer();
  server = await startTestServer(inject('databaseUrl'), { clock, mediaUrls: media.url });
  admin = await server.newTenant();
  gate = new TestGate(server, admin, clock, START);
  [lot, other] = [await gate.newLot(), await gate.newLot()];
  const addresses = { WhepUrl: media.url, HlsUrl: media.url, PlaybackUrl: `${media.url}/` };
  const values = { Name: '媒体', Kind: 'mediamtx', LotId: lot.id, ...addresses, AddressMinutes: 5, ViewerLimit: 3 };
  videoServerId = (await admin.call('/api/videoServer/create', values)).data.Id;
  const Source = 'rtsp://admin:cam-password@10.1.2.3:554/stream1';
  await admin.call('/api/videoServer/setStream', { CameraId: lot.entry.cameraId, Source });
  const { data } = await admin.call('/api/videoServer/writeConfiguration', { VideoServerId: videoServerId });
  expect(data.File).toContain(`  "camera-${lot.entry.cameraId}":\n    source: "${Source}"\n    record: yes\n`);
  media.configure(data.File, server.url);
});
afterAll(async () => {
  await server?.stop();
  await media?.stop();
});

const later = (seconds: number) => clock.set(new Date(clock.now().getTime() + seconds * 1000));
const watch = async (CameraId: string, user = admin) => (await user.call('/api/video/watch', { CameraId })).data;
const keep = async (ids: string[], user = admin) =>
  (await user.call('/api/video/keep', { ViewingIds: ids })).data.Viewings;
const stop = (ids: string[], user = admin) => user.call('/api/video/stop', { ViewingIds: ids });
/** The answer to an offer of WebRTC. */
const offer = (url: string, token: string) => {
  const headers = { 'content-type': 'application/sdp', authorization: `Bearer ${token}` };
  return fetch(url, { method: 'POST', headers, body: 'v=0' });
};

test('a signed address opens the stream of its camera only, to the one who watches, for its minutes', async () => {
  const seen = await watch(lot.entry.cameraId);
  expect(seen).toMatchObject({ Source: 'media', WhepUrl: `${media.url}/camera-${lot.entry.cameraId}/whep` });
  const made = await offer(seen.WhepUrl, seen.Token);
  expect([made.status, made.headers.get('location')]).toEqual([
    201,
    expect.stringMatching(/^\/camera-[0-9a-f-]{36}\/whep\/[0-9a-f-]{36}$/),
  ]);
  const listing = { headers: { authorization: `Bearer ${seen.Token}` } };
  expect((await fetch(seen.HlsUrl, listing)).status).toBe(200);
  expect((await fetch(`${seen.HlsUrl}?token=${seen.Token}`)).status).toBe(200);

  const [tenant, id, until, signature] = seen.Token.split('.');
  const day = Number(until) + 86_400;
  const refused: [string, string][] = [
    [seen.WhepUrl, ''],
    [seen.WhepUrl, `${tenant}.${id}.${day}.${signature}`],
    [seen.WhepUrl.replace(lot.entry.cameraId, lot.exit.cameraId), seen.Token],
  ];
  for (const [url, token] of refused) expect((await offer(url, token)).status).toBe(401);
  const path = `camera-${lot.entry.cameraId}`;
  const record = `${media.url}/get?path=${path}&start=${START.toISOString()}&duration=5&token=${seen.Token}`;
  expect((await fetch(record)).status).toBe(401);

  // While the page says so, the token is renewed; the old one dies.
  for (let minute = 0; minute < 6; minute += 1) {
    later(50);
    expect(await keep([seen.ViewingId])).toHaveLength(1);
  }
  later(10);
  const [renewed] = await keep([seen.ViewingId]);
  expect((await offer(seen.WhepUrl, seen.Token)).status).toBe(401);
  expect((await offer(seen.WhepUrl, renewed.Token)).status).toBe(201);
  await stop([seen.ViewingId]);
  expect((await offer(seen.WhepUrl, renewed.Token)).status).toBe(401);
  expect(await keep([seen.ViewingId])).toEqual([]);
});

test('the hook lets nobody publish, and nothing pass that is not its question', async () => {
  const seen = await watch(lot.entry.cameraId);
  const hook = (await admin.call('/api/videoServer/writeConfiguration', { VideoServerId: videoServerId })).data.File;
  const address = server.url + new URL(/authHTTPAddress: "(.+)"/.exec(hook)![1]!).pathname;
  const ask = async (body: unknown, to = address) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return (await fetch(to, init)).status;
  };
  const asked = { action: 'read', path: `camera-${lot.entry.cameraId}`, token: seen.Token };
  expect(await ask(asked)).toBe(200);
  expect(await ask({ ...asked, token: '', password: seen.Token })).toBe(200);
  for (const wrong of [{ ...asked, action: 'publish' }, { ...asked, action: 'api' }, { ...asked, path: 'x' }, {}, []])
    expect(await ask(wrong)).toBe(401);
  expect(
    await ask(
      asked,
      address.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
    ),
  ).toBe(401);
  const isNewKey = { VideoServerId: videoServerId, IsNewKey: true };
  const { File } = (await admin.call('/api/videoServer/writeConfiguration', isNewKey)).data;
  expect(await ask(asked)).toBe(401);
  media.configure(File, server.url);
  expect((await offer(seen.WhepUrl, seen.Token)).status).toBe(201);
  await stop([seen.ViewingId]);
});

test('no more are watched at once than the source allows; a closed page frees its place', async () => {
  const first = await watch(lot.entry.cameraId);
  const more = [await watch(lot.exit.cameraId), await watch(lot.entry.cameraId)];
  const refused = await admin.call('/api/video/watch', { CameraId: lot.entry.cameraId });
  expect(refused).toMatchObject({ state: 'fail', code: 'video.too-many' });
  later(40);
  await keep([first.ViewingId]);
  later(30);
  // The pages of the others have said nothing for more than a minute.
  const again = await watch(lot.entry.cameraId);
  expect(again.ViewingId).toBeTruthy();
  expect(await keep([first.ViewingId, ...more.map((one) => one.ViewingId)])).toHaveLength(1);
  await stop([first.ViewingId, again.ViewingId]);
});

test('accounts watch the cameras of their lots, with the right to, and nobody keeps what another opened', async () => {
  const guard = await server.newUser(admin, ['video.live'], [lot.id]);
  const { Cameras } = (await guard.call('/api/video/liveCameras', {})).data;
  expect(Cameras.map((one: { Id: string }) => one.Id).sort()).toEqual([lot.entry.cameraId, lot.exit.cameraId].sort());
  expect((await guard.call('/api/video/watch', { CameraId: other.entry.cameraId })).code).toBe('kernel.not-found');
  expect((await guard.call('/api/video/play', { CameraId: lot.entry.cameraId })).code).toBe('kernel.no-permission');
  const seen = await watch(lot.entry.cameraId, guard);
  expect(await keep([seen.ViewingId])).toEqual([]);
  await stop([seen.ViewingId]);
  expect(await keep([seen.ViewingId], guard)).toHaveLength(1);
  await stop([seen.ViewingId], guard);
  const { Rows } = (await admin.call('/api/video/viewings', { ActorName: guard.account })).data;
  expect(Rows).toMatchObject([{ Kind: 'live', Source: 'media', CameraName: 'entry' }]);
  const log = (await admin.call('/api/auditLog/list', { Action: 'video.watched' })).data.Rows;
  expect(log.length).toBeGreaterThan(0);
});

test('the recording around a passing is played back, and what was not recorded is said', async () => {
  later(3600);
  const minute = (clock.now().getTime() - START.getTime()) / 60_000;
  await gate.see(lot.entry, '粤B12345', minute);
  later(600);
  const [passing] = (await admin.call('/api/businessManage/findPassRecord', { Plate: '粤B12345' })).data.Rows;
  const at = new Date(passing.HappenedAt);
  media.spans.push({ start: new Date(at.getTime() - 10_000), seconds: 20 });
  const played = (await admin.call('/api/video/play', { PassingId: passing.Id })).data;
  expect(played).toMatchObject({ Source: 'media', Fault: null, StartAt: passing.HappenedAt });
  expect(played.Spans).toEqual([{ Start: new Date(at.getTime() - 10_000).toISOString(), Seconds: 20 }]);
  expect(played.Passings).toMatchObject([{ Plate: '粤B12345', Id: passing.Id }]);
  const get = `${played.PlaybackUrl}&start=${at.toISOString()}&duration=10&token=`;
  expect((await fetch(get + played.Token)).headers.get('content-type')).toBe('video/mp4');
  expect((await fetch(get)).status).toBe(401);
  media.spans.length = 0;
  expect((await admin.call('/api/video/play', { PassingId: passing.Id })).data).toMatchObject({
    Spans: [],
    Fault: null,
  });
  const [From, To] = [at.toISOString(), new Date(at.getTime() + 5 * 3_600_000).toISOString()];
  clock.set(new Date(To));
  const long = await admin.call('/api/video/play', { CameraId: lot.entry.cameraId, From, To });
  expect(long.code).toBe('video.bad-period');
});

test('without a media server the camera takes pictures while somebody watches, and only the latest are kept', async () => {
  later(600);
  const token = await gate.newToken(other.entry.cameraId);
  const beat = async () => {
    const body = new FormData();
    body.set('serialno', `d85b1269-${createHash('md5').update(token).digest('hex').slice(0, 8)}`);
    return (await fetch(`${server.url}/api/camera/vzenith/${token}/heartbeat`, { method: 'POST', body })).text();
  };
  const taking = { TriggerImage: { imageFile: JPEG.toString('base64'), imageFileLen: JPEG.length } };
  const take = () => server.call(`/api/camera/vzenith/${token}/snapshot`, taking);
  await beat();
  await server.until(
    'online',
    async () => (await admin.call('/api/camera/get', { Id: other.entry.cameraId })).data.State === 'online',
  );
  const seen = await watch(other.entry.cameraId);
  expect(seen).toMatchObject({ Source: 'snapshot', WhepUrl: null, Token: null, SnapshotSeconds: 10 });
  const commands = async () =>
    (await admin.call('/api/deviceCommand/list', { CameraId: other.entry.cameraId })).data.Rows.length as number;
  expect(await beat()).toContain('TriggerImage');
  await take();
  let [shown] = await keep([seen.ViewingId]);
  expect([shown.StillKind, shown.StillAt]).toEqual(['snapshot', clock.now().toISOString()]);
  expect((await fetch(server.url + shown.Still)).status).toBe(200);
  expect(await commands()).toBe(1);
  for (let round = 0; round < 4; round += 1) {
    later(50);
    // The page says that it is open, and the camera that it lives, until one asks the other: the sign of life is written behind its answer,
    // and a camera whose row is being written, or that was silent, is asked by the next call of the page.
    await server.until('a picture to be asked for', async () => {
      [shown] = await keep([seen.ViewingId]);
      return (await beat()).includes('TriggerImage');
    });
    await take();
  }
  const kept = (await admin.call('/api/camera/getMessages', { CameraId: other.entry.cameraId })).data.Rows;
  expect(kept.length).toBeLessThanOrEqual(3);
  expect((await fetch(server.url + shown.Still)).status).toBe(200);
  expect(await commands()).toBeLessThanOrEqual(3);
});

test('a source is in use once for the same lots, at permitted addresses, simulated for trials only', async () => {
  const create = (values: object) => admin.call('/api/videoServer/create', { Name: 'x', ...values });
  expect((await create({ Kind: 'snapshot', LotId: lot.id })).code).toBe('video-server.one-enabled');
  expect((await create({ Kind: 'mediamtx', LotId: other.id })).code).toBe('video-server.no-address');
  const customer = await server.newTenant('客户', { isTrial: false });
  const simulated = await customer.call('/api/videoServer/create', { Name: 'x', Kind: 'sandbox' });
  expect(simulated.code).toBe('video-server.only-in-trial');
  const foreign = await create({ Kind: 'mediamtx', LotId: other.id, WhepUrl: 'http://127.0.0.1:9' });
  expect(foreign.state).toBe('success');
  expect((await admin.call('/api/video/watch', { CameraId: other.exit.cameraId })).code).toBe(
    'video-server.not-permitted',
  );
  const tested = await admin.call('/api/videoServer/test', { VideoServerId: foreign.data.Id });
  expect(tested.data.Fault).toContain('MEDIA_URLS');
  expect((await admin.call('/api/videoServer/test', { VideoServerId: videoServerId })).data.Fault).toBeNull();
});
