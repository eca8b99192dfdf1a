import {
  type Access,
  type ChoiceTable,
  choice,
  type Fields,
  instant,
  type Label,
  money,
  optional,
  reference,
  report,
  text,
} from '@boyun/kernel/contract';

/** What moves the money of cards and wallets alike. */
export const StoredUse = {
  payment: { zh: '停车扣费', en: 'Parking', tone: 'info' },
  'payment-back': { zh: '停车费退回', en: 'Parking refunded', tone: 'neutral' },
} as const;

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');

/** Declares the list of the movements of cards or wallets, each with the balance after it: `filters` and `columns` name the card or wallet. */
export function storedEntries<
  const F extends Fields,
  const C extends Fields,
  const K extends ChoiceTable,
  const T extends Fields,
>(
  name: string,
  of: {
    readonly title: Label;
    readonly path: string;
    readonly access: Access;
    readonly kinds: K;
    readonly filters: F;
    readonly columns: C;
    readonly totals: T;
  },
) {
  const kind = choice({ zh: '类型', en: 'Kind' }, of.kinds);
  return report(name, {
    title: of.title,
    path: of.path,
    access: of.access,
    alwaysSortable: ['at'],
    filters: {
      ...of.filters,
      lotId: optional(lotId),
      kind: optional(kind),
      from: optional(instant({ zh: '开始时间', en: 'From' })),
      to: optional(instant({ zh: '结束时间', en: 'To' })),
    },
    columns: {
      id: text({ zh: '编号', en: 'Id' }),
      at: instant({ zh: '时间', en: 'Time' }),
      ...of.columns,
      kind,
      amountFen: money({ zh: '金额', en: 'Amount' }, { min: -1_000_000_00 }),
      balanceFen: money({ zh: '余额', en: 'Balance' }),
      lotId,
      plate: text({ zh: '车牌', en: 'Plate' }),
      paymentNo: optional(text({ zh: '流水号', en: 'Payment number' })),
      orderId: optional(text({ zh: '订单', en: 'Order' })),
      note: optional(text({ zh: '说明', en: 'Note' })),
      actorName: text({ zh: '经办人', en: 'By' }),
    },
    totals: {
      ...of.totals,
      paidFen: money({ zh: '扣费合计', en: 'Paid' }),
      refundedFen: money({ zh: '退款合计', en: 'Refunded' }),
    },
  });
}
