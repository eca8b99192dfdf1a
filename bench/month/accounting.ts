import type { Random } from '@boyun/simulator/replay/random';
import { COMPANY, newIssuer } from '@boyun/test-server/invoice';
import type { TestUser } from '@boyun/test-server/server';
import type { Books } from './books.ts';
import type { Desk } from './desk.ts';

interface Day {
  readonly Id: string;
  readonly Day: string;
  readonly Channel: string;
}

interface Difference {
  readonly Id: string;
  readonly Kind: string;
}

const PLANTED = ['missing', 'unknown', 'amount', 'state', 'fee', 'day'] as const;
const NOTE = '已与渠道核实';

/** The accountants of the month: they invoice, compare days with bills, close and reopen them, and settle with sub-merchants. */
export class Accounting {
  readonly #desk: Desk;
  readonly #random: Random;
  #lotIds: readonly string[] = [];
  #subMerchants: readonly string[] = [];

  constructor(desk: Desk, random: Random) {
    this.#desk = desk;
    this.#random = random;
  }

  /** Adds an issuer of invoices, and a sub-merchant for each of the first two lots. */
  async open(validFrom: string): Promise<void> {
    const call = async (path: string, body: object) => ({ message: '', data: await this.#desk.call(path, body) });
    await newIssuer({ call } as unknown as TestUser);
    this.#lotIds = (await this.#desk.call('/api/parkLot/list', { PerPage: 50 })).Rows.map((one: Day) => one.Id);
    this.#subMerchants = [];
    for (const [index, lotId] of this.#lotIds.slice(0, 2).entries()) {
      const { Id } = await this.#desk.call('/api/subBusiness/create', {
        Name: `物业${index + 1}`,
        LotIds: [lotId],
        ValidFrom: validFrom,
        ShareKind: 'percent',
        SharePercent: 65,
        Cycle: 'week',
        BankName: '招商银行深圳分行',
        AccountName: '深圳某某物业',
        AccountNo: '6225880212345678',
      });
      this.#subMerchants = [...this.#subMerchants, Id];
    }
  }

  /** Invoices the money of one order or of several; sometimes the platform refuses, loses its answer or repeats it. */
  async invoice(): Promise<void> {
    const page = await this.#desk.call('/api/order/getOrderPage', { PayState: 'paid', PerPage: 20 });
    const orders: { readonly Id: string }[] = page?.Rows ?? [];
    if (orders.length === 0) return;
    const Items: { BillId: string }[] = [];
    for (let count = this.#random.pick([1, 1, 2, 3]); count > 0; count -= 1) {
      const found = await this.#desk.call('/api/invoice/findInvoiceable', { OrderId: this.#random.pick(orders).Id });
      for (const { BillId, Available } of found?.Items ?? [])
        if (Number(Available) > 0 && !Items.some((one) => one.BillId === BillId)) Items.push({ BillId });
    }
    if (Items.length === 0) return;
    const mark = this.#random.pick(['', '', '', '测试失败', '测试超时', '测试重复']);
    const TitleName = `${COMPANY.TitleName}${mark}`;
    // The same request twice at once, as by an impatient finger.
    const isTwice = this.#random.chance(0.3);
    const asked = { Items, ...COMPANY, TitleName };
    await Promise.all([
      this.#desk.call('/api/invoice/issue', asked),
      ...(isTwice ? [this.#desk.call('/api/invoice/issue', asked)] : []),
    ]);
  }

  /** Tries an invoice that failed again, or gives it up; or takes an issued one back. */
  async mendInvoice(): Promise<void> {
    const found = await this.#desk.call('/api/invoice/getInvoicePage', { PerPage: 50 });
    const rows: { Id: string; State: number; Kind: string }[] = found?.Rows ?? [];
    const failed = rows.filter((one) => one.State === 4);
    if (failed.length > 0) {
      const InvoiceId = this.#random.pick(failed).Id;
      if (this.#random.chance(0.5)) await this.#desk.call('/api/invoice/giveUp', { InvoiceId, Note: '客户不再需要' });
      else await this.#desk.call('/api/invoice/retry', { InvoiceId, ...COMPANY });
      return;
    }
    const issued = rows.filter((one) => one.State === 3 && one.Kind === 'blue');
    if (issued.length > 0)
      await this.#desk.call('/api/invoice/red', { InvoiceId: this.#random.pick(issued).Id, Note: '抬头有误' });
  }

  async #days(filters: object): Promise<Day[]> {
    const found = await this.#desk.call('/api/reconciliation/getDayPage', { PerPage: 100, ...filters });
    return (found?.Rows ?? []).filter((one: Day) => one.Channel === 'sandbox');
  }

  /** Gives the bill of a day that is over differences. */
  async plant(): Promise<void> {
    const [day] = await this.#days({});
    const Kinds = PLANTED.filter(() => this.#random.chance(0.5));
    if (day && Kinds.length > 0) await this.#desk.call('/api/reconciliation/plant', { ChannelDayId: day.Id, Kinds });
  }

  /** Resolves the open differences of all days, one by one, each by an act that its kind allows. */
  async resolve(check: (step: string) => Promise<void>): Promise<void> {
    const found = await this.#desk.call('/api/reconciliation/getDifferencePage', { State: 'open', PerPage: 100 });
    for (const one of (found?.Rows ?? []) as Difference[]) {
      const shown = await this.#desk.call('/api/reconciliation/getDifference', { DifferenceId: one.Id });
      if (!shown || shown.Acts.length === 0) continue;
      const act: string = this.#random.pick(shown.Acts);
      const given = { DifferenceId: one.Id, Reason: NOTE };
      const LotId = this.#random.pick(this.#lotIds);
      if (act === 'post')
        await this.#desk.call('/api/reconciliation/post', {
          ...given,
          ...(shown.Candidates.length > 0 && this.#random.chance(0.5)
            ? { BillId: shown.Candidates[0].BillId }
            : { LotId }),
        });
      else if (act === 'refund') await this.#desk.call('/api/reconciliation/refund', { ...given, LotId });
      else if (act === 'write-off') await this.#desk.call('/api/reconciliation/writeOff', given);
      else
        await this.#desk.call(`/api/reconciliation/${act === 'move' ? 'move' : 'acceptFees'}`, {
          DifferenceIds: [one.Id],
          Note: NOTE,
        });
      await check(`${act} of a difference of kind ${one.Kind}`);
    }
  }

  /** Closes days that balance. */
  async close(check: (step: string) => Promise<void>): Promise<void> {
    for (const { Id, Day } of await this.#days({ State: 'balanced' })) {
      await this.#desk.call('/api/reconciliation/closeDay', { ChannelDayId: Id, Note: '相符' });
      await check(`closing ${Day}`);
    }
  }

  /** Opens a closed day again. */
  async reopen(books: Books): Promise<void> {
    const days = await this.#days({ State: 'closed' });
    if (days.length === 0) return;
    const { Id } = this.#random.pick(days);
    books.reopens(Id);
    await this.#desk.call('/api/reconciliation/reopenDay', { ChannelDayId: Id, Reason: '渠道重出账单' });
  }

  /** Settles with a sub-merchant up to a day, and pays out what is payable. */
  async settle(toDay: string, check: (step: string) => Promise<void>): Promise<void> {
    for (const SubMerchantId of this.#subMerchants) {
      const made = await this.#desk.call('/api/settlement/create', { SubMerchantId, ToDay: toDay });
      await check('a draft');
      const { SettlementId } = made ?? {};
      if (!SettlementId) continue;
      if (this.#random.chance(0.4)) {
        const Amount = this.#random.pick(['-3.10', '2.00']);
        await this.#desk.call('/api/settlement/adjust', { SettlementId, Amount, Note: '代缴电费' });
      }
      if (this.#random.chance(0.15)) await this.#desk.call('/api/settlement/discard', { SettlementId });
      else await this.#desk.call('/api/settlement/settle', { SettlementId, Note: '按合同结算' });
      await check('a settlement');
    }
    const found = await this.#desk.call('/api/settlement/list', { State: 'settled', PerPage: 20 });
    const SettlementIds = (found?.Rows ?? []).map((one: Day) => one.Id);
    if (SettlementIds.length === 0) return;
    const payout = await this.#desk.call('/api/payout/make', { SettlementIds });
    if (payout && this.#random.chance(0.7))
      await this.#desk.call('/api/payout/confirm', { PayoutId: payout.PayoutId, PaidDay: toDay, BankNo: 'N1' });
    await check('a pay-out');
  }
}
