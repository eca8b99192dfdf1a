import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { judgeCameras, sumCameraDays } from './camera-quality.service.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
let user: TestUser;
let laneId: string;
let cameraId: string;
let base: string;

beforeAll(async () => {
  // Noon in Shanghai: the day of the sums does not end in between.
  const clock = new SetClock(new Date('2026-03-04T04:00:00Z'));
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  const lotId = (await user.call('/api/parkLot/create', { Name: 'Lot', Code: 'L', Capacity: 100 })).data.Id;
  const gateId = (await user.call('/api/gate/create', { Name: 'Gate', LotId: lotId, Direction: 'both' })).data.Id;
  const lane = { Name: 'Lane', Code: 'C', GateId: gateId, Direction: 'entry' };
  laneId = (await user.call('/api/lane/create', lane)).data.Id;
  const camera = { Name: 'Camera', LaneId: laneId, Protocol: 'dahua-itsapi' };
  cameraId = (await user.call('/api/camera/create', camera)).data.Id;
  base = (await user.call('/api/camera/rotateSecret', { CameraId: cameraId })).data.Addresses[0].Path;
  await user.call('/api/parkLot/open', { LotId: lotId, IsFree: true });
});
afterAll(() => server?.stop());

async function drive(number: number, at: Date, plate: string) {
  const Picture = {
    Plate: { IsExist: plate !== '', PlateNumber: plate, PlateColor: 'Blue', Confidence: 90, UploadNum: number },
    SnapInfo: { AccurateTime: at.toISOString().replace('T', ' ').slice(0, 23), TimeZone: 0, LanNo: 1, DeviceID: 'cam' },
  };
  const url = `${server.url}${base}/NotificationInfo/TollgateInfo`;
  expect((await fetch(url, { method: 'POST', body: JSON.stringify({ Picture }) })).status).toBe(200);
}

const kernelOf = () => server.product.kernel;
const alarms = async () =>
  (await user.call('/api/alarm/list', { IsDevice: true })).data.Rows as { Kind: string; State: string }[];
const sum = () => sumCameraDays(kernelOf(), new Date(kernelOf().clock.now().getTime() - 2 * DAY_MS));

/** A past day of the camera, as the sweep left it. */
async function pastDay(age: number, cars: number, read: number) {
  await kernelOf().database.system(
    `insert into camera_day (tenant_id, camera_id, lot_id, day, car_count, read_count, low_count, confidence_sum, picture_count)
     select tenant_id, id, lot_id, ($2::timestamptz at time zone 'Asia/Shanghai')::date - $3::int, $4::int, $5, 0, $4 * 90, 0
     from camera where id = $1
     on conflict (tenant_id, camera_id, day) do update set car_count = excluded.car_count, read_count = excluded.read_count`,
    [cameraId, kernelOf().clock.now(), age, cars, read],
  );
}

test('a day of a camera is summed from its passings, with the clock that runs ahead', async () => {
  for (let number = 1; number <= 3; number += 1) {
    const ahead = new Date(kernelOf().clock.now().getTime() + 300_000);
    await drive(number, ahead, number === 3 ? '' : `粤B5000${number}`);
  }
  await sum();
  const { Rows } = (await user.call('/api/camera/getQuality', { CameraId: cameraId })).data;
  const cars = Rows.reduce((all: number, one: { CarCount: number }) => all + one.CarCount, 0);
  expect(cars).toBe(3);
  expect(Rows[0]).toMatchObject({ ReadPercent: 67, MeanConfidence: 90 });
  expect(Rows[0].AheadSeconds).toBe(300);
  await judgeCameras(kernelOf());
  expect((await user.call('/api/camera/get', { Id: cameraId })).data).toMatchObject({ ReadPercent: 67 });
  expect((await alarms()).filter((one) => one.Kind === 'clock-drift')).toHaveLength(1);
});

test('a rate that falls below its own past raises one alarm, which ends once it is back', async () => {
  for (let age = 2; age < 10; age += 1) await pastDay(age, 100, 95);
  const judgeAt = async (read: number) => {
    await pastDay(0, 100, read);
    await pastDay(1, 100, read);
    await judgeCameras(kernelOf());
    return (await alarms()).filter((one) => one.Kind === 'lens-dirty').map((one) => one.State);
  };
  expect(await judgeAt(94)).toEqual([]);
  expect(await judgeAt(80)).toEqual(['new']);
  expect(await judgeAt(90)).toEqual(['new']);
  expect(await judgeAt(94)).toEqual(['handled']);
});
