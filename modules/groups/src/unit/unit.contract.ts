import {
  choice,
  flag,
  instant,
  integer,
  type Listed,
  list,
  money,
  optional,
  phone,
  readOnly,
  reference,
  refusals,
  remark,
  resource,
  text,
} from '@boyun/kernel/contract';
import { noEnd } from '@boyun/lists/contract';
import { refundableChanged } from '@boyun/money/contract';

/** Whether the contract of a unit is in use. */
export const UnitStatus = {
  1: { zh: '停用', en: 'Disabled', tone: 'neutral' },
  2: { zh: '启用', en: 'Enabled', tone: 'good' },
} as const;

/** What becomes of a unit's car when all its spots of the lot are taken. */
export const OverQuota = {
  pay: { zh: '按临时车收费', en: 'Pays as a temporary car', tone: 'info' },
  wait: { zh: '等待人工确认', en: 'Waits for staff', tone: 'warn' },
  refuse: { zh: '禁止入场', en: 'Is refused', tone: 'bad' },
} as const;
export type OverQuota = keyof typeof OverQuota;

/** Companies that have spots of lots by contract. */
export const unit = resource('unit', {
  title: { zh: '单位管理', en: 'Units' },
  path: '/api/unit',
  fields: {
    name: text({ zh: '单位名称', en: 'Name' }, { max: 64 }),
    groupId: optional(reference({ zh: '所属集团', en: 'Group' }, 'unit-group')),
    status: choice({ zh: '状态', en: 'Status' }, UnitStatus, { byDefault: 2 }),
    lotIds: list({ zh: '车场', en: 'Parking lots' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot'), {
      min: 1,
      max: 200,
    }),
    contact: optional(text({ zh: '联系人', en: 'Contact' }, { max: 32 })),
    mobile: optional(phone({ zh: '联系电话', en: 'Phone' }, { max: 32 })),
    address: optional(text({ zh: '地址', en: 'Address' }, { max: 120 })),
    validFrom: instant({ zh: '合同开始', en: 'Contract from' }),
    validUntil: optional(instant({ zh: '合同到期', en: 'Contract until' }), noEnd),
    overQuota: choice({ zh: '车位用满后', en: 'When its spots are taken' }, OverQuota, {
      byDefault: 'pay',
      hint: { zh: '单位的车在该车场占满全部车位之后', en: 'For its next car in the lot' },
    }),
    hasPaidVisits: flag(
      { zh: '承担访客停车费', en: 'Pays for its visitors' },
      { byDefault: false, hint: { zh: '访客的停车费计入单位月账单', en: 'Their parking is on the monthly bill' } },
    ),
    hasFreeVehicles: flag(
      { zh: '单位自行登记车辆', en: 'Adds vehicles by itself' },
      {
        byDefault: false,
        hint: { zh: '关闭时，单位新增的车辆须经审核', en: 'Otherwise the vehicles it adds need an approval' },
      },
    ),
    spotCount: readOnly(integer({ zh: '车位', en: 'Spots' })),
    takenCount: readOnly(integer({ zh: '已占用', en: 'Taken now' })),
    vehicleCount: readOnly(integer({ zh: '车辆', en: 'Vehicles' })),
    owedFen: readOnly(money({ zh: '待付账单', en: 'Owed' })),
    remark,
  },
  columns: [
    'name',
    'groupId',
    'status',
    'lotIds',
    'spotCount',
    'takenCount',
    'vehicleCount',
    'overQuota',
    'owedFen',
    'validUntil',
  ],
  search: {
    name: 'contains',
    groupId: 'equals',
    status: 'equals',
    lotIds: 'has',
    overQuota: 'equals',
    validUntil: 'range',
  },
  computed: ['spotCount', 'takenCount', 'vehicleCount', 'owedFen'],
  lotField: 'lotIds',
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
});

/** A unit, as listed. */
export type Unit = Listed<typeof unit>;

/** Refusals of units and what belongs to them. */
export const unitRefusal = refusals('unit', {
  'ends-before-start': { status: 422, zh: '开始时间不能大于结束时间!', en: 'The start may not be later than the end' },
  'bad-plate': { status: 422, zh: '{plate}不是有效的车牌', en: '{plate} is not a valid plate' },
  'in-use': {
    status: 409,
    zh: '该单位已有车位、车辆、账号或账单，不能删除，请停用',
    en: 'It has spots, vehicles, accounts or bills: disable it instead',
  },
  'lot-used': {
    status: 409,
    zh: '单位在{lot}还有车位，请先删除',
    en: 'It still has spots in {lot}: remove them first',
  },
  'other-lot': { status: 422, zh: '该车场不在单位的车场内', en: 'The lot is not one of the unit' },
  'other-unit': { status: 422, zh: '该部门不属于所选单位', en: 'The department belongs to another unit' },
  'quota-used': {
    status: 409,
    zh: '合同期内已有账单或在场车辆，请把车位数改为 0',
    en: 'It was billed, or cars are inside on it: set its spots to 0 instead',
  },
  'pays-no-visitors': {
    status: 409,
    zh: '该单位不承担访客停车费，请先在单位中开启',
    en: 'The unit does not pay for visitors: switch that on first',
  },
  'not-now': {
    status: 409,
    zh: '单位已停用，或合同未生效、已到期',
    en: 'The unit is disabled, or its contract not in force',
  },
  'came-already': { status: 409, zh: '访客已取消或已过期', en: 'The visit was cancelled or is over' },
  'not-staff': { status: 409, zh: '您的账号不属于任何单位', en: 'Your account belongs to no unit' },
  'not-manager': { status: 409, zh: '只有单位负责人可以这样做', en: 'Only managers of the unit may do this' },
  'own-account': { status: 409, zh: '不能停用自己的账号', en: 'You cannot freeze your own account' },
  'being-paid': {
    status: 409,
    zh: '该账单正在线上支付，请稍后再试',
    en: 'The bill is being paid online: try again later',
  },
  'refundable-changed': refundableChanged,
  'too-much': { status: 409, zh: '最多{left}元', en: 'At most {left}' },
  'other-units': { status: 422, zh: '一次只能收同一单位的账单', en: 'Take the bills of one unit at a time' },
  'nothing-due': { status: 409, zh: '所选账单已付清', en: 'These bills are paid' },
  'month-open': { status: 422, zh: '{month}尚未结束，不能出账', en: '{month} has not ended yet' },
});
