import { reference, resource } from '@boyun/kernel/contract';

/** Which charge rule a lot uses; one for each lot. */
export const chargeBinding = resource('charge-binding', {
  title: { zh: '规则绑定', en: 'Rule bindings' },
  path: '/api/billRuleBinding',
  fields: {
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    chargeRuleId: reference({ zh: '收费规则', en: 'Charge rule' }, 'charge-rule'),
  },
  columns: ['lotId', 'chargeRuleId'],
  search: { lotId: 'equals', chargeRuleId: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete'],
  subject: (row) => row.lotId,
  nameField: 'lotId',
});
