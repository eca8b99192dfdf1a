import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { settlePending } from '@boyun/passings/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { signCall } from './sign-call.service.ts';

const clock = new SetClock(new Date('2026-03-04T01:00:00.000Z'));
let server: TestServer;
let user: TestUser;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
});
afterAll(() => server?.stop());

async function create(path: string, body: object): Promise<string> {
  const answer = await user.call(path, body);
  expect(answer).toMatchObject({ message: '', state: 'success' });
  return answer.data.Id;
}

interface Box {
  readonly serialNo: string;
  readonly secret: string;
}

function say({ serialNo, secret }: Box, name: string, body: object) {
  const path = `/api/box/${name}`;
  const timestamp = String(clock.now().getTime() / 1000);
  const signature = signCall(secret, timestamp, 'POST', path, Buffer.from(JSON.stringify(body)));
  return server.call(path, body, { timestamp, signature, serialnumber: serialNo });
}

describe('a camera that watches spots speaks through its box', () => {
  const newStreet = async () => {
    made += 1;
    const street = { Name: `Street${made}`, Code: `S${made}`, Capacity: 9, Kind: 'roadside', DetectorArriveSeconds: 0 };
    const lotId = await create('/api/parkLot/create', street);
    const detectorNo = `D-${made}`;
    await create('/api/parkSpot/create', { Number: 'R1', LotId: lotId, DetectorNo: detectorNo });
    await create('/api/parkSpot/create', { Number: 'R2', LotId: lotId });
    await user.call('/api/parkLot/open', { LotId: lotId, IsFree: true });
    const serialNo = `BOX-${made}`;
    const BoxId = await create('/api/boxManage/create', { Name: serialNo, LotId: lotId, SerialNo: serialNo });
    const { DeviceSecret: secret } = (await user.call('/api/boxManage/rotateSecret', { BoxId })).data;
    return { lotId, detectorNo, box: { serialNo, secret } };
  };
  let number = 0;
  const see = (box: Box, more: object) => {
    number += 1;
    const now = clock.now().toISOString();
    return say(box, 'sighting', { EventId: `c${number}`, SpotNumber: 'R1', IsTaken: true, HappenedAt: now, ...more });
  };
  const later = () => clock.set(new Date(clock.now().getTime() + 60_000));
  const stays = async (lotId: string) =>
    (
      (await user.call('/api/order/getOrderPage', { LotId: lotId })).data.Rows as {
        Plate: string;
        ParkingState: string;
        SpotNumber: string;
      }[]
    )
      .map(({ Plate, ParkingState, SpotNumber }) => `${SpotNumber} ${Plate} ${ParkingState}`)
      .sort();

  test('and names the car that the detector noticed; another plate is another car', async () => {
    const { lotId, box, detectorNo } = await newStreet();
    const now = clock.now().toISOString();
    await say(box, 'spot', { EventId: 'e1', DetectorNo: detectorNo, IsTaken: true, HappenedAt: now });
    later();
    const named = { EventId: 'same', Plate: '粤B40001' };
    for (const answer of await Promise.all([see(box, named), see(box, named)])) expect(answer.state).toBe('success');
    expect(await stays(lotId)).toEqual(['R1 粤B40001 inside']);
    later();
    await see(box, { Plate: null });
    await see(box, { Plate: '粤B40002' });
    expect(await stays(lotId)).toEqual(['R1 粤B40001 left', 'R1 粤B40002 inside']);
    later();
    await see(box, { SpotNumber: 'R2', Plate: '粤B40002' });
    await see(box, { IsTaken: false });
    const after = ['R1 粤B40001 left', 'R1 粤B40002 left', 'R2 粤B40002 inside'];
    expect(await stays(lotId)).toEqual(after);
    // What it saw before the cars were replaced arrives late.
    const old = new Date(clock.now().getTime() - 150_000).toISOString();
    await see(box, { Plate: '粤B40001', HappenedAt: old });
    await see(box, { SpotNumber: 'R2', Plate: '粤B40009', HappenedAt: old });
    expect(await stays(lotId)).toEqual(after);
    expect((await see(box, { SpotNumber: 'R9' })).code).toBe('device.malformed');
  });

  test('and names the stay that its car had ended before the sighting arrived', async () => {
    const { lotId, box, detectorNo } = await newStreet();
    const tell = (EventId: string, IsTaken: boolean) =>
      say(box, 'spot', { EventId, DetectorNo: detectorNo, IsTaken, HappenedAt: clock.now().toISOString() });
    await tell('l1', true);
    later();
    const during = clock.now().toISOString();
    later();
    await tell('l2', false);
    clock.set(new Date(clock.now().getTime() + 3_600_000));
    await settlePending.run(server.product.kernel);
    expect(await stays(lotId)).toEqual([expect.stringMatching(/^R1 临\S+ left$/)]);
    // The next car stands there by now; it is not the one that was seen.
    await tell('l3', true);
    const late = { EventId: 'late', Plate: '粤B40011', HappenedAt: during };
    for (const answer of [await see(box, late), await see(box, late)]) expect(answer.state).toBe('success');
    expect(await stays(lotId)).toEqual([expect.stringMatching(/^R1 临\S+ inside$/), 'R1 粤B40011 left']);
    expect((await verifyTenant(server.product.kernel, user.tenantId)).filter((one) => one.brokenCount > 0)).toEqual([]);
  });
});
