import { reductionPayers, reductionSources } from '@boyun/domain/reduction';
import { choice, instant, integer, money, optional, permission, reference, report, text } from '@boyun/kernel/contract';
import { orderList } from '@boyun/orders/contract';

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const source = choice({ zh: '优惠来源', en: 'Source' }, reductionSources);
const payer = choice({ zh: '承担方', en: 'Borne by' }, reductionPayers);

/** Who paid for free parking: every reduction of ended stays by lot, source, payer and reason. */
export const reductionSplit = report('reduction-split', {
  title: { zh: '优惠构成', en: 'Who paid for free parking' },
  path: '/api/statement/reduction/list',
  access: permission('reduction-split.list', { zh: '查看优惠构成', en: 'View: Who paid for free parking' }),
  filters: {
    lotId: optional(lotId),
    source: optional(source),
    payer: optional(payer),
    from: optional(instant({ zh: '离场起', en: 'Left from' })),
    to: optional(instant({ zh: '离场止', en: 'Left until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    lotId,
    source,
    payer,
    reason: text({ zh: '优惠内容', en: 'Reason' }),
    stayCount: integer({ zh: '停车次数', en: 'Stays' }),
    amountFen: money({ zh: '优惠金额', en: 'Taken off' }),
  },
  totals: { amountFen: money({ zh: '优惠合计', en: 'Taken off in all' }) },
  corrected: {
    list: orderList,
    page: '/_cloud_operation/order',
    same: [],
    filters: ['lotId', 'source', 'payer'],
    fixed: { isCorrected: true },
    period: ['leftFrom', 'leftTo'],
  },
  compared: { by: ['id'] },
  rowsAt: [
    {
      // A stay may have further reductions.
      figures: { stayCount: null, amountFen: false },
      list: orderList,
      page: '/_cloud_operation/order',
      same: ['lotId', 'source', 'payer', 'reason'],
      fixed: { isEnded: true },
      period: ['leftFrom', 'leftTo'],
    },
  ],
  chart: { by: 'source', figures: ['amountFen'] },
});
