import {
  choice,
  group,
  integer,
  inUse,
  list,
  operation,
  optional,
  report,
  resource,
  text,
  WORD_LISTS,
} from '@boyun/kernel/contract';

const wordList = choice({ zh: '用途', en: 'Used for' }, WORD_LISTS);
const nameZh = text({ zh: '中文', en: 'Chinese' }, { max: 64 });
const nameEn = text({ zh: '英文', en: 'English' }, { max: 64 });

/** A tenant's own phrases in both languages, offered where the same text is entered repeatedly. */
export const dictionary = resource('dictionary', {
  title: { zh: '字典', en: 'Dictionary' },
  path: '/api/dictionary',
  fields: {
    list: wordList,
    code: text(
      { zh: '编码', en: 'Code' },
      {
        max: 32,
        pattern: /^[a-z0-9-]+$/,
        hint: { zh: '小写字母、数字和短横线', en: 'Lower-case letters, digits and hyphens' },
      },
    ),
    nameZh,
    nameEn,
    position: integer({ zh: '顺序', en: 'Order' }, { max: 9999, byDefault: 0 }),
    isActive: inUse,
  },
  columns: ['list', 'nameZh', 'nameEn', 'code', 'position', 'isActive'],
  search: { list: 'equals', nameZh: 'contains', isActive: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.nameZh,
  nameField: 'nameZh',
  order: [{ field: 'list' }, { field: 'position' }, { field: 'code' }],
});

/** All phrases on offer: the tenant's, and the standard ones for lists without any of the tenant's. */
export const getWords = operation('get-words', {
  title: { zh: '常用语', en: 'Words' },
  path: '/api/dictionary/getWords',
  access: 'signed-in',
  input: {},
  output: { words: list({ zh: '常用语', en: 'Words' }, group(nameZh.label, { list: wordList, nameZh, nameEn })) },
  isRead: true,
});

/** Copies the standard phrases into lists without any of the tenant's, for editing. */
export const fillDictionary = operation('fill-dictionary', {
  title: { zh: '载入标准词库', en: 'Copy the standard words' },
  path: '/api/dictionary/fill',
  access: dictionary.can.create,
  input: {},
  output: { addedCount: integer({ zh: '新增', en: 'Added' }) },
  audit: 'dictionary.filled',
});

/** Every enumeration of the product with its values in both languages. */
export const enumerationList = report('enumeration', {
  title: { zh: '系统字典', en: 'Enumerations' },
  path: '/api/dictionary/getEnumerations',
  access: dictionary.can.list,
  filters: { text: optional(text({ zh: '关键字', en: 'Keyword' }, { max: 64 })) },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    place: text({ zh: '所在', en: 'Where' }),
    field: text({ zh: '字段', en: 'Field' }),
    key: text({ zh: '接口名', en: 'Name in the API' }),
    value: text({ zh: '值', en: 'Value' }),
    nameZh,
    nameEn,
  },
});
