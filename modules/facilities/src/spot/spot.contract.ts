import { usualSpotKinds } from '@boyun/domain/spot-kind';
import {
  choice,
  integer,
  list,
  operation,
  optional,
  reference,
  refusals,
  resource,
  text,
} from '@boyun/kernel/contract';

/** Purpose of a spot. */
export const SpotKind = usualSpotKinds;

/** Whether a spot can currently be used. */
export const SpotState = {
  free: { zh: '空闲', en: 'Free', tone: 'good' },
  taken: { zh: '占用', en: 'Taken', tone: 'warn' },
  closed: { zh: '停用', en: 'Closed', tone: 'neutral' },
} as const;

/** One parking spot. */
export const spot = resource('spot', {
  title: { zh: '车位', en: 'Spots' },
  path: '/api/parkSpot',
  fields: {
    number: text({ zh: '车位号', en: 'Number' }, { max: 32 }),
    lotId: reference({ zh: '所属车场', en: 'Parking lot' }, 'lot'),
    garageId: optional(reference({ zh: '车库', en: 'Garage' }, 'garage')),
    zoneName: optional(text({ zh: '区位', en: 'Zone' }, { max: 32 })),
    kind: choice({ zh: '类型', en: 'Kind' }, SpotKind, { byDefault: 'standard' }),
    state: choice({ zh: '状态', en: 'State' }, SpotState, { byDefault: 'free' }),
    ownerName: optional(text({ zh: '使用人', en: 'Owner' }, { max: 32 })),
    detectorNo: optional(text({ zh: '检测器编号', en: 'Detector' }, { max: 64, pattern: /^[A-Za-z0-9-]+$/ })),
  },
  columns: ['number', 'lotId', 'garageId', 'zoneName', 'kind', 'state', 'ownerName', 'detectorNo'],
  search: {
    number: 'prefix',
    lotId: 'equals',
    garageId: 'equals',
    kind: 'equals',
    state: 'equals',
    detectorNo: 'prefix',
  },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.number,
  nameField: 'number',
  order: [{ field: 'lotId' }, { field: 'number' }],
});

/** Maximum number of spots per batch. */
export const BATCH_SPOTS = 2000;

const run = {
  lotId: reference({ zh: '所属车场', en: 'Parking lot' }, 'lot'),
  garageId: optional(reference({ zh: '车库', en: 'Garage' }, 'garage')),
  zoneName: optional(text({ zh: '区位', en: 'Zone' }, { max: 32 })),
  kind: choice({ zh: '类型', en: 'Kind' }, SpotKind, { byDefault: 'standard' }),
  firstNumber: text({ zh: '起始车位号', en: 'First number' }, { max: 32 }),
  lastNumber: text({ zh: '结束车位号', en: 'Last number' }, { max: 32 }),
};
const number = text({ zh: '车位号', en: 'Number' }, { max: 32 });
const outcome = {
  createdCount: integer({ zh: '新增', en: 'Added' }),
  existingNumbers: list({ zh: '已存在', en: 'Existing' }, number, { max: BATCH_SPOTS }),
};

/** Creates the spots of a number range (A001 to A300) in one statement; existing ones are kept and returned. */
export const createSpots = operation('create-spots', {
  title: { zh: '批量新增车位', en: 'Add spots in a batch' },
  path: '/api/parkSpot/createBatch',
  access: spot.can.create,
  input: run,
  output: outcome,
  audit: 'spot.batch-created',
});

/** Previews a batch without creating it. */
export const previewSpots = operation('preview-spots', {
  title: { zh: '预览批量车位', en: 'Preview a batch of spots' },
  path: '/api/parkSpot/previewBatch',
  access: spot.can.create,
  input: run,
  output: { ...outcome, sampleNumbers: list({ zh: '示例', en: 'Examples' }, number, { max: 6 }) },
  isRead: true,
});

export const spotRefusal = refusals('spot', {
  'bad-run': {
    status: 422,
    zh: '起止车位号须前缀相同、以数字结尾且位数一致，如 A001 至 A300',
    en: 'First and last number must have the same prefix and end in the same number of digits, e.g. A001 to A300',
  },
  'long-run': {
    status: 422,
    zh: '一次最多{limit}个车位，现为{count}个',
    en: 'At most {limit} spots per batch; this one has {count}',
  },
  'garage-elsewhere': {
    status: 422,
    zh: '车库“{garage}”不属于该车场',
    en: 'Garage "{garage}" is not in this lot',
  },
});
