import { equal } from 'node:assert/strict';
import { systemWho, type TenantTx } from '@boyun/kernel/server';
import {
  beginPurchase,
  bookTrade,
  closePayment,
  findPurchase,
  lockPurchase,
  requirePhoneChannel,
  settlePayment,
} from '@boyun/money/server';
import type { Answer, TestServer, TestUser } from './server.ts';

/** A purchase that staff began and a phone pays: followed, charged, cancelled; paid on its page, or late. */
export class TestPurchase {
  readonly #server: TestServer;
  readonly #user: TestUser;
  readonly PurchaseId: string;

  constructor(server: TestServer, user: TestUser, { data, message }: Answer) {
    equal(message, '');
    this.#server = server;
    this.#user = user;
    this.PurchaseId = data.PurchaseId as string;
  }

  #call(path: string, more: object = {}, by = this.#user) {
    return by.call(`/api/purchase/${path}`, { PurchaseId: this.PurchaseId, ...more });
  }

  follow(by?: TestUser) {
    return this.#call('follow', {}, by);
  }

  charge(AuthCode: string, by?: TestUser) {
    return this.#call('charge', { AuthCode }, by);
  }

  cancel(by?: TestUser) {
    return this.#call('cancel', {}, by);
  }

  /** How far it has come. */
  async state(): Promise<string> {
    return (await this.follow()).data.State;
  }

  /** The code of its page. */
  async code(): Promise<string> {
    return (await this.follow()).data.Address.split('/').at(-1);
  }

  /** What its page shows. */
  async page() {
    return (await this.#server.call('/api/payment/getPayPage', { Code: await this.code() })).data;
  }

  /** Begins to pay on the page, by WeChat Pay unless said otherwise. */
  async start(Channel = 'wechat'): Promise<Answer> {
    return this.#server.call('/api/payment/start', { Code: await this.code(), Channel, App: 'browser' });
  }

  /** Pays in the sandbox of a trial, as its page does. */
  async simulate(Outcome = 'success'): Promise<Answer> {
    return this.#server.call('/api/payment/sandbox/pay', { Code: await this.code(), Outcome });
  }

  #inTenant<T>(work: (tx: TenantTx) => Promise<T>): Promise<T> {
    return this.#server.product.kernel.database.inTenant(systemWho(this.#user.tenantId), work);
  }

  /** Begins a payment that its provider is silent about, in a trial by the sandbox, and closes it here; returns its number. */
  async lose(channel: 'sandbox' | 'wechat' = 'sandbox'): Promise<string> {
    return this.#inTenant(async (tx) => {
      const locked = (await lockPurchase(tx, (await findPurchase(tx, 'id', this.PurchaseId))!))!;
      const by = await requirePhoneChannel(tx, locked.purchase.lotId, channel);
      const { id, paymentNo } = await beginPurchase(tx, locked, by);
      await closePayment(tx, id);
      // The sandbox knows of it, so that it can return the money.
      const trade = { paymentNo, amountFen: locked.purchase.amountFen, outcome: 'success', refundOf: null } as const;
      if (channel === 'sandbox') await bookTrade(tx, trade);
      return paymentNo;
    });
  }

  /** The money of a payment arrives after it was closed. */
  arrive(paymentNo: string) {
    return this.#inTenant(async (tx) => {
      const { amountFen } = (await findPurchase(tx, 'id', this.PurchaseId))!;
      return settlePayment(tx, paymentNo, 'success', `late ${paymentNo}`, amountFen);
    });
  }

  /** The refunds of a payment, in fen: in all, and of it what had bought nothing. */
  refundsOf(paymentNo: string): Promise<{ amountFen: number; excessFen: number; channel: string; state: string }[]> {
    return this.#inTenant((tx) =>
      tx.query(
        `select r.amount_fen, r.excess_fen, r.channel, r.state from refund r
         join payment p on p.tenant_id = r.tenant_id and p.id = r.payment_id
         where r.tenant_id = $1 and p.payment_no = $2 order by r.id`,
        [tx.tenantId, paymentNo],
      ),
    );
  }
}
