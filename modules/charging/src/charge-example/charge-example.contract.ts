import { plateColorLabel } from '@boyun/domain/plate';
import { usualVehicleKinds } from '@boyun/domain/vehicle-kind';
import { choice, type Field, type Label, money, optional, reference, resource, text } from '@boyun/kernel/contract';

/** A wall-clock time of the lot, `2026-03-04 09:30`; a `T` between date and time is accepted. */
export function wallTime(label: Label): Field<string> {
  return text(label, { max: 19, pattern: /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?$/ });
}

/** The kind of a vehicle as named by cameras. */
export const vehicleKind = optional(text({ zh: '车型', en: 'Vehicle kind' }, { max: 40, labels: usualVehicleKinds }));

/** A stay with its expected fee: every version of the rule is checked against its examples before publication. */
export const chargeExample = resource('charge-example', {
  title: { zh: '收费示例', en: 'Fee examples' },
  path: '/api/billRuleExample',
  fields: {
    chargeRuleId: reference({ zh: '收费规则', en: 'Charge rule' }, 'charge-rule'),
    name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    entry: wallTime({ zh: '入场时间', en: 'Entry' }),
    exit: wallTime({ zh: '离场时间', en: 'Exit' }),
    vehicleKind,
    plateColor: optional(choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel)),
    expectedFen: money({ zh: '应收费用', en: 'Expected fee' }),
  },
  columns: ['chargeRuleId', 'name', 'entry', 'exit', 'vehicleKind', 'plateColor', 'expectedFen'],
  search: { chargeRuleId: 'equals', name: 'contains' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.name,
  lotField: null,
  order: [{ field: 'entry' }],
});
