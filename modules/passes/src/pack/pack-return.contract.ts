import {
  choice,
  instant,
  integer,
  money,
  operation,
  optional,
  permission,
  reference,
  report,
  text,
} from '@boyun/kernel/contract';
import { RefundWay } from '@boyun/money/contract';
import { reviewAnswer } from '@boyun/reviews/contract';
import { note, PackReturnKind, pack, packId } from './pack.contract.ts';

/** Cancels a pack permanently without a refund; returns its remaining value. */
export const cancelPack = operation('cancel-pack', {
  title: { zh: '注销月卡', en: 'Cancel a pack' },
  path: '/api/pack/cancel',
  access: permission('pack.cancel', { zh: '注销月卡', en: 'Cancel packs' }),
  needsPassword: { zh: '是否注销该月卡？', en: 'Cancel this pack?' },
  input: { packId, note },
  output: { ...reviewAnswer, refundFen: money({ zh: '应退金额', en: 'To refund' }) },
  audit: 'pack.cancel-requested',
});

/** How long the remaining value of a pack holds for a refund after it was read, in minutes. */
export const QUOTE_MINUTES = 15;

/**
 * Refunds a pack and ends it. The refund is at most the remaining value by time: as of `quotedAt`, if that is at most `QUOTE_MINUTES` ago,
 * otherwise as of now.
 */
export const refundPack = operation('refund-pack', {
  title: { zh: '月卡退款', en: 'Refund a pack' },
  path: '/api/pack/refund',
  access: permission('pack.refund', { zh: '月卡退款', en: 'Refund packs' }),
  needsPassword: { zh: '是否退款并终止该月卡？', en: 'Refund this pack and end it?' },
  input: {
    packId,
    amountFen: money({ zh: '退款金额', en: 'Refund' }, { min: 1 }),
    method: choice({ zh: '退款方式', en: 'Paid back by' }, RefundWay, { byDefault: 'origin' }),
    quotedAt: optional(instant({ zh: '折算时间', en: 'Valued at' })),
    note,
  },
  output: reviewAnswer,
  audit: 'pack.refund-requested',
});

/** States of a cancellation or refund. */
export const PackReturnState = {
  reviewing: { zh: '审核中', en: 'Under review', tone: 'warn' },
  done: { zh: '已完成', en: 'Done', tone: 'good' },
  rejected: { zh: '未通过', en: 'Not approved', tone: 'bad' },
} as const;

/** Cancellations and refunds of packs, with their remaining value by time. */
export const packReturnList = report('pack-return', {
  title: { zh: '月卡退款与注销', en: 'Packs given back' },
  path: '/api/pack/getReturnPage',
  access: pack.can.list,
  filters: {
    kind: optional(choice({ zh: '类型', en: 'Kind' }, PackReturnKind)),
    state: optional(choice({ zh: '状态', en: 'State' }, PackReturnState)),
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    from: optional(instant({ zh: '申请起', en: 'From' })),
    to: optional(instant({ zh: '申请止', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    returnNo: text({ zh: '申请号', en: 'Number' }),
    plates: text({ zh: '车牌', en: 'Plates' }),
    packId: text({ zh: '月卡', en: 'Pack' }),
    packNo: text({ zh: '卡号', en: 'Pack number' }),
    ruleName: text({ zh: '月卡规则', en: 'Rule' }),
    ownerName: text({ zh: '车主', en: 'Owner' }),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    kind: choice({ zh: '类型', en: 'Kind' }, PackReturnKind),
    state: choice({ zh: '状态', en: 'State' }, PackReturnState),
    paidFen: money({ zh: '已收金额', en: 'Paid' }),
    unusedDays: integer({ zh: '剩余天数', en: 'Days left' }),
    worthFen: money({ zh: '折算金额', en: 'Pro-rata value' }),
    amountFen: money({ zh: '退款金额', en: 'Refund' }),
    method: optional(choice({ zh: '退款方式', en: 'Paid back by' }, RefundWay)),
    reason: text({ zh: '原因', en: 'Reason' }),
    requestedByName: text({ zh: '申请人', en: 'Requested by' }),
    requestedAt: instant({ zh: '申请时间', en: 'Requested' }),
    decidedByName: optional(text({ zh: '经办人', en: 'Done by' })),
    decidedAt: optional(instant({ zh: '完成时间', en: 'Done' })),
  },
  totals: { amountFen: money({ zh: '已退合计', en: 'Refunded in all' }) },
});
