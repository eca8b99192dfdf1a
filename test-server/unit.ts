import { verifyTenant } from '@boyun/insight/server';
import type { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from './lot.ts';
import type { TestServer, TestUser } from './server.ts';
import { newPlate, nextNumber } from './shop.ts';

/** Units of a tenant with one lot, and their cars. */
export class TestUnits {
  readonly #server: TestServer;
  readonly #start: Date;
  readonly gate: TestGate;
  readonly lot: TestLot;
  user: TestUser;

  private constructor(server: TestServer, start: Date, user: TestUser, gate: TestGate, lot: TestLot) {
    this.#server = server;
    this.#start = start;
    this.user = user;
    this.gate = gate;
    this.lot = lot;
  }

  /** A new tenant with a lot that charges 3 yuan for each started hour. */
  static async open(server: TestServer, clock: SetClock, start: Date): Promise<TestUnits> {
    clock.set(start);
    const user = await server.newTenant();
    const gate = new TestGate(server, user, clock, start);
    return new TestUnits(server, start, user, gate, await gate.newLot({}, { Capacity: 50 }));
  }

  /** Calls a path that makes something and returns its id; fails where it is refused. */
  async make(path: string, body: object, by = this.user): Promise<string> {
    const answer = await by.call(path, body);
    if (answer.state !== 'success') throw new Error(`${path}: ${answer.message}`);
    return answer.data.Id;
  }

  /** A unit with spots in the lot, for 300 yuan each, and cars. */
  async newUnit(more: object, Spots = 1, cars = 2): Promise<{ id: string; plates: string[] }> {
    const ValidFrom = this.#start.toISOString();
    const plain = { Name: `Unit ${nextNumber()}`, LotIds: [this.lot.id], ValidFrom };
    const id = await this.make('/api/unit/create', { ...plain, ...more });
    await this.make('/api/unitQuota/create', { UnitId: id, LotId: this.lot.id, Spots, SpotFee: '300.00' });
    const plates = Array.from({ length: cars }, newPlate);
    for (const Plate of plates) await this.make('/api/companyvehicle/create', { UnitId: id, Plate, ValidFrom });
    return { id, plates };
  }

  /** An account of a unit. */
  async newStaff(UnitId: string, isManager = true): Promise<TestUser> {
    const staff = await this.#server.newUser(this.user, ['unit-desk.use'], []);
    const { userId } = await staff.who();
    await this.#server.product.kernel.database.system(
      'insert into unit_account (tenant_id, account_id, unit_id, is_manager, created_at) values ($1, $2, $3, $4, $5)',
      [this.user.tenantId, userId, UnitId, isManager, this.#start],
    );
    return staff;
  }

  /** Goes to a minute from the start, after which the session of the administrator has ended. */
  async goTo(minute: number): Promise<void> {
    this.gate.at(minute);
    const sql = 'select code from tenant where id = $1';
    const [tenant] = await this.#server.product.kernel.database.system<{ code: string }>(sql, [this.user.tenantId]);
    const given = { Account: 'admin', Password: 'Boyun#2026', TenantId: tenant!.code };
    const { data } = await this.#server.call('/api/tenantUser/login', given);
    const token: string = data.AccessToken;
    this.user = { ...this.user, token, call: (path, body) => this.#server.callAs(token, path, body) };
  }

  /** What does not add up in the books of the tenant. */
  async broken(): Promise<unknown[]> {
    return (await verifyTenant(this.#server.product.kernel, this.user.tenantId)).flatMap((one) => one.broken);
  }
}
