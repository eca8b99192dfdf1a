import { tariffTemplate } from '@boyun/domain/fee';
import { choice, integer, json, optional, readOnly, refusals, resource, text } from '@boyun/kernel/contract';

/** The ready tariffs one can start from, by id. */
export const TariffTemplate = Object.fromEntries(tariffTemplate.map((one) => [one.id, one.name])) as Record<
  string,
  { zh: string; en: string }
>;

/** A tariff under a name; its content stands in numbered versions that never change once written. */
export const chargeRule = resource('charge-rule', {
  title: { zh: '收费规则', en: 'Charge rules' },
  path: '/api/billRule',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { min: 2, max: 64 }),
    template: choice({ zh: '模板', en: 'Template' }, TariffTemplate, {
      hint: {
        zh: '更换模板会生成新版本，已有订单仍按原版本计费',
        en: 'Another template makes a new version; existing orders keep theirs',
      },
    }),
    remark: optional(text({ zh: '备注', en: 'Remark' }, { max: 512, isLong: true })),
    versionNumber: readOnly(integer({ zh: '当前版本', en: 'Current version' })),
    readingZh: readOnly(text({ zh: '规则说明', en: 'In words (Chinese)' }, { max: 4000, isLong: true })),
    readingEn: readOnly(text({ zh: '规则说明（英文）', en: 'In words' }, { max: 4000, isLong: true })),
    tariff: readOnly(json({ zh: '规则数据', en: 'Data' })),
  },
  columns: ['name', 'template', 'versionNumber', 'readingZh', 'remark'],
  search: { name: 'contains' },
  verbs: ['list', 'get', 'create', 'update', 'delete'],
  subject: (row) => row.name,
  lotField: null,
  computed: ['versionNumber', 'readingZh', 'readingEn', 'tariff'],
});

export const chargingRefusal = refusals('charging', {
  'no-rule': { status: 422, zh: '车场“{lot}”没有收费规则', en: 'Lot "{lot}" has no charge rule' },
  'bad-tariff': { status: 422, zh: '{reason}', en: '{reason}' },
});
