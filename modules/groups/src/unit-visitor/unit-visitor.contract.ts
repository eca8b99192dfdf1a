import {
  instant,
  integer,
  list,
  operation,
  optional,
  permission,
  plate,
  readOnly,
  reference,
  resource,
  rowId,
  text,
} from '@boyun/kernel/contract';
import { listField } from '@boyun/lists/contract';

/** Visitors for whom a unit pays: their stays are free for them and on its monthly bill. */
export const unitVisitor = resource('unit-visitor', {
  title: { zh: '单位访客', en: 'Visitors of units' },
  path: '/api/unitVisitor',
  fields: {
    plate: plate(),
    unitId: reference({ zh: '单位', en: 'Unit' }, 'unit'),
    lotIds: list({ zh: '车场', en: 'Parking lots' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot'), {
      min: 1,
      max: 200,
    }),
    visitorName: optional(text({ zh: '访客', en: 'Visitor' }, { max: 32 })),
    hostName: text({ zh: '被访人', en: 'Host' }, { max: 32 }),
    validFrom: listField.validFrom,
    validUntil: listField.validUntil,
    minutes: optional(
      integer(
        { zh: '承担分钟', en: 'Minutes paid' },
        { min: 1, max: 100_000, hint: { zh: '不填表示有效期内全部', en: 'Empty: the whole time' } },
      ),
    ),
    invitedBy: readOnly(text({ zh: '登记人', en: 'Invited by' })),
    cancelledAt: readOnly(optional(instant({ zh: '取消时间', en: 'Cancelled' }))),
    remark: listField.remark,
  },
  columns: [
    'plate',
    'unitId',
    'lotIds',
    'visitorName',
    'hostName',
    'validFrom',
    'validUntil',
    'minutes',
    'invitedBy',
    'cancelledAt',
  ],
  search: { plate: 'contains', unitId: 'equals', hostName: 'contains', lotIds: 'has', validFrom: 'range' },
  lotField: 'lotIds',
  verbs: ['list', 'get', 'create', 'export'],
  subject: (row) => row.plate,
  nameField: 'plate',
});

/** Cancels a visit at the cost of a unit; stays that began before keep it. */
export const cancelUnitVisitor = operation('cancel-unit-visitor', {
  title: { zh: '取消访客', en: 'Cancel the visit' },
  path: '/api/unitVisitor/cancel',
  access: permission('unit-visitor.cancel', { zh: '取消单位访客', en: 'Cancel visitors of units' }),
  needsPassword: { zh: '是否取消该访客？', en: 'Cancel this visit?' },
  input: { id: rowId({ zh: '访客', en: 'Visitor' }) },
  output: {},
  audit: 'unit-visitor.cancelled',
});
