import { findLaneSetting, laneModesEnded } from '@boyun/facilities/server';
import { SetClock, systemWho, type TenantTx } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { findCamera } from '../camera/camera.queries.ts';
import { type DeviceContext, markSilentCameras } from '../camera/camera.service.ts';
import { noteSign } from '../camera/camera-sign.service.ts';
import {
  acceptCommand,
  acceptCommands,
  barrierOpened,
  carPassed,
  createCommand,
  expireCommands,
  type GateCommand,
  takeQueued,
} from './command.service.ts';

let server: TestServer;
let user: TestUser;
let lotId: string;
let gateId: string;
let cameraCount = 0;
const clock = new SetClock(new Date('2026-03-02T08:00:00Z'));

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  lotId = (await user.call('/api/parkLot/create', { Name: 'Lot', Code: 'L', Capacity: 10 })).data.Id;
  gateId = (await user.call('/api/gate/create', { Name: 'Gate', LotId: lotId, Direction: 'both' })).data.Id;
});
afterAll(() => server?.stop());

const later = (seconds: number) => clock.set(new Date(clock.now().getTime() + seconds * 1000));
const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) =>
  server.product.kernel.database.inTenant(systemWho(user.tenantId), work);

async function newCamera(): Promise<DeviceContext & { token: string }> {
  cameraCount += 1;
  const lane = { Name: `Lane ${cameraCount}`, Code: `C${cameraCount}`, GateId: gateId, Direction: 'entry' };
  const laneId = (await user.call('/api/lane/create', lane)).data.Id;
  const created = await user.call('/api/camera/create', { Name: `Camera ${cameraCount}`, LaneId: laneId });
  expect(created.message).toBe('');
  const { Token } = (await user.call('/api/camera/rotateSecret', { CameraId: created.data.Id })).data;
  return { ...(await findCamera(server.product.kernel.database, Token))!, token: Token };
}

async function stateOf(command: GateCommand): Promise<string> {
  const rows = await server.product.kernel.database.system<{ state: string }>(
    'select state from gate_command where id = $1',
    [command.id],
  );
  return rows[0]!.state;
}

async function eventsOf(subjectId: string): Promise<{ kind: string; data: Record<string, unknown> }[]> {
  return server.product.kernel.database.system('select kind, data from event where subject_id = $1 order by seq', [
    subjectId,
  ]);
}

const command = (device: DeviceContext, isSentWithAnswer = false) =>
  inTenant(async (tx) =>
    createCommand(tx, {
      laneId: device.laneId,
      lotId: device.lotId,
      cameraId: device.cameraId,
      kind: 'open',
      reason: { zh: '测试', en: 'test' },
      passingId: null,
      plate: null,
      isSentWithAnswer,
    }),
  );

test('a command is fetched once, accepted, opens and lets a car pass; every change emits an event', async () => {
  const device = await newCamera();
  const made = await command(device);
  expect(await inTenant((tx) => takeQueued(tx, device.cameraId))).toMatchObject([{ id: made.id, state: 'sent' }]);
  expect(await inTenant((tx) => takeQueued(tx, device.cameraId))).toEqual([]);
  expect(await inTenant((tx) => acceptCommands(tx, device.cameraId, 'heartbeat'))).toEqual([]);
  expect(await inTenant((tx) => acceptCommands(tx, device.cameraId))).toMatchObject([{ state: 'accepted' }]);
  await inTenant((tx) => barrierOpened(tx, device.laneId));
  expect(await inTenant((tx) => carPassed(tx, device.laneId))).toMatchObject({ id: made.id, state: 'passed' });
  const events = await eventsOf(made.id);
  expect(events.map((event) => event.data.state)).toEqual(['queued', 'sent', 'accepted', 'opened', 'passed']);
  expect(events[0]).toMatchObject({
    kind: 'command.changed',
    data: { commandId: made.id, laneId: device.laneId, cameraId: device.cameraId, passingId: null, kind: 'open' },
  });
});

test('what went down with an answer is not accepted by a poll, but by its own acknowledgement', async () => {
  const device = await newCamera();
  const made = await command(device, true);
  expect(made.state).toBe('sent');
  expect(await inTenant((tx) => acceptCommands(tx, device.cameraId))).toEqual([]);
  const other = await newCamera();
  expect(await inTenant((tx) => acceptCommand(tx, other.cameraId, made.id))).toBeNull();
  expect(await inTenant((tx) => acceptCommand(tx, device.cameraId, made.id))).toMatchObject({ state: 'accepted' });
});

test('a command not fetched in time becomes uncertain and is never delivered afterwards', async () => {
  const device = await newCamera();
  const made = await command(device);
  later(16);
  expect(await inTenant((tx) => takeQueued(tx, device.cameraId))).toEqual([]);
  await expireCommands(server.product.kernel);
  expect(await stateOf(made)).toBe('uncertain');
  await inTenant((tx) => barrierOpened(tx, device.laneId));
  expect(await stateOf(made)).toBe('uncertain');
});

test('a late report of the sensor settles an uncertain command; an open barrier waits a minute for its car', async () => {
  const device = await newCamera();
  const made = await command(device, true);
  later(14);
  await expireCommands(server.product.kernel);
  expect(await stateOf(made)).toBe('sent');
  later(2);
  await expireCommands(server.product.kernel);
  expect(await stateOf(made)).toBe('uncertain');
  await inTenant((tx) => barrierOpened(tx, device.laneId));
  expect(await stateOf(made)).toBe('opened');
  later(59);
  await expireCommands(server.product.kernel);
  expect(await stateOf(made)).toBe('opened');
  later(2);
  await expireCommands(server.product.kernel);
  expect(await stateOf(made)).toBe('uncertain');
  await inTenant((tx) => carPassed(tx, device.laneId));
  expect(await stateOf(made)).toBe('passed');
});

test('each car uses up one command; one whose car turned away is not taken for passed', async () => {
  const device = await newCamera();
  const first = await command(device, true);
  await inTenant((tx) => barrierOpened(tx, device.laneId));
  later(3);
  // The barrier is still open for the first car: nothing more is reported for the second.
  const second = await command(device, true);
  expect((await inTenant((tx) => carPassed(tx, device.laneId)))?.id).toBe(first.id);
  expect((await inTenant((tx) => carPassed(tx, device.laneId)))?.id).toBe(second.id);
  expect(await inTenant((tx) => carPassed(tx, device.laneId))).toBeNull();
  const turnedAway = await command(device, true);
  await inTenant((tx) => barrierOpened(tx, device.laneId));
  later(20);
  const next = await command(device, true);
  await inTenant((tx) => barrierOpened(tx, device.laneId));
  expect((await inTenant((tx) => carPassed(tx, device.laneId)))?.id).toBe(next.id);
  later(41);
  await expireCommands(server.product.kernel);
  expect(await stateOf(turnedAway)).toBe('uncertain');
});

test('a barrier that opens without a command emits an event', async () => {
  const device = await newCamera();
  await inTenant((tx) => barrierOpened(tx, device.laneId));
  expect((await eventsOf(device.laneId)).map((event) => event.kind)).toContain('lane.opened-unasked');
});

test('opening by hand requires a reason, queues a command, emits an event and is audited; the list shows it', async () => {
  const device = await newCamera();
  expect((await user.call('/api/lane/open', { LaneId: device.laneId })).code).toBe('kernel.bad-input');
  const answer = await user.call('/api/lane/open', { LaneId: device.laneId, Reason: 'ambulance' });
  expect(answer.state).toBe('success');
  expect(await eventsOf(device.laneId)).toContainEqual({
    kind: 'lane.opened-by-hand',
    data: {
      laneId: device.laneId,
      direction: 'entry',
      reason: 'ambulance',
      commandId: answer.data.CommandId,
      actorName: 'Admin',
    },
  });
  const audit = await server.product.kernel.database.system(
    "select subject_id as id, after from audit_log where action = 'lane.opened' and subject_id = $1",
    [device.laneId],
  );
  expect(audit).toEqual([{ id: device.laneId, after: { reason: 'ambulance', commandId: answer.data.CommandId } }]);
  const list = await user.call('/api/deviceCommand/list', { LaneId: device.laneId });
  expect(list.data.Total).toBe(1);
  expect(list.data.Rows[0]).toMatchObject({
    State: 'queued',
    Kind: 'open',
    Reason: 'ambulance',
    ActorName: 'Admin',
    CameraName: device.cameraName,
  });
});

test('opening needs the right, the lot and a camera', async () => {
  const device = await newCamera();
  const body = { LaneId: device.laneId, Reason: 'because' };
  expect((await (await server.newUser(user)).call('/api/lane/open', body)).code).toBe('kernel.no-permission');
  const elsewhere = await server.newUser(user, ['lane.open'], []);
  expect((await elsewhere.call('/api/lane/open', body)).code).toBe('kernel.not-found');
  const stranger = await server.newTenant();
  expect((await stranger.call('/api/lane/open', body)).code).toBe('kernel.not-found');
  await user.call('/api/camera/delete', { Id: device.cameraId });
  expect((await user.call('/api/lane/open', body)).code).toBe('device.no-camera');
});

test('a new secret ends the old one; neither is kept in clear', async () => {
  const device = await newCamera();
  const { database, secrets } = server.product.kernel;
  const renewed = (await user.call('/api/camera/rotateSecret', { CameraId: device.cameraId })).data;
  expect(renewed.Addresses).toContainEqual({ Name: 'plate', Path: `/api/camera/vzenith/${renewed.Token}/plate` });
  expect(await findCamera(database, device.token)).toBeNull();
  expect(await findCamera(database, renewed.Token)).toMatchObject({ cameraId: device.cameraId, direction: 'entry' });
  const [row] = await database.system<{ all: string; sealed: string }>(
    'select c::text as all, secret_sealed as sealed from camera c where id = $1',
    [device.cameraId],
  );
  expect(row!.all).not.toContain(renewed.Token);
  expect(row!.all).not.toContain(renewed.DeviceSecret);
  expect(secrets.decrypt(row!.sealed)).toBe(renewed.DeviceSecret);
});

test('a camera is online with its first sign of life and offline a minute after its last', async () => {
  const device = await newCamera();
  const { kernel } = server.product;
  await noteSign(kernel, device, true);
  const state = async () => (await user.call('/api/camera/get', { Id: device.cameraId })).data;
  expect(await state()).toMatchObject({ State: 'online', LastSeenAt: clock.now().toISOString() });
  later(9);
  await noteSign(kernel, device);
  expect((await state()).LastSeenAt).not.toBe(clock.now().toISOString());
  later(2);
  await noteSign(kernel, device);
  expect((await state()).LastSeenAt).toBe(clock.now().toISOString());
  later(60);
  await markSilentCameras(kernel);
  expect((await state()).State).toBe('online');
  later(1);
  await markSilentCameras(kernel);
  await markSilentCameras(kernel);
  expect((await state()).State).toBe('offline');
  await noteSign(kernel, device);
  const kinds = (await eventsOf(device.cameraId)).map((event) => event.kind).filter((kind) => /^device\./.test(kind));
  expect(kinds).toEqual(['device.online', 'device.offline', 'device.online']);
});

test('a lane kept open for an hour opens its barrier, is audited, raises its event and is normal again afterwards', async () => {
  const device = await newCamera();
  const start = clock.now();
  const until = new Date(start.getTime() + 3_600_000);
  expect((await user.call('/api/lane/hold', { LaneId: device.laneId, Mode: 'keep-open' })).code).toBe(
    'kernel.bad-input',
  );
  const body = { LaneId: device.laneId, Mode: 'keep-open', Minutes: 60, Reason: 'fire drill' };
  expect(await user.call('/api/lane/hold', body)).toMatchObject({ data: { Until: until.toISOString() } });
  const lane = async () => (await user.call('/api/lane/get', { Id: device.laneId })).data;
  expect(await lane()).toMatchObject({ Mode: 'keep-open', ModeReason: 'fire drill' });
  const commands = (await user.call('/api/deviceCommand/list', { LaneId: device.laneId })).data;
  expect(commands.Rows).toMatchObject([{ Kind: 'open', Reason: 'fire drill', State: 'queued' }]);
  const audit = await server.product.kernel.database.system(
    "select before, after from audit_log where action = 'lane.held' and subject_id = $1",
    [device.laneId],
  );
  expect(audit).toEqual([
    {
      before: { mode: 'normal', until: null },
      after: { mode: 'keep-open', until: until.toISOString(), reason: 'fire drill' },
    },
  ]);
  const modeAtGate = () => inTenant(async (tx) => (await findLaneSetting(tx, device.laneId))!.mode);
  expect(await modeAtGate()).toBe('keep-open');
  later(3600);
  expect(await modeAtGate()).toBe('normal');
  await laneModesEnded.run(server.product.kernel);
  expect(await lane()).toMatchObject({ Mode: 'normal', ModeUntil: null, ModeReason: null });
  const changes = (await eventsOf(device.laneId)).filter((one) => one.kind === 'lane.mode-changed');
  expect(changes.map((one) => one.data)).toMatchObject([
    { mode: 'keep-open', reason: 'fire drill', actorName: 'Admin' },
    { mode: 'normal', reason: null },
  ]);
});

test('the mode of a lane needs its own right and the password, and no form of a lane sets it', async () => {
  const device = await newCamera();
  const body = { LaneId: device.laneId, Mode: 'keep-open', Reason: 'because' };
  expect((await (await server.newUser(user, ['lane.open'])).call('/api/lane/hold', body)).code).toBe(
    'kernel.no-permission',
  );
  expect((await (await server.newTenant()).call('/api/lane/hold', body)).code).toBe('kernel.not-found');
  const { data } = await user.call('/api/lane/get', { Id: device.laneId });
  await user.call('/api/lane/update', { Id: device.laneId, Version: data.Version, Name: data.Name, Mode: 'peak' });
  expect((await user.call('/api/lane/get', { Id: device.laneId })).data.Mode).toBe('normal');
});
