import { choice, optional, plate, resource, text } from '@boyun/kernel/contract';
import { listField, noEnd } from '../standing/list-field.contract.ts';

/** What the gate does with a plate on the black list. */
export const BlackAction = {
  deny: { zh: '禁止入场', en: 'Deny entry', tone: 'bad' },
  warn: { zh: '仅报警', en: 'Warn only', tone: 'warn' },
} as const;

/** A plate that is denied entry or raises an alarm; without lots it applies to all. */
export const blackList = resource('black-list', {
  title: { zh: '黑名单', en: 'Black list' },
  path: '/api/billBlackPlate',
  fields: {
    plate: plate(),
    lotIds: listField.lotIds,
    action: choice({ zh: '处理', en: 'Action' }, BlackAction, { byDefault: 'deny' }),
    reason: text({ zh: '原因', en: 'Reason' }, { max: 255, words: 'black-list' }),
    validFrom: listField.validFrom,
    validUntil: optional(listField.validUntil, noEnd),
  },
  columns: ['plate', 'lotIds', 'action', 'validFrom', 'validUntil', 'reason'],
  search: { plate: 'contains', lotIds: 'has', action: 'equals', validUntil: 'range' },
  lotField: 'lotIds',
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.plate,
  nameField: 'plate',
});
