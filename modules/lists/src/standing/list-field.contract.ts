import { pattern } from '@boyun/domain/pattern';
import { clock, instant, list, optional, phone, reference, refusals, remark, text } from '@boyun/kernel/contract';

/** The most lots of one entry. */
export const MOST_LOTS = 200;

/** Text shown for an entry without an end. */
export const noEnd = { zh: '长期', en: 'No end' };

/** Fields common to the lists of plates. */
export const listField = {
  lotIds: {
    ...list({ zh: '车场', en: 'Parking lots' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot'), {
      max: MOST_LOTS,
    }),
    hint: { zh: '可选多个，不选表示全部车场', en: 'One or several; empty: all lots' },
    whenEmpty: { zh: '全部车场', en: 'All lots' },
  },
  ownerName: optional(text({ zh: '车主', en: 'Owner' }, { max: 32 })),
  phone: phone({ zh: '联系电话', en: 'Phone' }, { max: 32, rule: pattern.phone }),
  validFrom: instant({ zh: '生效时间', en: 'From' }),
  validUntil: instant({ zh: '失效时间', en: 'Until' }),
  remark,
  dailyFrom: optional(
    clock(
      { zh: '有效时段起', en: 'Daily from' },
      { hint: { zh: '如 08:00，不填表示全天', en: 'Like 08:00; empty: all day' } },
    ),
  ),
  dailyTo: optional(
    clock(
      { zh: '有效时段止', en: 'Daily until' },
      { isEnd: true, hint: { zh: '早于开始时间表示次日', en: 'Before the start: the next morning' } },
    ),
  ),
};

/** Refusals of list entries. */
export const listRefusal = refusals('vehicle-list', {
  'bad-plate': { status: 422, zh: '{plate}不是有效的车牌', en: '{plate} is not a valid plate' },
  'ends-before-start': { status: 422, zh: '开始时间不能大于结束时间!', en: 'The start may not be later than the end' },
  'lot-needed': {
    status: 422,
    zh: '您的账号只管理部分车场，请选择车场',
    en: 'Your account sees some lots only, choose the lot',
  },
  'not-yours': {
    status: 422,
    zh: '{plate}适用于全部车场，您的账号只管理部分车场，不能修改',
    en: '{plate} holds in all lots, your account sees some lots only and cannot change it',
  },
  'other-lots': {
    status: 422,
    zh: '{plate}还适用于您账号不管理的车场，不能修改',
    en: '{plate} also holds in lots your account does not see and cannot be changed by it',
  },
  'half-hours': {
    status: 422,
    zh: '有效时段的起止须同时填写，或都不填',
    en: 'Give both daily times, or neither',
  },
  'other-lot-spot': { status: 422, zh: '车位{spot}不在该车场', en: 'Spot {spot} is not in this lot' },
  'has-spot': {
    status: 422,
    zh: '{plate}在该时段已登记固定车位{spot}，请调整有效期或先移除',
    en: '{plate} has the fixed spot {spot} in that time; change the dates or remove that entry first',
  },
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  'unknown-invitation': { status: 404, zh: '邀请不存在或已失效', en: 'There is no such invitation' },
});
