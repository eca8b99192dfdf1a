import { type DeviceContext, findCamera } from '@boyun/devices/server';
import type { SetClock } from '@boyun/kernel/server';
import { type PassingMessage, recordPassing } from '@boyun/passings/server';
import type { TestServer, TestUser } from './server.ts';

/** A lot of a test tenant with one entry and one exit lane, a camera each. */
export interface TestLot {
  readonly id: string;
  readonly entry: DeviceContext;
  readonly exit: DeviceContext;
}

/** An order as tests compare it: money in fen. */
export interface OrderState {
  plate: string;
  parking: string;
  pay: string;
  fee: number;
  due: number;
  minutes: number | null;
}

/** Where cars drive up in tests: lots, cameras, and what the database says afterwards. Minutes count from `start`. */
export class TestGate {
  readonly #server: TestServer;
  readonly #user: TestUser;
  readonly #clock: SetClock;
  readonly #start: Date;
  #lotCount = 0;
  #eventCount = 0;

  constructor(server: TestServer, user: TestUser, clock: SetClock, start: Date) {
    this.#server = server;
    this.#user = user;
    this.#clock = clock;
    this.#start = start;
  }

  /** A lot charging 3 yuan per started hour, at most 15 in 24 hours. */
  async newLot(lane: object = {}, lot: object = {}): Promise<TestLot> {
    this.#lotCount += 1;
    const count = this.#lotCount;
    const make = (path: string, body: object) => this.#make(path, body);
    const id = await make('/api/parkLot/create', { Name: `Lot${count}`, Code: `L${count}`, Capacity: 3, ...lot });
    // The tariff holds from the start on, however far the clock has been set.
    const now = this.#clock.now();
    this.#clock.set(this.#start);
    const template = { Name: `Rule${count}`, Template: 'guangzhou-2005-outdoor' };
    const rule = await make('/api/billRule/createFromTemplate', template);
    this.#clock.set(now);
    await make('/api/billRuleBinding/create', { LotId: id, ChargeRuleId: rule });
    const camera = (direction: 'entry' | 'exit') => this.newLane(id, direction, direction, lane);
    const lanes = { entry: await camera('entry'), exit: await camera('exit') };
    await this.open(id);
    return { id, ...lanes };
  }

  /** Opens a lot for business. */
  async open(lotId: string, isFree = false): Promise<void> {
    await this.#make('/api/parkLot/open', { LotId: lotId, IsFree: isFree });
  }

  /** A lane of a lot, with its camera; `Mode` is set by the act for it. */
  async newLane(lotId: string, name: string, direction: 'entry' | 'exit', own: object = {}): Promise<DeviceContext> {
    const { Mode, ...more } = own as { Mode?: string };
    const gateId = await this.#make('/api/gate/create', { Name: `Gate ${name}`, LotId: lotId, Direction: direction });
    const values = { Name: name, Code: name, GateId: gateId, Direction: direction, ...more };
    const laneId = await this.#make('/api/lane/create', values);
    if (Mode) await this.#make('/api/lane/hold', { LaneId: laneId, Mode, Reason: 'test' });
    const cameraId = await this.#make('/api/camera/create', { Name: name, LaneId: laneId });
    return (await findCamera(this.#server.product.kernel.database, await this.newToken(cameraId)))!;
  }

  /** A new secret of a camera, as its address names it. */
  async newToken(cameraId: string): Promise<string> {
    return (await this.#user.call('/api/camera/rotateSecret', { CameraId: cameraId })).data.Token;
  }

  async #make(path: string, body: object): Promise<string> {
    const answer = await this.#user.call(path, body);
    if (answer.state !== 'success') throw new Error(`${path}: ${answer.message}`);
    return answer.data.Id as string;
  }

  /** Sets the clock to a minute. */
  at(minute: number): void {
    this.#clock.set(new Date(this.#start.getTime() + minute * 60_000));
  }

  /** A camera's message at a minute; `receivedMinute` is later for stored records. */
  see(
    camera: DeviceContext,
    plate: string | null,
    minute: number,
    more: Partial<PassingMessage> & { receivedMinute?: number } = {},
  ) {
    const { receivedMinute = minute, ...message } = more;
    this.#eventCount += 1;
    this.at(receivedMinute);
    return recordPassing(this.#server.product.kernel, camera, {
      eventKey: `event-${this.#eventCount}`,
      plate,
      plateColor: 1,
      confidence: 96,
      vehicleKind: null,
      happenedAt: new Date(this.#start.getTime() + minute * 60_000),
      isOffline: false,
      picture: null,
      ...message,
    });
  }

  /** The orders of a lot, in the order the cars came in. */
  orders(lot: TestLot): Promise<OrderState[]> {
    return this.#server.product.kernel.database.system<OrderState>(
      `select plate, parking_state as parking, pay_state as pay, fee_fen as fee, due_fen as due,
         (extract(epoch from left_at - entered_at) / 60)::int as minutes
       from parking_order where tenant_id = $1 and lot_id = $2 order by entered_at, id`,
      [this.#user.tenantId, lot.id],
    );
  }

  /** Cars inside a lot by its counter. */
  async inside(lot: TestLot): Promise<number> {
    const [row] = await this.#server.product.kernel.database.system<{ cars: number }>(
      'select cars_inside as cars from lot_state where tenant_id = $1 and lot_id = $2',
      [this.#user.tenantId, lot.id],
    );
    return row!.cars;
  }

  /** Kinds of the alarms of a lot, oldest first; without those of devices, which depend on the load of the machine. */
  async alarms(lot: TestLot): Promise<string[]> {
    const rows = await this.#server.product.kernel.database.system<{ kind: string }>(
      `select kind from alarm where tenant_id = $1 and lot_id = $2
       and kind not in ('command-uncertain', 'barrier-fault', 'device-offline') order by id`,
      [this.#user.tenantId, lot.id],
    );
    return rows.map((row) => row.kind);
  }
}
