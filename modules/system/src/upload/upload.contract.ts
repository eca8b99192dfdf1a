import { file, group, integer, list, operation, refusals, text } from '@boyun/kernel/contract';

const url = { ...file({ zh: '地址', en: 'Address' }), wireName: 'url' };
const name = text({ zh: '文件名', en: 'File name' }, { max: 200 });

/** Stores a file and returns its address; the type is detected from the content (spec §7: `items[0].url`). */
export const uploadFile = operation('upload-file', {
  title: { zh: '上传文件', en: 'Upload a file' },
  path: '/api/upload/uploadToOther',
  access: 'signed-in',
  input: {},
  output: {
    items: {
      ...list(
        { zh: '文件', en: 'Files' },
        group(
          { zh: '文件', en: 'File' },
          {
            url,
            key: { ...text({ zh: '文件编号', en: 'File key' }), wireName: 'key' },
            name: { ...name, wireName: 'name' },
            size: { ...integer({ zh: '字节数', en: 'Bytes' }), wireName: 'size' },
          },
        ),
      ),
      wireName: 'items',
    },
  },
  takesFile: true,
  answersAs: 'beside',
  audit: 'file.uploaded',
  perMinute: 60,
});

/** The caller's files uploaded under a name, for administrators those of all accounts, newest first (spec §7: `data[0].Url`). */
export const queryUploadFile = operation('query-upload-file', {
  title: { zh: '查询已上传文件', en: 'Find uploaded files' },
  path: '/api/app/queryUploadFile',
  access: 'signed-in',
  input: {
    name,
    page: integer({ zh: '页码', en: 'Page' }, { min: 1, max: 1_000_000, byDefault: 1 }),
    perPage: integer({ zh: '每页条数', en: 'Rows per page' }, { min: 1, max: 1000, byDefault: 1000 }),
  },
  output: {
    files: list(
      { zh: '文件', en: 'Files' },
      group(
        { zh: '文件', en: 'File' },
        { url: file({ zh: '地址', en: 'Address' }), name, size: integer({ zh: '字节数', en: 'Bytes' }) },
      ),
    ),
  },
  answersAs: 'files',
  isRead: true,
});

const address = text({ zh: '地址', en: 'Address' }, { min: 0, max: 2000 });

/** Returns file addresses with a new expiry, in the order given; empty for one that was not issued to the caller before. */
export const renewFiles = operation('renew-files', {
  title: { zh: '更新文件地址', en: 'Renew addresses of files' },
  path: '/api/upload/renew',
  access: 'signed-in',
  input: { addresses: list({ zh: '地址', en: 'Addresses' }, address, { min: 1, max: 200 }) },
  output: { addresses: list({ zh: '地址', en: 'Addresses' }, address) },
  isRead: true,
});

export const uploadRefusal = refusals('upload', {
  'no-file': { status: 422, zh: '请选择要上传的文件', en: 'Choose a file to upload' },
  'wrong-type': {
    status: 422,
    zh: '只能上传 jpg、png、pdf、xlsx 文件，且内容须与类型相符',
    en: 'Only jpg, png, pdf and xlsx files can be uploaded, and the content must be of that type',
  },
  'not-found': { status: 404, zh: '未找到文件“{name}”', en: 'File "{name}" not found' },
});
