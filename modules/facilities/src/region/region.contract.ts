import {
  choice,
  group,
  integer,
  list,
  operation,
  optional,
  permission,
  reference,
  refusals,
  resource,
  text,
} from '@boyun/kernel/contract';

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

const code = text({ zh: '区划代码', en: 'Region code' }, { pattern: /^\d{6}$/, max: 6 });

/** Adds the missing regions of GB/T 2260: those of some provinces, or of the whole country. */
export const fillRegions = operation('fill-regions', {
  title: { zh: '载入国家标准区划', en: 'Load the national codes' },
  path: '/api/region/fill',
  access: permission('region.fill', { zh: '载入国家标准区划', en: 'Load the national region codes' }),
  input: { provinceCodes: list({ zh: '省级代码', en: 'Province codes' }, code, { max: 40 }) },
  output: {
    addedCount: integer({ zh: '新增', en: 'Added' }),
    keptCount: integer({ zh: '已有', en: 'Kept' }),
  },
  audit: 'region.filled',
});

/** All regions in one response, for the tree and for selecting one. */
export const getRegionTree = operation('get-region-tree', {
  title: { zh: '区划树', en: 'Tree of regions' },
  path: '/api/region/getTree',
  access: region.can.list,
  input: {},
  output: {
    regions: list(
      region.title,
      group(region.title, {
        id: text({ zh: '编号', en: 'Id' }),
        parentId: optional(text({ zh: '上级区域', en: 'Parent region' })),
        code,
        name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
        level: choice({ zh: '级别', en: 'Level' }, RegionLevel),
        lotCount: integer({ zh: '车场数', en: 'Lots' }),
      }),
      { max: 10_000 },
    ),
  },
  isRead: true,
});

export const regionRefusal = refusals('region', {
  'unknown-province': {
    status: 422,
    zh: '国家标准中没有省级代码{code}',
    en: 'The national standard has no province with code {code}',
  },
  'wrong-code': {
    status: 422,
    zh: '下级区划代码须以“{start}”开头',
    en: 'The region code must begin with {start} here',
  },
  'wrong-level': {
    status: 422,
    zh: '上级区域的级别必须高于下级区域',
    en: 'A region must be of a higher level than the regions below it',
  },
});
