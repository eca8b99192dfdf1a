import { PrintButton } from '@boyun/kernel/web';
import { getOrder } from '../order/order.contract.ts';
import type { OrderFacts } from '../order/order-slot.view.ts';

/** What is printed only where it is not nothing. */
const RARE = ['reducedFen', 'refundedFen'] as const;
const KEYS = [
  'lotId',
  'orderNo',
  'plate',
  'enteredAt',
  'leftAt',
  'parkedMinutes',
  'feeFen',
  'reducedFen',
  'paidFen',
  'refundedFen',
  'payMethod',
  'paidAt',
];

const SCAN = { zh: '扫码开发票', en: 'Scan for an invoice' };

/** Prints what was paid for a stay; nothing while nothing is paid. */
export function OrderReceipt({ order }: { order: OrderFacts }) {
  if (order.paidFen <= 0) return null;
  return (
    <PrintButton
      text={{ zh: '打印收据', en: 'Print receipt' }}
      title={{ zh: '停车费收据', en: 'Parking receipt' }}
      fields={getOrder.output.order.fields!}
      keys={KEYS.filter((key) => !RARE.some((rare) => rare === key && order[rare] === 0))}
      row={order}
      strongKey="paidFen"
      zone={order.timeZone}
      code={order.invoicePath ? { address: new URL(order.invoicePath, location.origin).href, words: SCAN } : null}
    />
  );
}
