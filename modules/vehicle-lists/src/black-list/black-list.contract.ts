import { choice, instant, optional, plate, reference, refusals, resource, text } from '@boyun/kernel/contract';

/** What the gate does with a plate on the black list. */
export const BlackAction = {
  deny: { zh: '禁止入场', en: 'Deny entry', tone: 'bad' },
  warn: { zh: '仅报警', en: 'Warn only', tone: 'warn' },
} as const;

/** A plate that is kept out or watched; without a lot it holds in all lots. */
export const blackList = resource('black-list', {
  title: { zh: '黑名单', en: 'Black list' },
  path: '/api/billBlackPlate',
  fields: {
    plate: plate(),
    lotId: optional(
      reference({ zh: '车场', en: 'Parking lot' }, 'lot', { hint: { zh: '不选表示全部车场', en: 'Empty: all lots' } }),
    ),
    action: choice({ zh: '处理', en: 'Action' }, BlackAction, { byDefault: 'deny' }),
    validFrom: instant({ zh: '生效时间', en: 'From' }),
    validUntil: optional(instant({ zh: '失效时间', en: 'Until' })),
    reason: text({ zh: '原因', en: 'Reason' }, { max: 255 }),
  },
  columns: ['plate', 'lotId', 'action', 'validFrom', 'validUntil', 'reason'],
  search: { plate: 'contains', lotId: 'equals', action: 'equals', validUntil: 'range' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.plate,
  nameField: 'plate',
});

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
});
