import { integer, optional, plate, resource } from '@boyun/kernel/contract';
import { listField, noEnd } from '../standing/list-field.contract.ts';

/** A plate that parks free, limited by hours of the day, times a day and minutes per stay; the rest is charged. */
export const freeList = resource('free-list', {
  title: { zh: '免费车', en: 'Free vehicles' },
  path: '/api/billFreePlate',
  fields: {
    plate: plate(),
    lotIds: listField.lotIds,
    dailyFrom: listField.dailyFrom,
    dailyTo: listField.dailyTo,
    timesPerDay: optional(
      integer(
        { zh: '每日免费次数', en: 'Times a day' },
        { min: 1, max: 1000, hint: { zh: '不填表示不限', en: 'Empty: any number' } },
      ),
    ),
    minutesPerStay: optional(
      integer(
        { zh: '每次免费分钟', en: 'Minutes of each stay' },
        { min: 1, max: 1_000_000, hint: { zh: '不填表示整次停车', en: 'Empty: the whole stay' } },
      ),
    ),
    validFrom: listField.validFrom,
    validUntil: optional(listField.validUntil, noEnd),
    ownerName: listField.ownerName,
    remark: listField.remark,
  },
  columns: [
    'plate',
    'lotIds',
    'ownerName',
    'dailyFrom',
    'dailyTo',
    'timesPerDay',
    'minutesPerStay',
    'validFrom',
    'validUntil',
    'remark',
  ],
  search: { plate: 'contains', lotIds: 'has', ownerName: 'contains', validUntil: 'range' },
  lotField: 'lotIds',
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.plate,
  nameField: 'plate',
});
