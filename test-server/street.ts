import { equal } from 'node:assert/strict';
import type { SetClock } from '@boyun/kernel/server';
import { settlePending } from '@boyun/passings/server';
import type { TestServer, TestUser } from './server.ts';

/** A detector with a secret, bound to a spot of its own. */
export interface TestDetector {
  readonly id: string;
  readonly serialNo: string;
  readonly spot: string;
  readonly spotId: string;
  readonly tokenPath: string;
  readonly secret: string;
  sequence: number;
}

/** A message of a detector as it is listed. */
interface Message {
  readonly Kind: string;
  readonly Outcome: string;
  readonly SeenCount: number;
  readonly Route: string;
}

/** A street with detectors that charges 3 yuan per started hour. Times are seconds after `start`. */
export type TestStreet = Awaited<ReturnType<typeof makeStreet>>;

/** Makes a street of a test tenant. */
export async function makeStreet(server: TestServer, user: TestUser, clock: SetClock, start: Date) {
  let made = 0;
  const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
  const call = async (path: string, body: object) => {
    const answer = await user.call(path, body);
    equal(answer.message, '');
    return answer.data;
  };
  const road = { Name: '滨江路', Code: 'ROAD', Capacity: 30, Kind: 'roadside' };
  const lotId: string = (await call('/api/parkLot/create', road)).Id;
  const rule = { Name: '路侧', Template: 'guangzhou-2005-outdoor' };
  const ChargeRuleId = (await call('/api/billRule/createFromTemplate', rule)).Id;
  await call('/api/billRuleBinding/create', { LotId: lotId, ChargeRuleId });
  await call('/api/parkSpot/create', { LotId: lotId, Number: 'R0' });
  await call('/api/parkLot/open', { LotId: lotId });

  const newDetector = async (SerialNo = `DC-${made + 1}`): Promise<TestDetector> => {
    made += 1;
    const spot = `R${made}`;
    const spotId = (await call('/api/parkSpot/create', { LotId: lotId, Number: spot })).Id;
    const id = (await call('/api/magnetic/create', { SerialNo, LotId: lotId, HeartbeatMinutes: 60 })).Id;
    await call('/api/magnetic/bind', { MagneticId: id, SpotId: spotId });
    const { TokenPath, DeviceSecret } = await call('/api/magnetic/rotateSecret', { MagneticId: id });
    return { id, serialNo: SerialNo, spot, spotId, tokenPath: TokenPath, secret: DeviceSecret, sequence: 0 };
  };
  /** Reports with the token in the address: it happened at a second and arrives at another. */
  const report = (one: TestDetector, Kind: string, seconds: number, more: object = {}, receivedAt = seconds) => {
    one.sequence += 1;
    clock.set(at(receivedAt));
    const body = { Kind, Sequence: one.sequence, HappenedAt: at(seconds).toISOString(), ...more };
    return server.call(one.tokenPath, body, {});
  };
  /** Decides at a second on what has lasted. */
  const look = async (seconds: number) => {
    clock.set(at(seconds));
    await settlePending.run(server.product.kernel);
  };
  /** The stays on the spot of a detector: state, when the car came, and for how long. */
  const stays = async ({ spot }: TestDetector) =>
    (
      await server.product.kernel.database.system<{ state: string; came: number; stayed: number | null }>(
        `select parking_state as state, extract(epoch from entered_at - $3::timestamptz)::int as came,
           extract(epoch from left_at - entered_at)::int as stayed
         from parking_order where tenant_id = $1 and spot_number = $2 order by entered_at`,
        [user.tenantId, spot, at(0)],
      )
    ).map(({ state, came, stayed }) => `${state} ${came}${stayed === null ? '' : `+${stayed}`}`);
  const row = ({ id }: TestDetector) => call('/api/magnetic/get', { Id: id });
  const messages = async ({ id }: TestDetector) =>
    (await call('/api/magnetic/getMessages', { MagneticId: id })).Rows as Message[];
  return { lotId, at, call, newDetector, report, look, stays, row, messages };
}
