import { instant, optional, plate, reference, resource, text } from '@boyun/kernel/contract';

/** A plate that passes free and at once; without a lot it holds in all lots. */
export const whiteList = resource('white-list', {
  title: { zh: '白名单', en: 'White list' },
  path: '/api/billWhitePlate',
  fields: {
    plate: plate(),
    lotId: optional(
      reference({ zh: '车场', en: 'Parking lot' }, 'lot', { hint: { zh: '不选表示全部车场', en: 'Empty: all lots' } }),
    ),
    ownerName: optional(text({ zh: '车主', en: 'Owner' }, { max: 32 })),
    validFrom: instant({ zh: '生效时间', en: 'From' }),
    validUntil: optional(instant({ zh: '失效时间', en: 'Until' })),
    remark: optional(text({ zh: '备注', en: 'Remark' }, { max: 255 })),
  },
  columns: ['plate', 'lotId', 'ownerName', 'validFrom', 'validUntil', 'remark'],
  search: { plate: 'contains', lotId: 'equals', ownerName: 'contains', validUntil: 'range' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.plate,
  nameField: 'plate',
});
