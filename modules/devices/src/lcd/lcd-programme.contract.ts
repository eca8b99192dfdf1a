import {
  choice,
  file,
  group,
  integer,
  inUse,
  list,
  operation,
  optional,
  permission,
  refusals,
  resource,
  text,
} from '@boyun/kernel/contract';

/** What a programme is. */
export const LcdKind = {
  picture: { zh: '图片', en: 'Picture' },
  video: { zh: '视频', en: 'Video' },
  text: { zh: '文字', en: 'Text' },
  'pay-code': { zh: '收费码', en: 'Pay code' },
} as const;
export type LcdKind = keyof typeof LcdKind;

/** The colours of words and codes. */
export const LcdLook = {
  night: { zh: '深蓝', en: 'Night blue' },
  leaf: { zh: '墨绿', en: 'Green' },
  dawn: { zh: '暖橙', en: 'Warm' },
  paper: { zh: '浅色', en: 'Light' },
} as const;
export type LcdLook = keyof typeof LcdLook;

/** Limits of uploads. */
export const LCD_LIMITS = {
  pictureBytes: 5_000_000,
  videoBytes: 20_000_000,
  videoSeconds: 180,
  allBytes: 2_000_000_000,
};

/** Something displays show. */
export const lcdProgramme = resource('lcd-programme', {
  title: { zh: 'LCD节目', en: 'LCD programmes' },
  path: '/api/lcdProgramme',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    kind: choice({ zh: '类型', en: 'Kind' }, LcdKind, { byDefault: 'text' }),
    file: optional(
      file(
        { zh: '文件', en: 'File' },
        {
          hint: {
            zh: '图片 jpg/png 不超过 5 MB，建议 1920×1080 或 1080×1920；视频 mp4 不超过 20 MB、3 分钟',
            en: 'JPG or PNG up to 5 MB, ideally 1920×1080 or 1080×1920; MP4 up to 20 MB and 3 minutes',
          },
        },
      ),
    ),
    headline: optional(
      text(
        { zh: '标题', en: 'Headline' },
        {
          max: 40,
          hint: {
            zh: '图片与视频上叠加显示；文字节目不填则用名称',
            en: 'Over pictures and videos; text shows the name if empty',
          },
        },
      ),
    ),
    words: optional(text({ zh: '正文', en: 'Words' }, { max: 200, isLong: true })),
    look: choice({ zh: '配色', en: 'Colours' }, LcdLook, { byDefault: 'night' }),
    seconds: integer(
      { zh: '展示秒数', en: 'Seconds shown' },
      { min: 3, max: 600, byDefault: 10, hint: { zh: '视频按自身时长播放', en: 'Videos are shown to their end' } },
    ),
    isActive: inUse,
  },
  columns: ['name', 'kind', 'file', 'headline', 'words', 'look', 'seconds', 'isActive'],
  search: { name: 'contains', kind: 'equals', isActive: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  retire: { isActive: false },
  subject: (row) => row.name,
});

const url = { ...file({ zh: '地址', en: 'Address' }), wireName: 'url' };

/** Checks and stores a picture or video; its type and length are read from its content. */
export const uploadLcdFile = operation('upload-lcd-file', {
  title: { zh: '上传节目文件', en: 'Upload the file of a programme' },
  path: '/api/lcdProgramme/upload',
  access: permission('lcd-programme.upload', { zh: '上传LCD节目文件', en: 'Upload files of LCD programmes' }),
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
            kind: choice({ zh: '类型', en: 'Kind' }, LcdKind),
            seconds: optional(integer({ zh: '时长（秒）', en: 'Length (s)' })),
          },
        ),
      ),
      wireName: 'items',
    },
  },
  takesFile: true,
  answersAs: 'beside',
  audit: 'lcd-file.uploaded',
  perMinute: 60,
});

export const lcdProgrammeRefusal = refusals('lcd-programme', {
  'no-file': { status: 422, zh: '请选择要上传的文件', en: 'Choose a file to upload' },
  'wrong-type': {
    status: 422,
    zh: '只能上传 jpg、png 图片或 mp4 视频，且内容须与类型相符',
    en: 'Only JPG and PNG pictures and MP4 videos can be uploaded, and the content must be of that type',
  },
  'too-large': { status: 422, zh: '文件超过 {limit} MB', en: 'The file is larger than {limit} MB' },
  'too-long': { status: 422, zh: '视频超过 {limit} 秒', en: 'The video is longer than {limit} s' },
  'no-length': {
    status: 422,
    zh: '读不出视频时长，请重新导出为 mp4',
    en: 'The length of the video cannot be read: export it as MP4 again',
  },
  'no-room': {
    status: 409,
    zh: '节目文件已达 2 GB，请先删除不用的节目',
    en: 'Files of programmes take 2 GB already: delete programmes you no longer use',
  },
  'file-needed': { status: 422, zh: '请上传文件', en: 'Upload a file' },
  'other-kind': { status: 422, zh: '文件与节目类型不符', en: 'The file is not of this kind' },
  'in-use': {
    status: 409,
    zh: '播放单“{playlist}”正在使用此节目，请先撤下播放单或移出此节目',
    en: 'The playlist "{playlist}" uses it: take that off the displays, or this out of it, first',
  },
});
