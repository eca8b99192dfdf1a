import { strict as assert } from 'node:assert';
import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { moneyServer } from '@boyun/money/server';
import { AlipayDouble } from '@boyun/simulator/provider/alipay';
import { UnionpayDouble } from '@boyun/simulator/provider/unionpay';
import { TestGate, type TestLot } from './lot.ts';
import { type Answer, type ServerOptions, startTestServer, type TestServer, type TestUser } from './server.ts';

const START = new Date('2026-03-04T01:00:00.000Z');

/** A merchant as a tenant enters it, and the double it belongs to. */
interface Provider {
  readonly merchant: { readonly MerchantNo: string; readonly AppNo?: string; readonly keys: object };
  start(): Promise<string>;
  stop(): Promise<void>;
}

/** A tenant paid by the double of a provider, and its cars. Each owes 6.00 yuan at the exit. */
abstract class PayingWorld<P extends Provider> {
  readonly clock = new SetClock(START);
  abstract readonly channel: 'alipay' | 'unionpay';
  abstract readonly provider: P;
  server!: TestServer;
  user!: TestUser;
  gate!: TestGate;
  /** The channel of all lots. */
  payChannelId = '';
  #plateCount = 0;

  async begin(databaseUrl: string, more: ServerOptions = {}): Promise<void> {
    const url = await this.provider.start();
    this.server = await startTestServer(databaseUrl, {
      clock: this.clock,
      hasJobs: true,
      isAlone: true,
      trustProxy: 'loopback',
      publicUrl: 'https://parking.example.com',
      // Tests say when a provider is asked: a sweep in between would take the fault or the payment they arrange.
      without: ['unfinished-payments'],
      [`${this.channel}Url`]: url,
      ...more,
    });
    this.user = await this.server.newTenant('Paying', { isTrial: false });
    this.gate = new TestGate(this.server, this.user, this.clock, START);
    this.payChannelId = await this.newChannel();
  }

  async end(): Promise<void> {
    await this.server?.stop();
    await this.provider.stop();
  }

  /** Sets the clock back. */
  reset(): void {
    this.clock.set(START);
  }

  /** Lets time pass. */
  pass(seconds: number): void {
    this.clock.set(new Date(this.clock.now().getTime() + seconds * 1000));
  }

  system<T extends object>(sql: string, ...values: unknown[]): Promise<T[]> {
    return this.server.product.kernel.database.system<T>(sql, [this.user.tenantId, ...values]);
  }

  /** Adds a channel with all its keys; returns its id. */
  async newChannel(more: object = {}, otherKeys: object = {}, by = this.user): Promise<string> {
    const { keys, ...merchant } = this.provider.merchant;
    const values = { Channel: this.channel, ...merchant, FeePercent: 0.6, ...more };
    const created = await by.call('/api/payConfig/create', values);
    assert.equal(created.state, 'success', created.message);
    const { Id: PayChannelId } = created.data;
    const stored = await by.call('/api/payConfig/setKeys', { PayChannelId, ...keys, ...otherKeys });
    assert.deepEqual(stored.data?.Missing, [], stored.message);
    return PayChannelId;
  }

  /** A car that waits at an exit and owes money: of a lot of its own unless one is given. */
  async owingCar(lot?: TestLot) {
    this.#plateCount += 1;
    const plate = `粤B6${String(this.#plateCount).padStart(4, '0')}`;
    const { id: lotId, entry, exit } = lot ?? (await this.gate.newLot());
    await this.gate.see(entry, plate, 0);
    const { passingId } = await this.gate.see(exit, plate, 90);
    const [row] = await this.system<{ id: string; code: string }>(
      `select o.id, o.pay_code as code from parking_order o join passing p on p.tenant_id = o.tenant_id and p.order_id = o.id
       where p.tenant_id = $1 and p.id = $2`,
      passingId,
    );
    const seen = { OrderId: row!.id };
    return { ...row!, plate, lotId, order: async () => (await this.user.call('/api/order/getOrder', seen)).data.Order };
  }

  /** The driver asks to pay. */
  start(Code: string, App = 'browser', headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.server.call('/api/payment/start', { Code, Channel: this.channel, App }, headers);
  }

  /** Asks for a refund of what a car paid by this channel; null where it did not. */
  async refund(orderId: string, amount: string): Promise<Answer | null> {
    const { Payments } = (await this.user.call('/api/order/getRefundable', { OrderId: orderId })).data;
    const paid = Payments.find((one: { Channel: string }) => one.Channel === this.channel);
    if (!paid) return null;
    const { PaymentId, Left } = paid;
    const asked = { OrderId: orderId, PaymentId, Left, Amount: amount, Way: 'origin', Reason: '多收' };
    return this.user.call('/api/order/refund', asked);
  }

  /** Runs the sweep that asks about payments and refunds without an outcome. */
  async sweep(): Promise<void> {
    for (const one of moneyServer.sweeps ?? [])
      if (one.name === 'unfinished-payments') await one.run(this.server.product.kernel);
  }

  /** Ends the time of all payments under way, and asks about them. */
  async expire(): Promise<void> {
    await this.system(
      'update bill set locked_until = $2 where tenant_id = $1 and locked_until is not null',
      new Date(0),
    );
    await this.sweep();
  }

  /** The equations of the books that do not hold. */
  async broken(): Promise<unknown[]> {
    await this.server.product.consumers.drain();
    return (await verifyTenant(this.server.product.kernel, this.user.tenantId)).flatMap((one) => one.broken);
  }
}

/** A tenant paid by UnionPay. */
export class UnionpayWorld extends PayingWorld<UnionpayDouble> {
  readonly channel = 'unionpay';
  readonly provider = new UnionpayDouble(this.clock);

  /** What the page of a payment posts to UnionPay. */
  async formOf(address: string): Promise<Record<string, string>> {
    const page = await (await fetch(this.server.url + address)).text();
    const inputs = [...page.matchAll(/name="([^"]+)" value="([^"]*)"/g)];
    return Object.fromEntries(inputs.map(([, name, value]) => [name, value!.replaceAll('&amp;', '&')]));
  }

  /** Starts a payment, opens its page as the driver does and pays; returns the number. */
  async paid(code: string): Promise<string> {
    const no = this.provider.open(await this.formOf((await this.start(code)).data.Address));
    this.provider.settle(no);
    return no;
  }

  /** The refund of a payment, once UnionPay was asked for it. */
  refundOf(no: string) {
    const { trades } = this.provider;
    return this.server.until('the request', async () => [...trades.values()].find((one) => one.refundOf === no));
  }
}

/** A tenant paid by Alipay. */
export class AlipayWorld extends PayingWorld<AlipayDouble> {
  readonly channel = 'alipay';
  readonly provider = new AlipayDouble(this.clock);

  /** Starts a payment, opens its page as the driver does and pays; returns the number. */
  async paid(code: string): Promise<string> {
    const no = this.provider.open((await this.start(code)).data.Address);
    this.provider.settle(no);
    return no;
  }
}
