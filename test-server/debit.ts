import { strict as assert } from 'node:assert';
import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { moneyServer } from '@boyun/money/server';
import { WechatPayDouble } from '@boyun/simulator/provider/wechat-pay';
import { TestGate, type TestLot } from './lot.ts';
import { startTestServer, type TestServer, type TestUser } from './server.ts';

const START = new Date('2026-03-04T01:00:00.000Z');

type Rows = Record<string, string>[];

/** A tenant that debits plates by the double of WeChat Pay, and its cars. Each owes 6.00 yuan at the exit. */
export class DebitWorld {
  readonly start = START;
  readonly clock = new SetClock(START);
  readonly provider = new WechatPayDouble(this.clock);
  server!: TestServer;
  user!: TestUser;
  gate!: TestGate;
  #payChannelId = '';
  #plateCount = 0;

  async begin(databaseUrl: string): Promise<void> {
    const wechatPayUrl = await this.provider.start();
    this.server = await startTestServer(databaseUrl, {
      clock: this.clock,
      hasJobs: true,
      isAlone: true,
      publicUrl: 'https://parking.example.com',
      wechatPayUrl,
      without: ['unfinished-payments'],
    });
    this.user = await this.server.newTenant('Debiting', { isTrial: false });
    this.gate = new TestGate(this.server, this.user, this.clock, START);
    const { MerchantNo, AppNo, keys } = this.provider.merchant;
    const channel = { Channel: 'wechat', MerchantNo, AppNo, HasAutoDebit: true, DebitWaitSeconds: 10 };
    const { Id: PayChannelId } = await this.#must('/api/payConfig/create', channel);
    await this.#must('/api/payConfig/setKeys', { PayChannelId, ...keys });
    this.#payChannelId = PayChannelId;
  }

  async end(): Promise<void> {
    await this.server?.stop();
    await this.provider.stop();
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  async #must(path: string, body: object): Promise<any> {
    const answer = await this.user.call(path, body);
    assert.equal(answer.state, 'success', answer.message);
    return answer.data;
  }

  /** Sets the clock back and configures the channel as at first, but for `change`. */
  async reset(change: object = {}): Promise<void> {
    this.clock.set(START);
    this.provider.failNoMore();
    this.provider.parking.isAllowed = true;
    const usual = { DebitMode: 'after-success', DebitLimit: null, DebitMonthly: null, HasAutoDebit: true };
    await this.configure({ ...usual, ...change });
  }

  configure(change: object): Promise<void> {
    return this.#must('/api/payConfig/update', { Id: this.#payChannelId, ...change });
  }

  system<T extends object>(sql: string, values: unknown[]): Promise<T[]> {
    return this.server.product.kernel.database.system<T>(sql, values);
  }

  /** Runs the sweep that asks about payments whose time is over. */
  async sweep(): Promise<void> {
    for (const one of moneyServer.sweeps ?? [])
      if (one.name === 'unfinished-payments') await one.run(this.server.product.kernel);
  }

  /** Lets the time of a debit pass. */
  async passTime(seconds = 11): Promise<void> {
    this.clock.set(new Date(this.clock.now().getTime() + seconds * 1000));
    await this.sweep();
  }

  /** What the test button says of the channel. */
  async tryOut(): Promise<{ IsWorking: boolean; Message: string }> {
    return this.#must('/api/payConfig/test', { PayChannelId: this.#payChannelId });
  }

  async contracts(Plate: string): Promise<Rows> {
    return (await this.#must('/api/debitContract/list', { Plate })).Rows;
  }

  async payments(Plate: string): Promise<Rows> {
    return (await this.#must('/api/payment/getPaymentPage', { Plate })).Rows;
  }

  /** A car whose entry WeChat Pay was told of; `service` is what it says of the plate. */
  async park(service: Parameters<WechatPayDouble['parking']['sign']>[1] = 'NORMAL', again?: string) {
    this.#plateCount += 1;
    const plate = again ?? `粤B6${String(this.#plateCount).padStart(4, '0')}`;
    this.provider.parking.sign(plate, service);
    const lot = await this.gate.newLot();
    await this.gate.see(lot.entry, plate, 0);
    await this.server.product.consumers.drain();
    const { orderId } = await this.server.until('the entry', async () => {
      const [row] = await this.system<{ orderId: string }>(
        `select e.subject_id as "orderId" from debit_entry e
         join parking_order o on o.tenant_id = e.tenant_id and o.id = e.subject_id and o.lot_id = $2
         where e.tenant_id = $1 and e.provider_no is not null`,
        [this.user.tenantId, lot.id],
      );
      return row;
    });
    /** The Chinese sentence of the newest event of a kind. */
    const said = async (kind: string) => (await seen()).Timeline.findLast((one) => one.Kind === kind)?.Zh;
    const seen = async () => (await this.#must('/api/order/getOrder', { OrderId: orderId })) as Seen;
    const order = async () => (await seen()).Order;
    const isAt = (what: string, key: string, value: string) =>
      this.server.until(what, async () => (await order())[key] === value);
    const had = (kind: string) =>
      this.server.until(kind, async () => (await seen()).Timeline.some((one) => one.Kind === kind));
    return { plate, lot, orderId, order, seen, said, isAt, had };
  }

  /** The car drives up to the exit. */
  leave({ lot, plate }: { lot: TestLot; plate: string }, more: object = {}) {
    return this.gate.see(lot.exit, plate, 90, more);
  }

  /** The debit that WeChat Pay was asked for. */
  debitOf(plate: string) {
    return this.server.until('the debit', async () => this.provider.parking.debitsOf(plate).at(-1));
  }

  /** Reports the outcome of a debit; returns the HTTP status. */
  report(no: string, state: 'SUCCESS' | 'PAY_FAIL' = 'SUCCESS'): Promise<number> {
    this.provider.settle(no, state);
    return this.provider.notify(no, this.server.url);
  }

  /** The equations of the books that do not hold. */
  async broken(): Promise<unknown[]> {
    await this.server.product.consumers.drain();
    return (await verifyTenant(this.server.product.kernel, this.user.tenantId)).flatMap((one) => one.broken);
  }
}

interface Seen {
  readonly Order: Record<string, string>;
  readonly Payments: Record<string, string>[];
  readonly Timeline: { readonly Kind: string; readonly Zh: string }[];
}
