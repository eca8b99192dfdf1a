import { optional, plate, resource } from '@boyun/kernel/contract';
import { listField, noEnd } from '../standing/list-field.contract.ts';

/** A plate that passes free of charge; without a lot it applies to all lots. */
export const whiteList = resource('white-list', {
  title: { zh: '白名单', en: 'White list' },
  path: '/api/billWhitePlate',
  fields: {
    plate: plate(),
    lotId: listField.lotId,
    ownerName: listField.ownerName,
    validFrom: listField.validFrom,
    validUntil: optional(listField.validUntil, noEnd),
    remark: listField.remark,
  },
  columns: ['plate', 'lotId', 'ownerName', 'validFrom', 'validUntil', 'remark'],
  search: { plate: 'contains', lotId: 'equals', ownerName: 'contains', validUntil: 'range' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.plate,
  nameField: 'plate',
});
