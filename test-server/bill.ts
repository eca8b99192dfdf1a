import { gunzipSync } from 'node:zlib';
import {
  AlipayBillReader,
  type BillLine,
  type BillMerchant,
  UnionpayBillReader,
  WechatBillReader,
} from '@boyun/domain/reconcile';
import { unzipSync } from 'fflate';

const decode = (bytes: Uint8Array, encoding = 'utf-8') => new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);

/** The lines of a bill as a provider sent it; throws where it cannot be read or does not add up. */
export function readBill(
  channel: 'wechat' | 'alipay' | 'unionpay' | 'sandbox',
  bill: { readonly bytes: Uint8Array } | null,
  day: string,
  merchant: BillMerchant | null = null,
): BillLine[] {
  if (!bill) return [];
  const { text, reader } = openBill(channel, bill.bytes, day, merchant);
  const lines = text.split('\n').flatMap((line, index) => reader.take(line, index + 1) ?? []);
  reader.end();
  return lines;
}

function openBill(channel: string, bytes: Uint8Array, day: string, merchant: BillMerchant | null) {
  if (channel === 'wechat') return { text: decode(gunzipSync(bytes)), reader: new WechatBillReader() };
  if (channel === 'sandbox') return { text: decode(bytes), reader: new WechatBillReader() };
  const files = Object.entries(unzipSync(bytes));
  if (channel === 'alipay') {
    const texts = files.map(([, content]) => decode(content, 'gb18030'));
    return { text: texts.find((one) => one.startsWith('#支付宝业务明细'))!, reader: new AlipayBillReader() };
  }
  const [, table] = files.find(([name]) => name.includes('ZM_'))!;
  return { text: decode(table), reader: new UnionpayBillReader(day, merchant) };
}
