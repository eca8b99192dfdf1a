import { integer, money, optional, plate, readOnly, reference, resource } from '@boyun/kernel/contract';
import { listField, noEnd } from '@boyun/lists/contract';

/** Vehicles of VIP groups, with what they had off. */
export const vipVehicle = resource('vip-vehicle', {
  title: { zh: 'VIP车辆', en: 'VIP vehicles' },
  path: '/api/vipVehicle',
  fields: {
    plate: plate(),
    vipGroupId: reference({ zh: 'VIP分组', en: 'VIP group' }, 'vip-group'),
    ownerName: listField.ownerName,
    ownerPhone: optional(listField.phone),
    validFrom: listField.validFrom,
    validUntil: optional(listField.validUntil, noEnd),
    useCount: readOnly(integer({ zh: '使用次数', en: 'Used' })),
    reducedFen: readOnly(money({ zh: '累计减免', en: 'Taken off in all' })),
    remark: listField.remark,
  },
  columns: [
    'plate',
    'vipGroupId',
    'ownerName',
    'ownerPhone',
    'useCount',
    'reducedFen',
    'validFrom',
    'validUntil',
    'remark',
  ],
  search: { plate: 'contains', vipGroupId: 'equals', ownerName: 'contains', validUntil: 'range' },
  computed: ['useCount', 'reducedFen'],
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.plate,
  nameField: 'plate',
});
