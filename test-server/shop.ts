import type { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from './lot.ts';
import type { TestServer, TestUser } from './server.ts';

const HOUR = 60;
let count = 0;

/** A number that is new in this process: for names and plates. */
export const nextNumber = (): number => {
  count += 1;
  return count;
};

/** A plate that no other car of this process has. */
export const newPlate = () => `粤B7${String(nextNumber()).padStart(4, '0')}`;

/** Merchants of a tenant with one lot, and the cars of their customers. */
export class TestShop {
  readonly #server: TestServer;
  readonly #start: Date;
  readonly user: TestUser;
  readonly gate: TestGate;
  readonly lot: TestLot;

  private constructor(server: TestServer, start: Date, user: TestUser, gate: TestGate, lot: TestLot) {
    this.#server = server;
    this.#start = start;
    this.user = user;
    this.gate = gate;
    this.lot = lot;
  }

  /** A new tenant with a lot that charges 3 yuan for each started hour. */
  static async open(server: TestServer, clock: SetClock, start: Date): Promise<TestShop> {
    clock.set(start);
    const user = await server.newTenant();
    const gate = new TestGate(server, user, clock, start);
    return new TestShop(server, start, user, gate, await gate.newLot({}, { Capacity: 50 }));
  }

  async #make(path: string, body: object): Promise<string> {
    const answer = await this.user.call(path, body);
    if (answer.state !== 'success') throw new Error(answer.message);
    return answer.data.Id;
  }

  /** Adds a merchant; prepaid unless said otherwise. */
  newMerchant(body: object = {}): Promise<string> {
    const plain = { Name: `Merchant ${nextNumber()}`, LotIds: [this.lot.id], ValidFrom: this.#start.toISOString() };
    return this.#make('/api/merchant/create', { ...plain, ...body });
  }

  /** Adds a discount; 5 yuan off unless said otherwise. */
  newDiscount(MerchantId: string, body: object = {}): Promise<string> {
    const plain = { MerchantId, Name: `Discount ${nextNumber()}`, Effect: 'amount', Amount: '5.00' };
    return this.#make('/api/merchantDiscount/create', { ...plain, ...body });
  }

  topUp(MerchantId: string, Amount: string) {
    return this.user.call('/api/merchant/topUp', { MerchantId, Amount, Method: 'transfer' });
  }

  grant(MerchantDiscountId: string, ...Plates: string[]) {
    return this.user.call('/api/merchantGrant/grant', { MerchantDiscountId, Plates });
  }

  async merchant(Id: string) {
    return (await this.user.call('/api/merchant/get', { Id })).data;
  }

  async grants(filters: object = {}) {
    return (await this.user.call('/api/merchantGrant/list', filters)).data.Rows;
  }

  /** Drives a car in and after four hours, for 12 yuan, to the exit; returns its order. */
  async stay(plate: string, at = 0) {
    await this.gate.see(this.lot.entry, plate, at);
    await this.gate.see(this.lot.exit, plate, at + 4 * HOUR);
    return this.order(plate);
  }

  /** The last order of a plate, in fen. */
  async order(plate: string): Promise<{ id: string; due: number; reduced: number }> {
    const [order] = await this.#server.product.kernel.database.system<{ id: string; due: number; reduced: number }>(
      `select id, due_fen as due, reduced_fen as reduced from parking_order
       where tenant_id = $1 and plate = $2 order by entered_at desc limit 1`,
      [this.user.tenantId, plate],
    );
    return order!;
  }

  /** Pays an order; the car that waits for it has left. */
  async pay({ id, due }: { readonly id: string; readonly due: number }) {
    const answer = await this.user.call('/api/order/collectCash', { OrderId: id, Amount: (due / 100).toFixed(2) });
    // It leaves by a reaction, which reads the clock.
    await this.#server.product.consumers.drain();
    return answer;
  }

  /** An account that belongs to a merchant. */
  async newStaff(merchantId: string, isManager = true): Promise<TestUser> {
    const staff = await this.#server.newUser(this.user, ['merchant-desk.use', 'merchant-desk.pay'], []);
    const { userId } = await staff.who();
    await this.#server.product.kernel.database.system(
      `insert into merchant_staff (tenant_id, account_id, merchant_id, is_manager, created_at) values ($1, $2, $3, $4, $5)`,
      [this.user.tenantId, userId, merchantId, isManager, this.#start],
    );
    return staff;
  }
}
