import { equal } from 'node:assert/strict';
import type { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from './lot.ts';
import type { TestServer, TestUser } from './server.ts';
import { newPlate, nextNumber } from './shop.ts';

const HOUR = 60;

/** A tenant with a lot, cars that pay, and sub-merchants that are settled; days pass, so its administrator signs in again and again. */
export class TestSettlements {
  readonly #server: TestServer;
  readonly #code: string;
  readonly gate: TestGate;
  user: TestUser;
  lot!: TestLot;

  private constructor(server: TestServer, user: TestUser, code: string, clock: SetClock, start: Date) {
    this.#server = server;
    this.#code = code;
    this.user = user;
    // The gate outlives the sessions.
    this.gate = new TestGate(server, { ...user, call: (path, body) => this.user.call(path, body) }, clock, start);
  }

  /** Opens a lot in a tenant that has just been made. */
  static async open(server: TestServer, user: TestUser, clock: SetClock, start: Date): Promise<TestSettlements> {
    const sql = 'select code from tenant where id = $1';
    const [tenant] = await server.product.kernel.database.system<{ code: string }>(sql, [user.tenantId]);
    const made = new TestSettlements(server, user, tenant!.code, clock, start);
    made.lot = await made.gate.newLot({}, { Capacity: 50 });
    return made;
  }

  /** Returns the token of an account. */
  async tokenOf(Account: string, Password = 'Boyun#2026'): Promise<string> {
    const answer = await this.#server.call('/api/tenantUser/login', { Account, Password, TenantId: this.#code });
    return answer.data.AccessToken;
  }

  /** Signs the administrator in again. */
  async signIn(): Promise<TestUser> {
    const token = await this.tokenOf('admin');
    this.user = { ...this.user, token, call: (path, body) => this.#server.callAs(token, path, body) };
    return this.user;
  }

  /** Goes to a minute from the start. */
  async at(minute: number): Promise<void> {
    this.gate.at(minute);
    await this.signIn();
  }

  /** Calls a path and returns what it answers; fails where it is refused. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  async done(path: string, body: object = {}, by = this.user): Promise<any> {
    const answer = await by.call(path, body);
    equal(`${path} ${answer.message}`, `${path} `);
    return answer.data;
  }

  /** A car that stays four hours for 12 yuan, from a minute on, and pays them in cash; returns its order. */
  async stay(minute: number, of = this.lot): Promise<string> {
    const plate = newPlate();
    await this.gate.see(of.entry, plate, minute);
    await this.gate.see(of.exit, plate, minute + 4 * HOUR);
    await this.at(minute + 4 * HOUR);
    const { Rows } = await this.done('/api/order/getOrderPage', { Plate: plate });
    await this.done('/api/order/collectCash', { OrderId: Rows[0].Id, Amount: Rows[0].Due });
    // The paid car leaves by a reaction: only then is its fee refundable, and the next car at the exit would take its place.
    await this.#server.product.consumers.drain();
    return Rows[0].Id;
  }

  /** Gives cash back that was paid for an order. */
  async refund(OrderId: string, Amount: string): Promise<void> {
    const [{ PaymentId, Left }] = (await this.done('/api/order/getRefundable', { OrderId })).Payments;
    const given = { OrderId, PaymentId, Left, Amount, Way: 'origin', Reason: '投诉协商退款' };
    await this.done('/api/order/refund', given);
  }

  /** Adds a sub-merchant that gets 65 % of the lot's net, settled weekly, unless said otherwise. */
  async newSubMerchant(body: object = {}): Promise<string> {
    const plain = {
      Name: `Sub-merchant ${nextNumber()}`,
      LotIds: [this.lot.id],
      ValidFrom: '2026-03-02',
      ShareKind: 'percent',
      SharePercent: 65,
      Cycle: 'week',
      BankName: '招商银行深圳分行',
      AccountName: '深圳某某物业',
      AccountNo: '6225880212345678',
    };
    return (await this.done('/api/subBusiness/create', { ...plain, ...body })).Id;
  }

  /** Prepares a settlement up to a day; the answer may be a refusal. */
  create(SubMerchantId: string, ToDay: string, by = this.user) {
    return by.call('/api/settlement/create', { SubMerchantId, ToDay });
  }

  settle(SettlementId: string) {
    return this.done('/api/settlement/settle', { SettlementId, Note: '按合同结算' });
  }

  get(SettlementId: string) {
    return this.done('/api/settlement/get', { SettlementId });
  }

  /** Prepares and settles the days up to one; returns the settlement. */
  async settled(subMerchantId: string, toDay: string) {
    const { data, message } = await this.create(subMerchantId, toDay);
    equal(message, '');
    await this.settle(data.SettlementId);
    return this.get(data.SettlementId);
  }

  /** Adds a sub-merchant and settles it up to a day, two days after that. */
  async settleTo(toDay: string): Promise<TestUser> {
    const days = (new Date(`${toDay}T00:00:00Z`).getTime() - new Date('2026-03-02T00:00:00Z').getTime()) / 86_400_000;
    await this.at((days + 2) * 24 * HOUR);
    await this.settled(await this.newSubMerchant(), toDay);
    return this.user;
  }
}
