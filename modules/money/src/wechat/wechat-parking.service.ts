import { type PlateColor, plateColor } from '@boyun/domain/plate';
import {
  type ContractNotice,
  type Debiting,
  type Desk,
  type Entry,
  type Message,
  type Notice,
  ProviderRefused,
  type Request,
  type Started,
} from '../provider/provider.service.ts';
import { beijing, callWechat, merchantOf, requireNoticeUrl, subMchid, unlessUnknown } from './wechat-client.service.ts';
import { openWechatNotice } from './wechat-notice.service.ts';
import { type Trade, tradeOutcome } from './wechat-trade.service.ts';

const MAX_TITLE = 128;
const SERVICE = 'v3/vehicle';

/** A plate colour as WeChat Pay names it; it has none for a colour that was not read, which is told by the length of the plate. */
function colorOf(plate: string, color: PlateColor): string {
  const { yellow, white, black, green, newEnergy } = plateColor;
  if (color === yellow.code) return 'YELLOW';
  if (color === white.code) return 'WHITE';
  if (color === black.code) return 'BLACK';
  return color === green.code || color === newEnergy.code || [...plate].length === 8 ? 'GREEN' : 'BLUE';
}

/** The answer to an entry. */
interface Parking {
  readonly id: string;
  readonly out_parking_no: string;
  readonly state: string;
  readonly block_reason?: string;
}

/** The reasons for which a plate has no contract: not signed, or taken off by its owner. The others only block it. */
const NOT_SIGNED = ['OUT_SERVICE', 'REMOVE'];

const stateOf = (state: string, reason: string | undefined) =>
  state === 'NORMAL' ? 'active' : NOT_SIGNED.includes(reason ?? '') ? 'ended' : 'blocked';

async function enter(desk: Desk, { entryNo, plate, plateColor: color, enteredAt, lotName }: Entry) {
  const parking = await callWechat<Parking>(desk, 'post', `${SERVICE}/parking/parkings`, {
    body: {
      ...subMchid(merchantOf(desk)),
      out_parking_no: entryNo,
      plate_number: plate,
      plate_color: colorOf(plate, color),
      notify_url: requireNoticeUrl(desk),
      start_time: beijing(enteredAt),
      parking_name: lotName,
      // Tariffs decide what is free.
      free_duration: 0,
    },
  });
  return {
    entryNo: parking.id,
    state: stateOf(parking.state, parking.block_reason),
    reason: parking.block_reason ?? null,
    limitFen: null,
    providerNo: parking.id,
    at: desk.kernel.clock.now(),
  } as const;
}

/** Requests a debit: it is accepted at first, a notice or query tells whether the money came. */
export async function startDebit(desk: Desk, request: Request): Promise<Started> {
  const { debit, paymentNo, amountFen, title } = request;
  if (!debit?.entryNo) throw new ProviderRefused('NO_ENTRY', 'WeChat Pay was not told of the entry');
  const merchant = merchantOf(desk);
  const now = desk.kernel.clock.now();
  await callWechat(desk, 'post', `${SERVICE}/transactions/parking`, {
    body: {
      ...subMchid(merchant),
      appid: merchant.appNo,
      description: [...title].slice(0, MAX_TITLE).join(''),
      out_trade_no: paymentNo,
      trade_scene: 'PARKING',
      notify_url: requireNoticeUrl(desk),
      amount: { total: amountFen, currency: 'CNY' },
      parking_info: {
        parking_id: debit.entryNo,
        plate_number: debit.plate,
        plate_color: colorOf(debit.plate, debit.plateColor),
        start_time: beijing(debit.enteredAt),
        end_time: beijing(now),
        parking_name: debit.lotName,
        charging_duration: Math.max(0, Math.floor((now.getTime() - debit.enteredAt.getTime()) / 1000)),
        device_id: debit.lotId.replaceAll('-', ''),
      },
    },
  });
  return { kind: 'wait' };
}

/** Returns the outcome of a debit. */
export async function queryDebit(desk: Desk, paymentNo: string): Promise<Notice | 'open' | null> {
  const path = `${SERVICE}/transactions/out-trade-no/${encodeURIComponent(paymentNo)}`;
  const trade = await unlessUnknown(callWechat<Trade>(desk, 'get', path, { parameters: subMchid(merchantOf(desk)) }));
  return trade && tradeOutcome(desk, trade);
}

/** A change of an entry's plate, as its notice says. */
interface Change {
  readonly sp_mchid?: string;
  readonly mchid?: string;
  readonly sub_mchid?: string;
  readonly parking_id: string;
  readonly out_parking_no: string;
  readonly parking_state: string;
  readonly blocked_state_description?: string;
  readonly state_update_time: string;
}

function readNotice(desk: Desk, message: Message): ContractNotice | null {
  const opened = openWechatNotice(desk, message);
  if (opened?.kind !== 'VEHICLE.ENTRANCE_STATE_CHANGE') return null;
  const change = opened.resource as Change;
  const { merchantNo, subMerchantNo } = merchantOf(desk);
  if ((change.sp_mchid ?? change.mchid) !== merchantNo) return null;
  if (subMerchantNo && change.sub_mchid && change.sub_mchid !== subMerchantNo) return null;
  const at = new Date(change.state_update_time);
  if (Number.isNaN(at.getTime())) return null;
  const reason = change.blocked_state_description;
  return {
    entryNo: change.out_parking_no,
    state: stateOf(change.parking_state, reason),
    reason: reason ?? null,
    limitFen: null,
    providerNo: change.parking_id,
    at,
  };
}

/**
 * WeChat Pay's parking service (微信支付分停车服务). It keeps no number of a contract: it answers to each entry whether the plate can be debited,
 * and reports changes while the car is inside. Fields after https://pay.weixin.qq.com/doc/v3/merchant/4012284177 (notice of a change),
 * https://pay.weixin.qq.com/wiki/doc/apiv3/apis/chapter8_8_2.shtml (entry), chapter8_8_3 (debit), chapter8_8_4 (query) and chapter8_8_6 (notice of a
 * debit); the reasons of a block after the models of github.com/wechatpay-apiv3/wechatpay-go, `services/wexinpayscoreparking`.
 */
export const wechatDebiting: Debiting = { needsEntry: true, enter, readNotice };
