import { optional, plate, reference, resource, text } from '@boyun/kernel/contract';
import { listField, noEnd } from '@boyun/lists/contract';

/** Vehicles of units; those of one unit share its spots. */
export const unitVehicle = resource('unit-vehicle', {
  title: { zh: '单位车辆', en: 'Unit vehicles' },
  path: '/api/companyvehicle',
  fields: {
    plate: plate(),
    unitId: reference({ zh: '单位', en: 'Unit' }, 'unit'),
    departmentId: optional(reference({ zh: '部门', en: 'Department' }, 'unit-department')),
    driverName: optional(text({ zh: '驾驶人', en: 'Driver' }, { max: 32 })),
    driverPhone: optional(listField.phone),
    lotIds: {
      ...listField.lotIds,
      hint: { zh: '不选表示单位的全部车场', en: 'Empty: all lots of the unit' },
      whenEmpty: { zh: '单位的全部车场', en: 'All lots of the unit' },
    },
    validFrom: listField.validFrom,
    validUntil: optional(listField.validUntil, noEnd),
    remark: listField.remark,
  },
  columns: [
    'plate',
    'unitId',
    'departmentId',
    'driverName',
    'driverPhone',
    'lotIds',
    'validFrom',
    'validUntil',
    'remark',
  ],
  search: {
    plate: 'contains',
    unitId: 'equals',
    departmentId: 'equals',
    driverName: 'contains',
    lotIds: 'has',
    validUntil: 'range',
  },
  lotField: 'lotIds',
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.plate,
  nameField: 'plate',
});
