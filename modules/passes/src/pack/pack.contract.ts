import {
  choice,
  decimal,
  flag,
  group,
  instant,
  integer,
  json,
  type Listed,
  list,
  money,
  operation,
  optional,
  permission,
  plate,
  readOnly,
  reference,
  refusals,
  resource,
  type Transitions,
  text,
} from '@boyun/kernel/contract';
import { listField } from '@boyun/lists/contract';
import { takenOutput } from '@boyun/money/contract';
import { reviewAnswer } from '@boyun/reviews/contract';
import { PackMethod, PackPaid } from './pack-method.contract.ts';

/** States of a pack. */
export const PackState = {
  unpaid: { zh: '待支付', en: 'To pay', tone: 'info' },
  pending: { zh: '待审核', en: 'To review', tone: 'warn' },
  active: { zh: '有效', en: 'Active', tone: 'good' },
  paused: { zh: '已暂停', en: 'Paused', tone: 'info' },
  expired: { zh: '已过期', en: 'Expired', tone: 'neutral' },
  cancelled: { zh: '已注销', en: 'Cancelled', tone: 'neutral' },
  refunded: { zh: '已退款', en: 'Refunded', tone: 'neutral' },
  closed: { zh: '未支付', en: 'Not paid', tone: 'neutral' },
} as const;
export type PackState = keyof typeof PackState;

const reviewed = { zh: '月卡已审核', en: 'The pack is already reviewed' };

/** State transitions of a pack. */
export const packTransitions = {
  approve: { from: ['pending'], to: 'active', otherwise: reviewed },
  reject: { from: ['pending'], to: 'cancelled', otherwise: reviewed },
  renew: {
    from: ['active', 'expired'],
    to: 'active',
    otherwise: { zh: '只有有效或刚过期的月卡可以续费', en: 'Only active or recently expired packs can be renewed' },
  },
  'change-plates': {
    from: ['active', 'paused'],
    to: null,
    otherwise: { zh: '月卡已失效，不能变更车牌', en: 'The pack has ended; its plates cannot be changed' },
  },
  pause: {
    from: ['active'],
    to: 'paused',
    otherwise: { zh: '只有有效的月卡可以暂停', en: 'Only active packs can be paused' },
  },
  resume: { from: ['paused'], to: 'active', otherwise: { zh: '月卡没有暂停', en: 'The pack is not paused' } },
  expire: { from: ['active'], to: 'expired', otherwise: { zh: '月卡未生效', en: 'The pack is not active' } },
  cancel: {
    from: ['pending', 'active', 'paused'],
    to: 'cancelled',
    otherwise: { zh: '月卡已失效，无需注销', en: 'The pack has already ended' },
  },
  refund: {
    from: ['active', 'paused', 'cancelled'],
    to: 'refunded',
    otherwise: {
      zh: '月卡待审核、已到期或已退款，不能退款',
      en: 'The pack is under review, has ended, or is refunded',
    },
  },
} as const satisfies Transitions<
  PackState,
  'approve' | 'reject' | 'renew' | 'change-plates' | 'pause' | 'resume' | 'expire' | 'cancel' | 'refund'
>;

/** Acts recorded in the history of a pack. */
export const PackAct = {
  sold: { zh: '售出', en: 'Sold' },
  approved: { zh: '审核通过', en: 'Approved' },
  rejected: { zh: '审核拒绝', en: 'Rejected' },
  renewed: { zh: '续费', en: 'Renewed' },
  'plates-changed': { zh: '变更车牌', en: 'Plates changed' },
  paused: { zh: '暂停', en: 'Paused' },
  resumed: { zh: '恢复', en: 'Resumed' },
  cancelled: { zh: '注销', en: 'Cancelled' },
  refunded: { zh: '退款', en: 'Refunded' },
  'refund-failed': { zh: '退款失败', en: 'Refund failed' },
  expired: { zh: '到期', en: 'Expired' },
} as const;

/** Kinds of returns of a pack. */
export const PackReturnKind = {
  cancel: { zh: '注销', en: 'Cancelled' },
  refund: { zh: '退款', en: 'Refunded' },
} as const;

/** Sold monthly packs. */
export const pack = resource('pack', {
  title: { zh: '月卡', en: 'Monthly packs' },
  path: '/api/pack',
  fields: {
    packNo: readOnly(text({ zh: '卡号', en: 'Pack number' })),
    packRuleId: reference({ zh: '月卡规则', en: 'Rule' }, 'pack-rule'),
    lotId: reference({ zh: '办理车场', en: 'Sold at' }, 'lot'),
    plates: text(
      { zh: '车牌', en: 'Plates' },
      { max: 1000, hint: { zh: '多个车牌用空格或逗号分隔', en: 'Separate plates with spaces or commas' } },
    ),
    ownerName: text({ zh: '车主', en: 'Owner' }, { max: 32 }),
    ownerPhone: optional(listField.phone),
    validFrom: listField.validFrom,
    validUntil: listField.validUntil,
    paidFen: money({ zh: '已收金额', en: 'Paid' }),
    remark: listField.remark,
    state: readOnly(choice({ zh: '状态', en: 'State' }, PackState)),
    refundedFen: readOnly(money({ zh: '已退金额', en: 'Refunded' })),
    isRenewed: readOnly(flag({ zh: '是否续费', en: 'Renewed' })),
    carsPerPack: readOnly(integer({ zh: '可同时在场', en: 'Cars at once' })),
    dailyFrom: readOnly(listField.dailyFrom),
    dailyTo: readOnly(listField.dailyTo),
    pausedAt: readOnly(optional(instant({ zh: '暂停时间', en: 'Paused at' }))),
    endedAt: readOnly(optional(instant({ zh: '终止时间', en: 'Ended at' }))),
    lotIds: readOnly(list({ zh: '适用车场', en: 'Applies to' }, text({ zh: '车场', en: 'Parking lot' }))),
    vehicleKinds: readOnly(list({ zh: '适用车型', en: 'Vehicle kinds' }, text({ zh: '车型', en: 'Vehicle kind' }))),
    terms: readOnly(json({ zh: '购买明细', en: 'Terms' })),
  },
  columns: [
    'plates',
    'packNo',
    'packRuleId',
    'lotId',
    'ownerName',
    'ownerPhone',
    'state',
    'validFrom',
    'validUntil',
    'paidFen',
    'isRenewed',
  ],
  search: {
    plates: 'contains',
    packRuleId: 'equals',
    lotId: 'equals',
    ownerName: 'contains',
    packNo: 'prefix',
    state: 'equals',
    isRenewed: 'equals',
    validUntil: 'range',
  },
  verbs: ['list', 'get', 'export', 'import'],
  subject: (row) => `${row.packNo} ${row.plates}`,
  nameField: 'packNo',
});

/** A pack of the list. */
export type Pack = Listed<typeof pack>;

/** Input field that refers to a pack. */
export const packId = reference({ zh: '月卡', en: 'Pack' }, 'pack');
const plates = list({ zh: '车牌', en: 'Plates' }, plate(), { min: 1, max: 100 });
const count = integer({ zh: '购买周期数', en: 'Periods' }, { min: 1, max: 120, byDefault: 1 });
const amountFen = money(
  { zh: '实收金额', en: 'Amount received' },
  {
    hint: {
      zh: '低于应收金额视为优惠，可能需要审批',
      en: 'Less than the price is a discount and may need an approval',
    },
  },
);
const method = choice({ zh: '收款方式', en: 'Paid by' }, PackMethod, { byDefault: 'cash' });
/** Input field for the reason of an act. */
export const note = text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255 });

/** Without a purchase nothing is to pay: the pack is free, or awaits an approval. */
const sold = { purchaseId: optional(takenOutput.purchaseId), state: optional(takenOutput.state) };

/** The right to take the money of packs. */
export const maySell = permission('pack.sell', { zh: '办理月卡', en: 'Sell packs' });

/** Sells a pack: at once where the money was handed over, else when the owner's phone has paid. */
export const sellPack = operation('sell-pack', {
  title: { zh: '办理月卡', en: 'Sell a pack' },
  path: '/api/pack/sell',
  access: maySell,
  input: {
    packRuleId: reference({ zh: '月卡规则', en: 'Rule' }, 'pack-rule'),
    lotId: reference({ zh: '办理车场', en: 'Sold at' }, 'lot'),
    plates,
    ownerName: text({ zh: '车主', en: 'Owner' }, { max: 32 }),
    ownerPhone: optional(listField.phone),
    validFrom: listField.validFrom,
    count,
    amountFen,
    method,
    remark: listField.remark,
  },
  output: { packId: text({ zh: '编号', en: 'Id' }), ...reviewAnswer, ...sold },
  isOnce: true,
  audit: 'pack.sold',
});

/** Renews a pack: the new term starts at the end of the old one. */
export const renewPack = operation('renew-pack', {
  title: { zh: '月卡续费', en: 'Renew a pack' },
  path: '/api/pack/renew',
  access: permission('pack.renew', { zh: '月卡续费', en: 'Renew packs' }),
  input: {
    packId,
    count,
    amountFen,
    method,
    note: optional(
      text(
        { zh: '说明', en: 'Note' },
        { max: 255, hint: { zh: '低于应收金额时填写原因', en: 'Reason, if below the price' } },
      ),
    ),
  },
  output: { validUntil: instant({ zh: '失效时间', en: 'Until' }), ...reviewAnswer, ...sold },
  isOnce: true,
  audit: 'pack.renewed',
});

/** Replaces the plates of a pack from now on. */
export const changePackPlates = operation('change-pack-plates', {
  title: { zh: '变更车牌', en: 'Change the plates of a pack' },
  path: '/api/pack/changePlates',
  access: permission('pack.change-plates', { zh: '变更月卡车牌', en: 'Change plates of packs' }),
  input: { packId, plates, note },
  output: {},
  audit: 'pack.plates-changed',
});

/** Pauses or resumes a pack; the time left at the pause continues on resume. */
export const pausePack = operation('pause-pack', {
  title: { zh: '暂停或恢复月卡', en: 'Pause or resume a pack' },
  path: '/api/pack/pause',
  access: permission('pack.pause', { zh: '暂停月卡', en: 'Pause packs' }),
  input: {
    packId,
    act: choice(
      { zh: '操作', en: 'Act' },
      { pause: { zh: '暂停', en: 'Pause' }, resume: { zh: '恢复', en: 'Resume' } },
    ),
    note,
  },
  output: {},
  audit: 'pack.paused',
});

/** A pack with its history and its remaining value now. */
export const getPack = operation('get-pack', {
  title: { zh: '月卡详情', en: 'Pack details' },
  path: '/api/pack/getPack',
  access: pack.can.list,
  input: { packId },
  output: {
    plates: list({ zh: '车牌', en: 'Plates' }, text({ zh: '车牌', en: 'Plate' })),
    priceFen: money({ zh: '续费单价', en: 'Price of a period' }),
    renewFrom: instant({ zh: '可续费起', en: 'Renewed from' }),
    renewUntil: instant({ zh: '可续费止', en: 'Renewed until' }),
    refundFen: money({ zh: '应退金额', en: 'To refund' }),
    quotedAt: instant({ zh: '折算时间', en: 'Valued at' }),
    unusedDays: integer({ zh: '剩余天数', en: 'Days left' }),
    terms: list(
      { zh: '折算明细', en: 'Refund computation' },
      group(
        { zh: '购买', en: 'Term' },
        {
          from: instant({ zh: '起', en: 'From' }),
          to: instant({ zh: '止', en: 'To' }),
          paidFen: money({ zh: '实收', en: 'Paid' }),
          days: decimal({ zh: '天数', en: 'Days' }),
          leftDays: decimal({ zh: '剩余天数', en: 'Days left' }),
          seconds: integer({ zh: '秒数', en: 'Seconds' }),
          leftSeconds: integer({ zh: '剩余秒数', en: 'Seconds left' }),
          worthFen: money({ zh: '折算', en: 'Worth' }),
        },
      ),
    ),
    pending: optional(choice({ zh: '审核中的申请', en: 'Under review' }, PackReturnKind)),
    lotNames: optional(text({ zh: '适用车场', en: 'Applies to' }, { max: 20_000 })),
    history: list(
      { zh: '办理记录', en: 'History' },
      group(
        { zh: '记录', en: 'Entry' },
        {
          at: instant({ zh: '时间', en: 'Time' }),
          act: choice({ zh: '操作', en: 'Act' }, PackAct),
          actorName: text({ zh: '操作人', en: 'By' }),
          amountFen: money({ zh: '金额', en: 'Amount' }),
          method: optional(choice({ zh: '收款方式', en: 'Paid by' }, PackPaid)),
          validUntil: optional(instant({ zh: '有效期至', en: 'Until' })),
          plates: list({ zh: '车牌', en: 'Plates' }, text({ zh: '车牌', en: 'Plate' })),
          note: optional(text({ zh: '说明', en: 'Note' })),
        },
      ),
    ),
  },
  isRead: true,
});

/** Refusals of sales and changes of packs. */
export const packRefusal = refusals('pack', {
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  'not-on-sale': { status: 409, zh: '“{rule}”已停售', en: '"{rule}" is not on sale' },
  'sold-out': { status: 409, zh: '“{rule}”已售完，共{quota}张', en: '"{rule}" is sold out (limit {quota})' },
  'wrong-lot': { status: 422, zh: '“{rule}”不适用于该车场', en: '"{rule}" does not apply to this lot' },
  'too-many-plates': { status: 422, zh: '最多登记{most}个车牌', en: 'At most {most} plates' },
  'has-pack': {
    status: 409,
    zh: '{plate}在该时段已有“{rule}”，请续费',
    en: '{plate} has "{rule}" in that time, renew it instead',
  },
  'too-early': { status: 409, zh: '{from}起才能续费', en: 'It can be renewed from {from}' },
  'too-late': { status: 409, zh: '已超过续费期限，请重新办理', en: 'It is too late to renew it, sell a new one' },
  'needs-approval': {
    status: 409,
    zh: '该优惠须先经审批，请当面收款，或按应收金额线上收款',
    en: 'This discount needs an approval: take the money by hand, or the full price by phone',
  },
  'free-amount': { status: 422, zh: '赠送的月卡金额须为0', en: 'The amount of a free pack must be 0' },
  'refund-too-much': {
    status: 409,
    zh: '最多可退{worth}元，请按折算金额退款',
    en: 'At most {worth} can be refunded by time',
  },
  'under-review': {
    status: 409,
    zh: '该月卡的{kind}申请正在审核中，请等待审核或先撤回',
    en: 'A request about this pack ({kind}) is under review: wait for it, or withdraw it',
  },
  'not-begun': { status: 409, zh: '月卡尚未生效，不能暂停', en: 'The pack has not started yet' },
});
