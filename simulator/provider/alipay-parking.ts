import type { AlipayTrade } from './alipay-bill.ts';

/** A refusal of the older protocol, whose answer is signed. */
export class GatewayRefused extends Error {}

const COLORS = ['BLUE', 'GREEN', 'YELLOW', 'WHITE', 'BLACK', 'LIMEGREEN'];

/** Alipay's automatic payment at car parks: agreements of plates, and debits that it answers at once. */
export class AlipayParking {
  readonly #seller: string;
  readonly #add: (no: string, total: string) => AlipayTrade;
  readonly #settle: (no: string) => void;
  readonly #plates = new Set<string>();
  readonly #byPlate = new Map<string, AlipayTrade[]>();
  /** The number it gave the one car park it knows. */
  readonly lotNo = 'PI1501317472942184881';
  /** Buyers have no money. */
  isPoor = false;
  /** Debits are taken, and carried out when the buyer's bank gets round to it. */
  isSlow = false;

  constructor(seller: string, add: (no: string, total: string) => AlipayTrade, settle: (no: string) => void) {
    this.#seller = seller;
    this.#add = add;
    this.#settle = settle;
  }

  sign(plate: string): void {
    this.#plates.add(plate);
  }

  revoke(plate: string): void {
    this.#plates.delete(plate);
  }

  /** The debits of a plate that were taken. */
  debitsOf(plate: string): readonly Readonly<AlipayTrade>[] {
    return this.#byPlate.get(plate) ?? [];
  }

  /** Answers a call; null where it is none of the parking service. */
  act(method: string, content: Readonly<Record<string, string>>): object | null {
    if (method === 'alipay.eco.mycar.parking.agreement.query') {
      if (!content.car_number) throw new GatewayRefused('INVALID_PARAMETER');
      const isSigned = this.#plates.has(content.car_number);
      return { agreement_status: isSigned ? '0' : '1', car_status: isSigned ? 'NON-SENSE-PAY' : 'NORMAL' };
    }
    return method === 'alipay.eco.mycar.parking.order.pay' ? this.#pay(content) : null;
  }

  #pay(content: Readonly<Record<string, string>>): object {
    const { car_number: plate, car_number_color: color, out_trade_no: no, total_fee: total, subject } = content;
    const isWhole = plate && no && subject && content.out_parking_id && (!color || COLORS.includes(color));
    if (!isWhole || !/^\d+\.\d\d$/.test(total ?? '')) throw new GatewayRefused('INVALID_PARAMETER');
    if (content.seller_id !== this.#seller || content.parking_id !== this.lotNo)
      throw new GatewayRefused('PARKING_NOT_EXIST');
    const taken = this.debitsOf(plate).find((one) => one.no === no);
    if (taken) throw new GatewayRefused(taken.state === 'TRADE_SUCCESS' ? 'ACQ.TRADE_HAS_SUCCESS' : 'ACQ.TRADE_EXIST');
    if (!this.#plates.has(plate)) throw new GatewayRefused('AGREEMENT_NOT_EXIST');
    if (this.isPoor) throw new GatewayRefused('ACQ.BUYER_BALANCE_NOT_ENOUGH');
    const trade = this.#add(no, total!);
    this.#byPlate.set(plate, [...this.debitsOf(plate), trade]);
    if (!this.isSlow) this.#settle(no);
    return { out_trade_no: no, trade_no: trade.tradeNo, total_fee: total, user_id: '2088101117955611' };
  }
}
