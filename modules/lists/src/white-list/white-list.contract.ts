import { optional, plate, resource } from '@boyun/kernel/contract';
import { listField, noEnd } from '../standing/list-field.contract.ts';

/** A plate that passes free of charge; without lots it applies to all. */
export const whiteList = resource('white-list', {
  title: { zh: '白名单', en: 'White list' },
  path: '/api/billWhitePlate',
  fields: {
    plate: plate(),
    lotIds: listField.lotIds,
    ownerName: listField.ownerName,
    validFrom: listField.validFrom,
    validUntil: optional(listField.validUntil, noEnd),
    remark: listField.remark,
  },
  columns: ['plate', 'lotIds', 'ownerName', 'validFrom', 'validUntil', 'remark'],
  search: { plate: 'contains', lotIds: 'has', ownerName: 'contains', validUntil: 'range' },
  lotField: 'lotIds',
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.plate,
  nameField: 'plate',
});
