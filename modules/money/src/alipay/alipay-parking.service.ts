import { formatYuan } from '@boyun/domain/money';
import { type PlateColor, plateColor } from '@boyun/domain/plate';
import {
  type ContractReport,
  type Debiting,
  type Desk,
  ProviderRefused,
  type Request,
  type Started,
} from '../provider/provider.service.ts';
import { callAlipayGateway } from './alipay-client.service.ts';

const MAX_TITLE = 256;

/** A plate colour as Alipay names it; null for one that was not read. */
function colorOf(color: PlateColor): string | null {
  const { blue, yellow, white, black, green, newEnergy } = plateColor;
  const names = new Map<number, string>([
    [blue.code, 'BLUE'],
    [yellow.code, 'YELLOW'],
    [white.code, 'WHITE'],
    [black.code, 'BLACK'],
    [green.code, 'GREEN'],
    [newEnergy.code, 'GREEN'],
  ]);
  return names.get(color) ?? null;
}

interface Agreement {
  /** `0`: the plate can be debited. */
  readonly agreement_status: string;
}

async function check(desk: Desk, plate: string): Promise<ContractReport> {
  const found = await callAlipayGateway<Agreement>(desk, 'alipay.eco.mycar.parking.agreement.query', {
    car_number: plate,
    ver: 'v2.1',
  });
  const state = found.agreement_status === '0' ? 'active' : 'ended';
  return { state, reason: null, limitFen: null, providerNo: null, at: desk.kernel.clock.now() };
}

/** Debits a plate: Alipay answers at once whether the money came; an answer that was lost is found by a query. */
export async function debitByAlipay(desk: Desk, request: Request): Promise<Started> {
  const { debit, paymentNo, amountFen, title } = request;
  const { merchantNo, lotNo } = desk.merchant ?? { merchantNo: '', lotNo: null };
  if (!debit || !lotNo) throw new ProviderRefused('NO_PARKING_ID', 'the channel lacks the number of the car park');
  const color = colorOf(debit.plateColor);
  const content = {
    car_number: debit.plate,
    ...(color ? { car_number_color: color } : {}),
    out_trade_no: paymentNo,
    subject: [...title].slice(0, MAX_TITLE).join(''),
    total_fee: formatYuan(amountFen),
    seller_id: merchantNo,
    parking_id: lotNo,
    out_parking_id: debit.lotId.replaceAll('-', '').slice(0, 28),
  };
  const more = desk.noticeUrl ? { notifyUrl: desk.noticeUrl } : {};
  await callAlipayGateway(desk, 'alipay.eco.mycar.parking.order.pay', content, more);
  return { kind: 'wait' };
}

/**
 * Alipay's automatic payment at car parks (支付宝停车无感支付). It reports nothing by itself, so it is asked at the entry and again before each
 * debit. Fields after the models `AlipayEcoMycarParkingAgreementQueryModel` and `AlipayEcoMycarParkingOrderPayModel` of Alipay's own clients
 * (github.com/alipay/alipay-sdk-net-all), which have these calls in the older protocol alone.
 */
export const alipayDebiting: Debiting = {
  needsEntry: false,
  check,
  enter: async (desk, { plate }) => ({ ...(await check(desk, plate)), entryNo: null }),
};
