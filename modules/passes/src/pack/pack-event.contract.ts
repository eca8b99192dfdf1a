import {
  choice,
  event,
  instant,
  integer,
  list,
  lotPlaceholder,
  money,
  optional,
  phone,
  plate,
  reference,
  text,
  timePlaceholder,
} from '@boyun/kernel/contract';
import { PackPaid } from './pack-method.contract.ts';

const packId = reference({ zh: '月卡', en: 'Pack' }, 'pack');
const packNo = text({ zh: '卡号', en: 'Pack number' }, { max: 32 });

const fields = {
  packId,
  packNo,
  packRuleId: reference({ zh: '月卡规则', en: 'Rule' }, 'pack-rule'),
  plates: list({ zh: '车牌', en: 'Plates' }, plate()),
  lotIds: list({ zh: '可用车场', en: 'Lots' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
  carsPerPack: integer({ zh: '同时在场数', en: 'Cars at a time' }, { min: 1, max: 100 }),
  state: text({ zh: '状态', en: 'State' }, { max: 16 }),
  validFrom: instant({ zh: '生效时间', en: 'From' }),
  validUntil: instant({ zh: '失效时间', en: 'Until' }),
  amountFen: optional(money({ zh: '金额', en: 'Amount' })),
  method: optional(choice({ zh: '方式', en: 'Method' }, PackPaid)),
  note: optional(text({ zh: '备注', en: 'Note' }, { max: 255 })),
  refundFen: optional(money({ zh: '可退金额', en: 'Worth at the end' })),
  reviewId: optional(reference({ zh: '审批', en: 'Review' }, 'review')),
};

/** A pack was sold. */
export const packSold = event('pack.sold', {
  label: { zh: '售出月卡', en: 'A pack was sold' },
  fields,
});

/** The sale of a pack was approved. */
export const packApproved = event('pack.approved', {
  label: { zh: '月卡审核通过', en: 'The sale of a pack was approved' },
  fields,
});

/** The sale of a pack was rejected. */
export const packRejected = event('pack.rejected', {
  label: { zh: '月卡审核拒绝', en: 'The sale of a pack was rejected' },
  fields,
});

/** A pack was renewed. */
export const packRenewed = event('pack.renewed', {
  label: { zh: '月卡续费', en: 'A pack was renewed' },
  fields,
});

/** The plates of a pack were changed. */
export const packPlatesChanged = event('pack.plates-changed', {
  label: { zh: '月卡变更车牌', en: 'The plates of a pack were changed' },
  fields,
});

/** A pack was paused. */
export const packPaused = event('pack.paused', {
  label: { zh: '月卡暂停', en: 'A pack was paused' },
  fields,
});

/** A pack was resumed. */
export const packResumed = event('pack.resumed', {
  label: { zh: '月卡恢复', en: 'A pack was resumed' },
  fields,
});

/** A pack was cancelled. */
export const packCancelled = event('pack.cancelled', {
  label: { zh: '月卡注销', en: 'A pack was cancelled' },
  fields,
});

/** A pack was refunded. */
export const packRefunded = event('pack.refunded', {
  label: { zh: '月卡退款', en: 'A pack was refunded' },
  fields,
});

/** A provider failed to refund a pack, which is cancelled and can be refunded otherwise. */
export const packRefundFailed = event('pack.refund-failed', {
  label: { zh: '月卡退款失败', en: 'A refund of a pack failed' },
  fields,
});

/** A pack expired. */
export const packExpired = event('pack.expired', {
  label: { zh: '月卡到期', en: 'A pack expired' },
  fields,
});

/** A pack ends within the reminder days of its rule. */
export const packExpiring = event('pack.expiring', {
  label: { zh: '月卡即将到期', en: 'A pack is about to end' },
  fields: {
    packId,
    packNo,
    name: text({ zh: '月卡规则', en: 'Rule' }),
    plate: text({ zh: '车牌', en: 'Plates' }),
    owner: text({ zh: '车主', en: 'Owner' }),
    mobile: optional(phone({ zh: '联系电话', en: 'Phone' })),
    day: text({ zh: '到期日', en: 'Last day' }, { max: 10 }),
    // By which its owner renews it on line; none without a public address.
    link: optional(text({ zh: '续费链接', en: 'Link to renew' }, { max: 300 })),
  },
  push: {
    placeholders: {
      plate: { label: { zh: '车牌', en: 'Plate' }, value: (data) => data.plate },
      rule: { label: { zh: '月卡规则', en: 'Rule of the pack' }, value: (data) => data.name },
      owner: { label: { zh: '车主', en: 'Owner' }, value: (data) => data.owner },
      day: { label: { zh: '到期日', en: 'Last day' }, value: (data) => data.day },
      link: { label: { zh: '续费链接', en: 'Link to renew' }, value: (data) => data.link ?? '' },
      lot: lotPlaceholder,
      time: timePlaceholder,
    },
    title: { zh: '月卡即将到期：{plate}', en: 'Pack about to end: {plate}' },
    body: {
      zh: '您好，{lot}车辆{plate}的“{rule}”有效至{day}，请及时续费。{link}',
      en: 'The pack "{rule}" of {plate} at {lot} is valid until {day}. Please renew it in time. {link}',
    },
    path: '/_cloud_operation/packManage',
    message: 'reminder',
    mobile: (data) => data.mobile,
  },
});
