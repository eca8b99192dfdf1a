import { settlePending } from '@boyun/passings/server';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type FleetDetector, playDetectors, type SpotWatch } from './detector.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
});
afterAll(() => server?.stop());

test('the detectors of a street are played: every message is taken, cars come and go, and some are named', async () => {
  const user = await server.newTenant();
  const call = async (path: string, body: object) => {
    const answer = await user.call(path, body);
    expect(answer.message).toBe('');
    return answer.data;
  };
  const settling = { DetectorArriveSeconds: 0, DetectorLeaveSeconds: 0 };
  const street = { Name: '西街', Code: 'W', Kind: 'roadside', Capacity: 8, ...settling };
  const LotId = (await call('/api/parkLot/create', street)).Id;
  const detectors: FleetDetector[] = [];
  const network = { Name: 'LoRaWAN', StatePath: 'bytes[0]', StatePort: 2, BatteryPath: 'bytes[1]' };
  const LoraNetworkId = (await call('/api/loraNetwork/create', network)).Id;
  const lora: string = (await call('/api/loraNetwork/rotateToken', { LoraNetworkId })).Address;
  for (let index = 1; index <= 8; index += 1) {
    const isLora = index % 4 === 0;
    const [serial, spot] = [isLora ? `24E124141F5A000${index}` : `P-${index}`, `S${index}`];
    await call('/api/parkSpot/create', { LotId, Number: spot, DetectorNo: serial });
    const MagneticId = (await call('/api/magnetic/create', { SerialNo: serial, LotId })).Id;
    const own = isLora ? lora : (await call('/api/magnetic/rotateSecret', { MagneticId })).TokenPath;
    detectors.push({ serial, spot, path: own, isLora });
  }
  const BoxId = (await call('/api/boxManage/create', { Name: 'Box', LotId, SerialNo: 'BOX-W' })).Id;
  const watch: SpotWatch = {
    serial: 'BOX-W',
    secret: (await call('/api/boxManage/rotateSecret', { BoxId })).DeviceSecret,
  };
  await call('/api/parkLot/open', { LotId, IsFree: true });
  const stop = new AbortController();
  const statuses = new Map<number, number>();
  const played = playDetectors({
    url: server.url,
    detectors,
    watch,
    seed: 'test',
    tickMs: 20,
    signal: stop.signal,
    onAnswer: (status) => statuses.set(status, (statuses.get(status) ?? 0) + 1),
  });
  const orders = async () =>
    (await call('/api/order/getOrderPage', { LotId, PerPage: 200 })).Rows as { Plate: string; ParkingState: string }[];
  const routes = async () =>
    (await call('/api/magnetic/getMessages', { LotId, PerPage: 200 })).Rows.map((one: { Route: string }) => one.Route);
  await server.until('cars that came, left and were named, on spots of both kinds of detectors', async () => {
    await settlePending.run(server.product.kernel);
    const all = await orders();
    const isDone = all.some((one) => one.ParkingState === 'left') && all.some((one) => !one.Plate.startsWith('临'));
    return isDone && new Set(await routes()).size === 2;
  });
  stop.abort();
  await played;
  expect([...statuses.keys()]).toEqual([200]);
  const { Rows } = await call('/api/magnetic/list', { LotId });
  expect(Rows.every((one: { State: string; BatteryPercent: number }) => one.State !== 'offline')).toBe(true);
});
