/** The job of an account (domain.md §3). */
export const JobKind = {
  admin: { zh: '管理员', en: 'Administrator' },
  operator: { zh: '运营', en: 'Operator' },
  finance: { zh: '财务', en: 'Finance' },
  'cloud-attendant': { zh: '云值守', en: 'Cloud attendant' },
  'booth-attendant': { zh: '岗亭值班', en: 'Booth attendant' },
  collector: { zh: '收费员', en: 'Toll collector' },
  'customer-service': { zh: '云客服', en: 'Customer service' },
  inspector: { zh: '巡检员', en: 'Inspector' },
  merchant: { zh: '商户', en: 'Merchant' },
  'sub-merchant': { zh: '子商户', en: 'Sub-merchant' },
  unit: { zh: '单位用户', en: 'Unit user' },
} as const;
