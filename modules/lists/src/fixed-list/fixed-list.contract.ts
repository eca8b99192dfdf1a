import { optional, plate, reference, resource } from '@boyun/kernel/contract';
import { listField, noEnd } from '../standing/list-field.contract.ts';

/** A car with a fixed spot. Several cars may share a spot; a car that enters while it is occupied pays. */
export const fixedList = resource('fixed-list', {
  title: { zh: '固定车', en: 'Fixed vehicles' },
  path: '/api/billFixedPlate',
  fields: {
    plate: plate(),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    ownerName: listField.ownerName,
    ownerPhone: optional(listField.phone),
    validFrom: listField.validFrom,
    validUntil: optional(listField.validUntil, noEnd),
    spotId: reference({ zh: '车位', en: 'Spot' }, 'spot', {
      hint: {
        zh: '多辆车可登记同一车位，同时在场时后到的按临时车收费',
        en: 'Cars may share a spot; the second one in pays',
      },
    }),
    remark: listField.remark,
  },
  columns: ['plate', 'lotId', 'spotId', 'ownerName', 'ownerPhone', 'validFrom', 'validUntil', 'remark'],
  search: { plate: 'contains', lotId: 'equals', spotId: 'equals', ownerName: 'contains', validUntil: 'range' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.plate,
  nameField: 'plate',
});
