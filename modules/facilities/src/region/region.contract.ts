import { choice, optional, reference, refusals, resource, text } from '@boyun/kernel/contract';

/** Level of an administrative region. */
export const RegionLevel = {
  province: { zh: '省', en: 'Province' },
  city: { zh: '市', en: 'City' },
  district: { zh: '区县', en: 'District' },
} as const;

/** Province, city or district by its GB/T 2260 code. */
export const region = resource('region', {
  title: { zh: '行政区域', en: 'Regions' },
  path: '/api/region',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { min: 2, max: 64 }),
    code: text({ zh: '区划代码', en: 'Region code' }, { pattern: /^\d{6}$/, max: 6 }),
    level: choice({ zh: '级别', en: 'Level' }, RegionLevel),
    parentId: optional(reference({ zh: '上级区域', en: 'Parent region' }, 'region')),
  },
  columns: ['code', 'name', 'level', 'parentId'],
  search: { name: 'contains', code: 'prefix', level: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.name,
  order: [{ field: 'code' }],
});

export const regionRefusal = refusals('region', {
  'wrong-level': {
    status: 422,
    zh: '上级区域的级别必须高于下级区域',
    en: 'A region must be of a higher level than the regions below it',
  },
});
