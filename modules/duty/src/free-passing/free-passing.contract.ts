import { choice, instant, integer, money, optional, permission, report, text } from '@boyun/kernel/contract';
import { standingField } from '@boyun/lists/contract';
import { sentryOperationList } from '../sentry-operation/sentry-operation.contract.ts';

/** Why nothing was paid, or what a person opened. */
export const FreeKind = {
  listed: { zh: '名单车辆', en: 'On a list', tone: 'neutral' },
  reduced: { zh: '优惠全免', en: 'Reduced to nothing', tone: 'neutral' },
  charged: { zh: '未产生费用', en: 'No fee was due', tone: 'neutral' },
  waived: { zh: '人工减免', en: 'Waived', tone: 'warn' },
  voided: { zh: '订单作废', en: 'Order voided', tone: 'warn' },
  free: { zh: '免费开闸', en: 'Opened free', tone: 'warn' },
  exit: { zh: '强制出场', en: 'Forced exit', tone: 'warn' },
  entry: { zh: '强制入场', en: 'Forced entry', tone: 'warn' },
  opened: { zh: '直接开闸', en: 'Barrier opened by hand', tone: 'bad' },
  remote: { zh: '人工开闸驶离', en: 'Drove out of a barrier opened by hand', tone: 'bad' },
  unasked: { zh: '无指令开闸驶离', en: 'Drove out of a barrier nobody opened', tone: 'bad' },
  followed: { zh: '跟车驶离', en: 'Followed another car out', tone: 'bad' },
  held: { zh: '常开放行', en: 'Barrier kept open', tone: 'warn' },
} as const;

const { lotId, laneId, plate, personName, reason, orderId } = sentryOperationList.columns;
const reducedFen = money({ zh: '优惠', en: 'Reduced' });
const dueFen = money({ zh: '未收', en: 'Not collected' });

/** Every stay that ended without a payment, and every car let through and barrier opened by hand. */
export const freePassing = report('free-passing', {
  title: { zh: '免费与人工放行', en: 'Free and by hand' },
  path: '/api/statement/freePassing/list',
  access: permission('free-passing.list', { zh: '查看免费与人工放行', en: 'View: Free and by hand' }),
  filters: {
    lotId: optional(lotId),
    kind: optional(choice({ zh: '放行方式', en: 'How' }, FreeKind)),
    plate,
    personName: optional(text({ zh: '操作人', en: 'Who' }, { max: 64 })),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'Until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '时间', en: 'Time' }),
    kind: choice({ zh: '放行方式', en: 'How' }, FreeKind),
    plate,
    lotId,
    laneId,
    standing: optional(standingField),
    feeFen: optional(money({ zh: '应收', en: 'Fee' })),
    reducedFen: optional(reducedFen),
    dueFen: optional(dueFen),
    personName: optional(personName),
    /** What a person said, or else what reduced the fee. */
    reason,
    orderId,
  },
  totals: {
    /** Without anybody's doing. */
    freeCount: integer({ zh: '免费', en: 'Free' }),
    byHandCount: integer({ zh: '人工', en: 'By hand' }),
    /** Drove out before anybody had decided. */
    undecidedCount: integer({ zh: '未经放行', en: 'Not let through' }),
    reducedFen,
    dueFen,
  },
  maxDays: 93,
});
