import { expect } from 'vitest';
import { randomOf } from './gate-day.ts';
import type { AlipayWorld, UnionpayWorld } from './paying-world.ts';

/** Payments that a hostile day has at once. */
const TOGETHER = 5;

/** Money that moved at the provider. */
interface Moved {
  readonly no: string;
  readonly isRefund: boolean;
  readonly fen: number;
}

/** What a provider and its payers do to the product, each as bad as it can be. */
export interface Hostility {
  /** What a payer pays with. */
  readonly apps: readonly string[];
  /** The next call of the product is answered badly. */
  failNext(pick: Pick): void;
  failNoMore(): void;
  /** The payer opens what the product answered. */
  open(address: string, app: string): Promise<void>;
  /** The payer pays, or fails to; throws where the provider refuses it. */
  settle(no: string, hasMoney: boolean): void;
  isPaid(no: string): boolean;
  /** Sends a notice, right or wrong. */
  notify(no: string, pick: Pick): Promise<unknown>;
  /** Refunds come to their end. */
  endRefunds(): void;
  moved(): readonly Moved[];
}

type Pick = <T>(all: readonly T[]) => T;
type Car = Awaited<ReturnType<UnionpayWorld['owingCar']>>;

/** Random choices of one car: those of cars that pay at the same time do not depend on each other. */
class Chance {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomOf(seed);
  }

  readonly pick: Pick = (all) => all[this.below(all.length)]!;

  of(share: number): boolean {
    return this.#random() < share;
  }

  below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  /** The address of a phone: a thousand drivers do not share one. */
  phone() {
    return { 'x-forwarded-for': `10.${[0, 0, 0].map(() => this.below(255)).join('.')}` };
  }
}

/** A day of payments and refunds with a hostile provider; `run` ends when nothing is under way any more. */
export class HostileDay {
  readonly #world: AlipayWorld | UnionpayWorld;
  readonly #hostility: Hostility;
  readonly #seed: number;

  constructor(world: AlipayWorld | UnionpayWorld, hostility: Hostility, seed: number) {
    this.#world = world;
    this.#hostility = hostility;
    this.#seed = seed;
  }

  /** Runs this many payments, then requests a refund of every payment that the channel received. */
  async run(payments: number): Promise<void> {
    const world = this.#world;
    const lot = await world.gate.newLot({}, { Capacity: 5000 });
    const cars: Car[] = [];
    for (let from = 0; from < payments; from += TOGETHER) {
      world.reset();
      const group: Car[] = [];
      for (let count = 0; count < TOGETHER; count += 1) group.push(await world.owingCar(lot));
      await Promise.all(group.map((car, at) => this.#pay(car, new Chance(this.#seed + from + at))));
      // Who has paid drives out.
      for (const { plate } of group) await world.gate.see(lot.exit, plate, 90);
      cars.push(...group);
    }
    await this.#settleAll();
    await this.#refundBadly(cars);
    await this.#settleAll();
  }

  /** Starts a payment, some taps at once; returns its number where there is one. */
  async #startBadly({ code }: Car, chance: Chance): Promise<string | null> {
    const app = chance.pick(this.#hostility.apps);
    const start = () => this.#world.start(code, app, chance.phone());
    if (chance.of(0.4)) this.#hostility.failNext(chance.pick);
    await Promise.all(Array.from({ length: 1 + chance.below(3) }, start));
    const { data } = await start();
    if (!data?.PaymentNo) return null;
    await this.#hostility.open(data.Address, app);
    return data.PaymentNo;
  }

  /** The driver, the provider, the attendant and the sweep all at once. */
  async #pay(car: Car, chance: Chance): Promise<void> {
    const { user } = this.#world;
    const no = await this.#startBadly(car, chance);
    if (no && chance.of(0.85)) this.#hostility.settle(no, chance.of(0.9));
    if (chance.of(0.3)) this.#hostility.failNext(chance.pick);
    const notices = no && this.#hostility.isPaid(no) ? chance.below(5) : 0;
    await Promise.all([
      ...Array.from({ length: notices }, () => this.#hostility.notify(no!, chance.pick)),
      ...(chance.of(0.3) ? [this.#world.expire()] : []),
      ...(chance.of(0.2) ? [user.call('/api/order/collectCash', { OrderId: car.id, Amount: '6.00' })] : []),
    ]);
  }

  /** Requests a refund for every car, twice at once. */
  async #refundBadly(cars: readonly Car[]): Promise<void> {
    const chance = new Chance(this.#seed - 1);
    for (const { id } of cars) {
      if (chance.of(0.3)) this.#hostility.failNext(chance.pick);
      await Promise.all([1, 2].map(() => this.#world.refund(id, '2.00')));
    }
  }

  /** Lets everything come to its end: no call fails any more. */
  async #settleAll(): Promise<void> {
    const world = this.#world;
    this.#hostility.failNoMore();
    await world.server.until('the end of every payment and refund', async () => {
      this.#hostility.endRefunds();
      world.pass(61);
      await world.expire();
      const open = `select 1 from payment where tenant_id = $1 and state = 'paying'
        union all select 1 from refund where tenant_id = $1 and state = 'paying'`;
      return (await world.system(open)).length === 0;
    });
  }

  /** Expects that the books have what moved at the provider, each once, and nothing else. */
  async expectNothingLost(): Promise<void> {
    const world = this.#world;
    const booked = await world.system<{ no: string }>(
      `select payment_no as no from payment where tenant_id = $1 and channel = $2 and state = 'succeeded'
       union all select refund_no from refund where tenant_id = $1 and channel = $2 and state = 'succeeded'`,
      world.channel,
    );
    const moved = this.#hostility.moved();
    expect(booked.map((one) => one.no).sort()).toEqual(moved.map((one) => one.no).sort());
    const [sums] = await world.system<{ fen: number; cashFen: number }>(
      `select (select sum(paid_fen) from bill where tenant_id = $1)::bigint
         + (select coalesce(sum(excess_fen), 0) from payment where tenant_id = $1)::bigint as fen,
         (select coalesce(sum(amount_fen), 0) from payment where tenant_id = $1 and channel = 'cash')::bigint as "cashFen"`,
    );
    const takenFen = moved.reduce((sum, { isRefund, fen }) => sum + (isRefund ? 0 : fen), 0);
    expect(sums!.fen).toBe(takenFen + sums!.cashFen);
    expect(await world.broken()).toEqual([]);
  }
}
