import type { Clock } from '@boyun/kernel/server';
import { isNoticeUrl } from './desk-provider.ts';
import type { WechatTrade as Trade } from './wechat-bill.ts';
import { MERCHANT, Refused } from './wechat-signing.ts';

/** Whether a plate can be debited: `NORMAL`, or the reason why not. */
export type PlateService = 'NORMAL' | 'OUT_SERVICE' | 'PAUSE' | 'OVERDUE' | 'REMOVE';

/** An entry the double was told of. */
export interface ParkingEntry {
  readonly id: string;
  readonly no: string;
  readonly plate: string;
  readonly color: string;
  readonly startTime: string;
  readonly lotName: string;
  readonly noticeUrl: string;
}

const COLORS = ['BLUE', 'GREEN', 'YELLOW', 'BLACK', 'WHITE', 'LIMEGREEN'];
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/;

const unless = (isFine: unknown, field: string) => {
  if (!isFine) throw new Refused(400, 'PARAM_ERROR', field);
};

/**
 * The parking service of WeChat Pay (微信支付分停车服务): entries, debits, and what has become of the plates' agreements. A debit is accepted, then
 * settled or failed on request. Documentation: https://pay.weixin.qq.com/wiki/doc/apiv3/apis/chapter8_8_2.shtml and following.
 */
export class WechatParking {
  readonly #trades: Map<string, Trade>;
  readonly #app: string;
  readonly #clock: Clock;
  readonly #isForPeople: boolean;
  readonly #plates = new Map<string, PlateService>();
  /** Whether the merchant may debit plates. */
  isAllowed = true;
  /** The entries told so far, by their number. */
  readonly entries = new Map<string, ParkingEntry>();

  constructor(trades: Map<string, Trade>, app: string, clock: Clock, isForPeople: boolean) {
    this.#trades = trades;
    this.#app = app;
    this.#clock = clock;
    this.#isForPeople = isForPeople;
  }

  /** The driver agrees, suspends or revokes. */
  sign(plate: string, service: PlateService = 'NORMAL'): void {
    this.#plates.set(plate, service);
  }

  /** The newest entry of a plate. */
  entryOf(plate: string): ParkingEntry | undefined {
    return [...this.entries.values()].filter((one) => one.plate === plate).at(-1);
  }

  /** The debits of a plate, oldest first. */
  debitsOf(plate: string): readonly Readonly<Trade>[] {
    return [...this.#trades.values()].filter((one) => one.parking?.plate === plate);
  }

  // biome-ignore lint/suspicious/noExplicitAny: bodies as they come
  act(method: string, { pathname }: URL, body: any): object | null {
    if (method === 'POST' && pathname === '/v3/vehicle/parking/parkings') return this.#enter(body);
    const [, no] = /^\/v3\/vehicle\/transactions\/out-trade-no\/([^/]+)$/.exec(pathname) ?? [];
    const isDebit = method === 'POST' && pathname === '/v3/vehicle/transactions/parking';
    if ((isDebit || no) && !this.isAllowed) throw new Refused(403, 'NO_AUTH', '当前商户无法扣款');
    if (isDebit) return this.#debit(body);
    if (!no) return null;
    const trade = this.#trades.get(no);
    if (!trade?.parking) throw new Refused(404, 'ORDER_NOT_EXIST', '订单不存在');
    return this.describe(trade);
  }

  #serviceOf(plate: string) {
    const service = this.#plates.get(plate) ?? 'OUT_SERVICE';
    return service === 'NORMAL' ? { state: 'NORMAL' } : { state: 'BLOCKED', reason: service };
  }

  // biome-ignore lint/suspicious/noExplicitAny: bodies as they come
  #enter(body: any) {
    const { out_parking_no: no, plate_number: plate, plate_color: color, notify_url, start_time, parking_name } = body;
    unless(/^[\w-]{1,64}$/.test(no ?? ''), 'out_parking_no');
    unless(plate && COLORS.includes(color), 'plate');
    unless(isNoticeUrl(notify_url, this.#isForPeople), 'notify_url');
    unless(TIME.test(start_time ?? '') && parking_name && Number.isInteger(body.free_duration), 'start_time');
    const before = this.entries.get(no);
    if (before && before.plate !== plate) throw new Refused(400, 'PARAM_ERROR', '商户入场ID重复');
    const id = before?.id ?? `5K8264ILTKCH16CQ${1000 + this.entries.size}`;
    const entry = { id, no, plate, color, startTime: start_time, lotName: parking_name, noticeUrl: notify_url };
    this.entries.set(no, entry);
    const { state, reason } = this.#serviceOf(plate);
    return {
      id,
      out_parking_no: no,
      plate_number: plate,
      plate_color: color,
      start_time,
      parking_name,
      free_duration: body.free_duration,
      state,
      ...(reason ? { block_reason: reason } : {}),
    };
  }

  // biome-ignore lint/suspicious/noExplicitAny: bodies as they come
  #debit({ appid, out_trade_no: no, trade_scene, notify_url, amount, parking_info: info, description }: any) {
    if (appid !== this.#app) throw new Refused(400, 'APPID_MCHID_NOT_MATCH');
    unless(description && /^[\w\-*]{6,32}$/.test(no ?? ''), 'out_trade_no');
    unless(trade_scene === 'PARKING' && isNoticeUrl(notify_url, this.#isForPeople), 'trade_scene');
    unless(amount?.currency === 'CNY' && amount.total > 0, 'amount');
    unless(TIME.test(info?.start_time ?? '') && TIME.test(info.end_time ?? ''), 'parking_info');
    unless(Number.isInteger(info.charging_duration) && info.device_id && info.parking_name, 'parking_info');
    const entry = [...this.entries.values()].find((one) => one.id === info.parking_id);
    if (!entry) throw new Refused(400, 'INVALID_REQUEST', '停车入场id不存在');
    unless(entry.plate === info.plate_number && entry.color === info.plate_color, 'parking_id');
    const before = this.#trades.get(no);
    if (before && before.totalFen !== amount.total) throw new Refused(400, 'OUT_TRADE_NO_USED', '商户订单号重复');
    if (before) return this.describe(before);
    if (this.#serviceOf(entry.plate).state !== 'NORMAL') throw new Refused(403, 'NO_AUTH', '车牌服务不可用');
    const trade: Trade = {
      no,
      totalFen: amount.total,
      appid,
      noticeUrl: notify_url,
      at: this.#clock.now(),
      kind: 'parking',
      parking: { plate: entry.plate },
      state: 'ACCEPTED',
      transactionId: null,
      paidAt: null,
    };
    this.#trades.set(no, trade);
    return this.describe(trade);
  }

  /** A debit as answers and notices describe it; they name the merchant `sp_mchid`. */
  describe(trade: Trade, fault?: string): object {
    return {
      appid: trade.appid,
      sp_mchid: fault === 'wrong-merchant' ? '1900000110' : MERCHANT,
      out_trade_no: trade.no,
      ...(trade.transactionId ? { transaction_id: trade.transactionId } : {}),
      trade_state: trade.state,
      trade_state_description: trade.state === 'PAY_FAIL' ? '余额不足' : trade.state,
      trade_scene: 'PARKING',
      ...(trade.paidAt ? { success_time: trade.paidAt.toISOString(), bank_type: 'CMC' } : {}),
      amount: { total: trade.totalFen + (fault === 'wrong-amount' ? 1 : 0), currency: 'CNY' },
    };
  }

  /** What the notice of a changed agreement says of an entry. */
  changeOf(no: string, at: Date, fault?: string): object {
    const entry = this.entries.get(no)!;
    const { state, reason } = this.#serviceOf(entry.plate);
    return {
      sp_mchid: fault === 'wrong-merchant' ? '1900000110' : MERCHANT,
      parking_id: entry.id,
      out_parking_no: entry.no,
      plate_number: entry.plate,
      plate_color: entry.color,
      start_time: entry.startTime,
      parking_name: entry.lotName,
      free_duration: 0,
      parking_state: state,
      ...(reason ? { blocked_state_description: reason } : {}),
      state_update_time: at.toISOString(),
    };
  }
}
