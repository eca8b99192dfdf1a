import type { Random } from '@boyun/simulator/replay/random';
import type { Desk } from './desk.ts';

const DAY_MS = 86_400_000;

interface OrderRow {
  readonly Id: string;
  readonly Due: string;
  readonly Plate: string;
}

/** The ids that the simulated staff works with: lots, a pack rule, a card, and the packs it has sold. */
export class Office {
  readonly #desk: Desk;
  /** Decides what another one has asked for. */
  readonly #reviewer: Desk;
  readonly #random: Random;
  #lotIds: string[] = [];
  #packRuleId = '';
  #packs: string[] = [];
  #cards: { id: string; no: string }[] = [];
  #number = 0;

  constructor({ desk, reviewer }: { readonly desk: Desk; readonly reviewer: Desk }, random: Random) {
    this.#desk = desk;
    this.#reviewer = reviewer;
    this.#random = random;
  }

  /** Looks up the lots and makes the rule by which packs are sold. */
  async open(): Promise<void> {
    this.#lotIds = (await this.#desk.call('/api/parkLot/list', { PerPage: 50 })).Rows.map((one: OrderRow) => one.Id);
    const rule = { Name: '模拟月卡', Price: '300.00', PlatesPerPack: 1 };
    this.#packRuleId = (await this.#desk.call('/api/packRule/create', rule)).Id;
  }

  /** One act of the staff at an instant, drawn by chance; `plates` are those of cars that come and go. */
  async act(now: Date, plates: readonly string[]): Promise<void> {
    const acts = [
      () => this.#sell(now, plates),
      () => this.#renew(),
      () => this.#takeBack(),
      () => this.#inviteVisitor(now, plates),
      () => this.#refund(),
      () => this.#refund(),
      () => this.#collectDebt(),
      () => this.#collectDebt(),
      () => this.#waive(),
      () => this.#voidOrder(),
      () => this.#payByCard(now),
      () => this.#returnCard(),
    ];
    await this.#random.pick(acts)();
    await this.#decide();
  }

  /** Approves most requests that wait, and rejects some. */
  async #decide(): Promise<void> {
    const waiting = await this.#reviewer.call('/api/review/getReviewList', { State: 'pending', PerPage: 50 });
    for (const { Id } of waiting?.Rows ?? []) {
      const act = this.#random.chance(0.85) ? 'approve' : 'reject';
      await this.#reviewer.call(`/api/review/${act}`, { ReviewIds: [Id], Note: '已核对图片' });
    }
  }

  async #sell(now: Date, plates: readonly string[]): Promise<void> {
    const sold = await this.#desk.call('/api/pack/sell', {
      PackRuleId: this.#packRuleId,
      LotId: this.#random.pick(this.#lotIds),
      Plates: [this.#random.pick(plates)],
      OwnerName: '李月',
      ValidFrom: now.toISOString(),
      Amount: this.#random.chance(0.3) ? '270.00' : '300.00',
      Method: this.#random.pick(['cash', 'qr', 'transfer']),
      Count: 1,
    });
    if (sold) this.#packs.push(sold.PackId);
  }

  async #renew(): Promise<void> {
    if (this.#packs.length === 0) return;
    const PackId = this.#random.pick(this.#packs);
    await this.#desk.call('/api/pack/renew', { PackId, Count: 1, Amount: '300.00', Method: 'cash' });
  }

  async #takeBack(): Promise<void> {
    if (this.#packs.length === 0) return;
    const at = this.#random.below(this.#packs.length);
    const [PackId] = this.#packs.splice(at, 1);
    if (this.#random.chance(0.3)) {
      await this.#desk.call('/api/pack/cancel', { PackId, Note: '车辆已出售' });
      return;
    }
    const pack = await this.#desk.call('/api/pack/getPack', { PackId });
    if (!pack || Number(pack.Refund) <= 0) return;
    const Amount = this.#random.chance(0.5) ? pack.Refund : (Number(pack.Refund) / 2).toFixed(2);
    await this.#desk.call('/api/pack/refund', { PackId, Amount, Method: 'cash', Note: '搬离小区' });
  }

  async #inviteVisitor(now: Date, plates: readonly string[]): Promise<void> {
    await this.#desk.call('/api/billVisitPlate/create', {
      LotIds: [this.#random.pick(this.#lotIds)],
      Plate: this.#random.pick(plates),
      HostName: '何主',
      ValidFrom: now.toISOString(),
      ValidUntil: new Date(now.getTime() + 2 * DAY_MS).toISOString(),
      FreeMinutes: 120,
    });
  }

  async #orders(filters: object): Promise<readonly OrderRow[]> {
    const found = await this.#desk.call('/api/order/getOrderPage', { PerPage: 30, ...filters });
    return found?.Rows ?? [];
  }

  async #refund(): Promise<void> {
    const orders = await this.#orders({ ParkingState: 'left', PayState: 'paid' });
    if (orders.length === 0) return;
    const OrderId = this.#random.pick(orders).Id;
    const found = await this.#desk.call('/api/order/getRefundable', { OrderId });
    const payment = found?.Payments[0];
    if (!payment) return;
    const { PaymentId, Left } = payment;
    const Amount = Number(Left) > 1 && this.#random.chance(0.5) ? '1.00' : Left;
    await this.#desk.call('/api/order/refund', { OrderId, PaymentId, Left, Amount, Reason: '多收退回' });
  }

  async #collectDebt(): Promise<void> {
    const orders = await this.#orders({ PayState: 'arrears' });
    if (orders.length === 0) return;
    const { Id, Due } = this.#random.pick(orders);
    await this.#desk.call('/api/order/collectCash', { OrderId: Id, Amount: Due });
  }

  async #waive(): Promise<void> {
    const orders = await this.#orders({ PayState: 'arrears' });
    if (orders.length === 0) return;
    const { Id, Due } = this.#random.pick(orders);
    const Amount = Number(Due) > 1 && this.#random.chance(0.5) ? '1.00' : Due;
    await this.#desk.call('/api/order/waive', { OrderId: Id, Amount, Reason: '客户投诉，同意减免' });
  }

  async #voidOrder(): Promise<void> {
    const orders = await this.#orders({ PayState: this.#random.chance(0.5) ? 'free' : 'arrears' });
    const left = orders.filter((one) => 'LeftAt' in one && one.LeftAt !== null);
    if (left.length === 0) return;
    await this.#desk.call('/api/order/void', { OrderId: this.#random.pick(left).Id, Reason: '重复产生的订单' });
  }

  /** A driver pays at the booth from a card while the car is inside. */
  async #payByCard(now: Date): Promise<void> {
    if (this.#cards.length === 0 || this.#random.chance(0.3)) await this.#issueCard(now);
    const card = this.#cards.at(-1);
    const inside = await this.#desk.call('/api/order/getInLotPage', { PerPage: 50 });
    const owing = (inside?.Rows ?? []).filter((one: OrderRow) => Number(one.Due) > 0);
    if (!card || owing.length === 0) return;
    const { Id, Due } = this.#random.pick<OrderRow>(owing);
    await this.#desk.call('/api/order/payByCard', { OrderId: Id, CardNo: card.no, Amount: Due });
  }

  async #issueCard(now: Date): Promise<void> {
    this.#number += 1;
    const no = `M${String(1000 + this.#number)}`;
    const made = await this.#desk.call('/api/card/create', {
      CardNo: no,
      ChipUid: `04A1B2${String(1000 + this.#number)}`,
      HolderName: '王卡',
      LotId: this.#lotIds[0],
      LotIds: [],
      ValidFrom: now.toISOString(),
    });
    if (!made) return;
    const Method = this.#random.chance(0.5) ? 'cash' : 'qr';
    await this.#desk.call('/api/card/recharge', { CardId: made.Id, Amount: '200.00', Method });
    this.#cards.push({ id: made.Id, no });
  }

  async #returnCard(): Promise<void> {
    if (this.#cards.length < 2) return;
    const { id } = this.#cards.shift()!;
    await this.#desk.call('/api/card/return', { CardId: id, Method: 'cash', Note: '不再使用' });
  }
}
