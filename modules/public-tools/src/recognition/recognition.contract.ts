import { type PlateColor, plateColorLabel } from '@boyun/domain/plate';
import {
  choice,
  decimal,
  file,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  month,
  operation,
  optional,
  permission,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';
import { RecogniserProvider } from '../recogniser/recogniser.contract.ts';

/** States of a recognition. */
export const RecognitionState = {
  running: { zh: '识别中', en: 'Reading', tone: 'info' },
  read: { zh: '已识别', en: 'Read', tone: 'good' },
  none: { zh: '未发现车牌', en: 'No plate', tone: 'neutral' },
  failed: { zh: '识别失败', en: 'Failed', tone: 'bad' },
} as const;
export type RecognitionState = keyof typeof RecognitionState;

/** Largest picture in bytes: the services take little more. */
export const PICTURE_BYTES = 3 * 1024 * 1024;

/** A rectangle in a picture, in pixels. */
export interface PlateBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const box = optional(
  group(
    { zh: '位置', en: 'Where' },
    {
      left: integer({ zh: '左', en: 'Left' }, { min: 0, max: 100_000 }),
      top: integer({ zh: '上', en: 'Top' }, { min: 0, max: 100_000 }),
      right: integer({ zh: '右', en: 'Right' }, { min: 0, max: 100_000 }),
      bottom: integer({ zh: '下', en: 'Bottom' }, { min: 0, max: 100_000 }),
    },
  ),
);
const plate = optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 }));
const color = optional(
  choice(
    { zh: '车牌颜色', en: 'Plate colour' },
    plateColorLabel as Readonly<Record<PlateColor, { zh: string; en: string }>>,
  ),
);
const confidence = optional(decimal({ zh: '置信度', en: 'Confidence' }, { min: 0, max: 1 }));
const state = choice({ zh: '状态', en: 'State' }, RecognitionState);
const picture = file({ zh: '图片', en: 'Picture' });
const answer = optional(text({ zh: '服务答复', en: 'Answer' }, { max: 300 }));
const tookMs = optional(integer({ zh: '耗时（毫秒）', en: 'Took (ms)' }));
const access = permission('recognition.read', { zh: '识别车牌图片', en: 'Read plates in pictures' });

/** Sends a picture to the enabled service and returns the plates in it. */
export const recognisePlate = operation('recognise-plate', {
  title: { zh: '识别车牌', en: 'Read a plate' },
  path: '/api/recognition/read',
  access,
  input: {},
  output: {
    id: text({ zh: '编号', en: 'Id' }),
    state,
    picture,
    plate,
    color,
    confidence,
    box,
    others: list(
      { zh: '其他车牌', en: 'Further plates' },
      group({ zh: '车牌', en: 'Plate' }, { plate, color, confidence, box }),
    ),
    answer,
    tookMs,
  },
  takesFile: true,
  fileBytes: PICTURE_BYTES,
  audit: 'recognition.done',
});

/** Pictures that were read, newest first. */
export const recognitionList = report('recognition', {
  title: { zh: '识别记录', en: 'Recognitions' },
  path: '/api/recognition/list',
  access: permission('recognition.list', { zh: '查看识别记录', en: 'View: Recognitions' }),
  filters: {
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    state: optional(state),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '时间', en: 'Time' }),
    picture: optional(picture),
    plate,
    color,
    confidence,
    box,
    state,
    provider: choice({ zh: '服务商', en: 'Provider' }, RecogniserProvider),
    isBilled: flag({ zh: '计费', en: 'Charged' }),
    actorName: text({ zh: '操作人', en: 'By' }),
    answer,
    tookMs,
  },
  alwaysSortable: ['at'],
  maxDays: 366,
});

/** The calls and the cost of the last twelve months, and the enabled service. */
export const getRecognitionUsage = operation('get-recognition-usage', {
  title: { zh: '识别用量', en: 'Calls and cost' },
  path: '/api/recognition/getUsage',
  access,
  input: {},
  output: {
    provider: optional(choice({ zh: '服务商', en: 'Provider' }, RecogniserProvider)),
    isReady: flag({ zh: '可用', en: 'Can be used' }),
    monthlyLimit: optional(integer({ zh: '每月次数上限', en: 'Calls a month' })),
    months: list(
      { zh: '月份', en: 'Months' },
      group(
        { zh: '月份', en: 'Month' },
        {
          month: month({ zh: '月份', en: 'Month' }),
          callCount: integer({ zh: '次数', en: 'Calls' }),
          billedCount: integer({ zh: '计费次数', en: 'Charged' }),
          readCount: integer({ zh: '识别成功', en: 'Read' }),
          costFen: money({ zh: '费用', en: 'Cost' }),
        },
      ),
    ),
  },
  isRead: true,
});

export const recognitionRefusal = refusals('recognition', {
  'no-recogniser': { status: 422, zh: '没有启用的识别服务', en: 'No recogniser is enabled' },
  'no-secret': { status: 422, zh: '识别服务“{name}”未设置密钥', en: 'The secret of recogniser "{name}" is not set' },
  'no-picture': { status: 422, zh: '请选择 jpg 或 png 图片', en: 'Choose a jpg or png picture' },
  'used-up': {
    status: 429,
    zh: '本月已识别 {count} 次，达到上限',
    en: 'The limit of {count} calls this month is reached',
  },
});
