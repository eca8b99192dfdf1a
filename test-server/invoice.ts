import { equal } from 'node:assert/strict';
import { invoicesServer } from '@boyun/invoices/server';
import type { SetClock } from '@boyun/kernel/server';
import type { TestGate, TestLot } from './lot.ts';
import type { Answer, TestServer, TestUser } from './server.ts';

/** Parking by its class code (车辆停放服务), and money paid in advance (预付卡销售和充值). */
const PARKING = '3040502020200000000';
const PREPAID = '6010000000000000000';

/** A valid title of an enterprise. */
export const COMPANY = { TitleType: 1, TitleName: '深圳市海岸物业管理有限公司', TaxNumber: '91440300708461136T' };

/** Adds an issuer to a tenant: of all lots and in the sandbox unless said otherwise. Returns its id. */
export async function newIssuer(user: TestUser, values: object = {}): Promise<string> {
  const answer = await user.call('/api/electronicInvoiceSet/create', {
    IssuerName: '深圳市泊云停车管理有限公司',
    TaxNumber: '91350100M000100Y43',
    Provider: 'sandbox',
    Drawer: '陈敏',
    Services: [
      { Use: 'parking', ServiceName: '停车费', GoodsCode: PARKING, TaxRate: 9, Policy: 'normal', Ratio: 100 },
      { Use: 'pack', ServiceName: '月卡停车费', GoodsCode: PARKING, TaxRate: 9, Policy: 'normal', Ratio: 100 },
      { Use: 'top-up', ServiceName: '预付卡充值', GoodsCode: PREPAID, TaxRate: 0, Policy: 'untaxed', Ratio: 100 },
    ],
    ...values,
  });
  equal(answer.message, '');
  return answer.data.Id as string;
}

/** Issuers and invoices of a test tenant. */
export class TestInvoices {
  readonly #server: TestServer;
  readonly #user: TestUser;
  readonly #clock: SetClock;
  readonly #gate: TestGate;
  readonly #start: Date;
  #cars = 0;

  /** The gate sees cars some minutes after the start. */
  constructor(server: TestServer, user: TestUser, clock: SetClock, gate: TestGate) {
    this.#server = server;
    this.#user = user;
    this.#clock = clock;
    this.#gate = gate;
    this.#start = clock.now();
  }

  /** A car that stayed 75 minutes, was charged six yuan and is at the exit. */
  async stay(at: TestLot): Promise<{ orderId: string; plate: string }> {
    this.#cars += 1;
    const plate = `粤B${String(50_000 + this.#cars)}`;
    const minute = Math.ceil((this.#clock.now().getTime() - this.#start.getTime()) / 60_000);
    await this.#gate.see(at.entry, plate, minute);
    await this.#gate.see(at.exit, plate, minute + 75);
    return { orderId: (await this.#orderOf(plate)).Id, plate };
  }

  /** A car that stayed 75 minutes, paid six yuan in cash and left. */
  async paid(at: TestLot): Promise<{ orderId: string; plate: string }> {
    const stay = await this.stay(at);
    const answer = await this.#user.call('/api/order/collectCash', { OrderId: stay.orderId, Amount: '6.00' });
    equal(answer.message, '');
    await this.#server.until('the exit', async () => {
      await this.#server.product.consumers.drain();
      return (await this.#orderOf(stay.plate)).ParkingState === 'left';
    });
    return stay;
  }

  async #orderOf(Plate: string) {
    return (await this.#user.call('/api/order/getOrderPage', { Plate })).data.Rows[0];
  }

  /** Two minutes go by, in which the sweep does what is due: platforms are asked, files are fetched. */
  async pass(minutes = 2): Promise<void> {
    this.#clock.set(new Date(this.#clock.now().getTime() + minutes * 60_000));
    for (const sweep of invoicesServer.sweeps) await sweep.run(this.#server.product.kernel);
  }

  /** An issuer: of all lots and in the sandbox unless said otherwise. Returns its id. */
  issuer(values: object = {}): Promise<string> {
    return newIssuer(this.#user, values);
  }

  /** What of the bills of an order can be invoiced. */
  async found(OrderId: string, by = this.#user) {
    return (await by.call('/api/invoice/findInvoiceable', { OrderId })).data.Items as {
      BillId: string;
      Available: string;
      Invoiced: string;
      Received: string;
      Blocked: string | null;
    }[];
  }

  /** Asks for an invoice of all that orders have. */
  async issue(orderIds: readonly string[], values: object = {}, by = this.#user): Promise<Answer> {
    const Items: { BillId: string }[] = [];
    for (const id of orderIds) for (const { BillId } of await this.found(id, by)) Items.push({ BillId });
    return by.call('/api/invoice/issue', { Items, ...COMPANY, ...values });
  }

  async get(InvoiceId: string) {
    return (await this.#user.call('/api/invoice/getInvoice', { InvoiceId })).data;
  }

  /** Lets time go by until an invoice has a state, and returns it. */
  async until(InvoiceId: string, state: number) {
    for (let tries = 0; ; tries += 1) {
      const found = await this.get(InvoiceId);
      if (found.Invoice.State === state && (state !== 3 || found.Invoice.Pdf)) return found;
      if (tries === 20) throw new Error(`the invoice stays in state ${found.Invoice.State}, not ${state}`);
      await this.pass();
    }
  }

  /** The invoices of the tenant, the last first. */
  async all(filters: object = {}) {
    return (await this.#user.call('/api/invoice/getInvoicePage', { PerPage: 100, ...filters })).data.Rows as Record<
      string,
      // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
      any
    >[];
  }
}
