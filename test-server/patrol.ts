import { signCall } from '@boyun/gateway/server';
import type { SetClock } from '@boyun/kernel/server';
import type { Answer, TestServer, TestUser } from './server.ts';

const SECOND_MS = 1000;
/** A degree of latitude in metres. */
const DEGREE_METRES = 111_195;

/** Where the test's street begins; places are metres to the north of it. */
export const STREET = { longitude: 114.05, latitude: 22.54 };

/** A place some metres to the north of the street's beginning. */
export const north = (metres: number) => ({
  Longitude: STREET.longitude,
  Latitude: Math.round((STREET.latitude + metres / DEGREE_METRES) * 1e6) / 1e6,
});

/** A patrol car of a tenant, as its device speaks. */
export class TestPatrolCar {
  readonly #server: TestServer;
  readonly #clock: SetClock;
  readonly id: string;
  readonly serialNo: string;
  secret: string;
  /** How far the clock of the device is behind, in seconds. */
  behindSeconds = 0;

  private constructor(server: TestServer, clock: SetClock, id: string, serialNo: string, secret: string) {
    this.#server = server;
    this.#clock = clock;
    this.id = id;
    this.serialNo = serialNo;
    this.secret = secret;
  }

  /** A car that patrols lots, with its secret. */
  static async open(
    server: TestServer,
    clock: SetClock,
    user: TestUser,
    car: { readonly serialNo: string; readonly lotIds: readonly string[]; readonly canOpenOrders?: boolean },
  ): Promise<TestPatrolCar> {
    const { serialNo, lotIds, canOpenOrders = true } = car;
    const values = { Name: serialNo, SerialNo: serialNo, LotIds: lotIds, CanOpenOrders: canOpenOrders };
    const made = await user.call('/api/patrolCar/create', values);
    if (made.state !== 'success') throw new Error(made.message);
    const { DeviceSecret } = (await user.call('/api/patrolCar/rotateSecret', { CarId: made.data.Id })).data;
    return new TestPatrolCar(server, clock, made.data.Id, serialNo, DeviceSecret);
  }

  /** An instant some seconds ago, as the clock of the device tells it. */
  ago(seconds: number): string {
    return new Date(this.#clock.now().getTime() - (seconds + this.behindSeconds) * SECOND_MS).toISOString();
  }

  /** Sends a signed call. */
  say(name: string, body: object): Promise<Answer> {
    const path = `/api/patrol/${name}`;
    const timestamp = String(this.#clock.now().getTime() / SECOND_MS - this.behindSeconds);
    const signature = signCall(this.secret, timestamp, 'POST', path, Buffer.from(JSON.stringify(body)));
    return this.#server.call(path, body, { timestamp, signature, serialnumber: this.serialNo });
  }

  /** Reports one plate; it was read at the beginning of the street just now. */
  async see(eventId: string, plate: string, more: object = {}): Promise<Answer & { readonly result: SeenResult }> {
    const one = { EventId: eventId, Plate: plate, HappenedAt: this.ago(0), ...north(0), ...more };
    const answer = await this.say('sightings', { Sightings: [one] });
    return { ...answer, result: answer.data?.Results?.[0] };
  }
}

/** What a car is told of a plate. */
export interface SeenResult {
  readonly EventId: string;
  readonly Outcome: string;
  readonly Kinds: readonly string[];
  readonly IsRepeated: boolean;
}
