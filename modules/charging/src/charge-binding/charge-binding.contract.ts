import { plateColorLabel } from '@boyun/domain/plate';
import { usualSpotKinds } from '@boyun/domain/spot-kind';
import {
  choice,
  day,
  group,
  instant,
  integer,
  list,
  operation,
  optional,
  reference,
  resource,
  text,
} from '@boyun/kernel/contract';

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');

/** Assigns a charge rule to places, cars and days; of several bindings that match a stay the most specific applies. */
export const chargeBinding = resource('charge-binding', {
  title: { zh: '规则绑定', en: 'Rule bindings' },
  path: '/api/billRuleBinding',
  fields: {
    lotId: optional({ ...lotId, hint: { zh: '车场和片区都不选表示全部车场', en: 'Neither lot nor area: all lots' } }),
    areaId: optional(
      reference({ zh: '片区', en: 'Area' }, 'area', {
        hint: { zh: '适用于片区内全部车场', en: 'Applies to all lots of the area' },
      }),
    ),
    chargeRuleId: reference({ zh: '收费规则', en: 'Charge rule' }, 'charge-rule'),
    vehicleKinds: list({ zh: '车型', en: 'Vehicle kinds' }, text({ zh: '车型', en: 'Vehicle kind' }, { max: 40 }), {
      max: 50,
    }),
    spotKinds: list({ zh: '车位类型', en: 'Spot kinds' }, choice({ zh: '车位类型', en: 'Spot kind' }, usualSpotKinds), {
      max: 10,
    }),
    plateColors: list(
      { zh: '车牌颜色', en: 'Plate colours' },
      choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel),
      { max: 7 },
    ),
    fromDay: optional(day({ zh: '开始日期', en: 'First day' })),
    toDay: optional(day({ zh: '结束日期', en: 'Last day' })),
  },
  columns: ['lotId', 'areaId', 'chargeRuleId', 'vehicleKinds', 'spotKinds', 'plateColors', 'fromDay', 'toDay'],
  search: { lotId: 'equals', areaId: 'equals', chargeRuleId: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.lotId ?? row.areaId ?? '*',
  nameField: 'lotId',
});

/** Kind of a finding about a binding. */
export const BindingOddity = {
  shadowed: { zh: '永远用不到', en: 'Never used', tone: 'bad' },
  'partly-shadowed': { zh: '部分被覆盖', en: 'Partly overridden', tone: 'info' },
  'no-version': { zh: '规则无生效版本', en: 'The rule has no version in force', tone: 'bad' },
  over: { zh: '已过期', en: 'Over', tone: 'neutral' },
} as const;

/** Overridden bindings, bindings without effect, and lots without any. */
export const bindingConflicts = operation('binding-conflicts', {
  title: { zh: '绑定检查', en: 'Check of the bindings' },
  path: '/api/billRuleBinding/conflicts',
  access: chargeBinding.can.list,
  input: {},
  output: {
    conflicts: list(
      { zh: '冲突', en: 'Conflicts' },
      group(
        { zh: '冲突', en: 'Conflict' },
        {
          kind: choice({ zh: '类型', en: 'Kind' }, BindingOddity),
          bindingId: text({ zh: '绑定', en: 'Binding' }),
          otherId: optional(text({ zh: '另一绑定', en: 'Other binding' })),
          lotId: optional(lotId),
          zh: text({ zh: '说明', en: 'In words (Chinese)' }, { max: 500 }),
          en: text({ zh: '英文说明', en: 'In words' }, { max: 500 }),
        },
      ),
    ),
    bareLots: list(
      { zh: '未绑定车场', en: 'Lots without a rule' },
      group({ zh: '车场', en: 'Parking lot' }, { lotId }),
    ),
  },
  isRead: true,
});

/** The binding and version that would price a car at a lot. */
export const resolveBinding = operation('resolve-binding', {
  title: { zh: '查询适用规则', en: 'Which rule holds' },
  path: '/api/billRuleBinding/resolve',
  access: chargeBinding.can.list,
  input: {
    lotId,
    at: optional(instant({ zh: '时间', en: 'Time' })),
    vehicleKind: optional(text({ zh: '车型', en: 'Vehicle kind' }, { max: 40 })),
    plateColor: optional(choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel)),
    spotKind: optional(choice({ zh: '车位类型', en: 'Spot kind' }, usualSpotKinds)),
  },
  output: {
    bindingId: optional(text({ zh: '绑定', en: 'Binding' })),
    chargeRuleId: optional(reference({ zh: '收费规则', en: 'Charge rule' }, 'charge-rule')),
    number: optional(integer({ zh: '版本号', en: 'Version number' })),
  },
  isRead: true,
});
