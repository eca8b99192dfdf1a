import { choice, readOnly, reference, refusals, resource, text } from '@boyun/kernel/contract';

/** Which way cars go on a lane. */
export const LaneDirection = {
  entry: { zh: '入场', en: 'In' },
  exit: { zh: '出场', en: 'Out' },
} as const;
export type LaneDirection = keyof typeof LaneDirection;

/** How a lane treats temporary cars. */
export const PassPolicy = {
  open: { zh: '直接放行', en: 'Open at once' },
  confirm: { zh: '人工确认', en: 'A person confirms' },
  deny: { zh: '禁止通行', en: 'Not allowed' },
} as const;

/** What an entry lane does with temporary cars when the lot is full. */
export const FullPolicy = {
  wait: { zh: '等待空位', en: 'Wait for a spot' },
  refuse: { zh: '拒绝入场', en: 'Refuse' },
  admit: { zh: '仍然放行', en: 'Let in all the same' },
} as const;

/** What a lane does when no plate could be read. */
export const NoPlatePolicy = {
  ticket: { zh: '发放临时车牌', en: 'Issue a temporary plate' },
  hold: { zh: '等待人工处理', en: 'Wait for a person' },
} as const;

/** What an exit lane does with a car that has no open order. */
export const UnmatchedPolicy = {
  hold: { zh: '等待人工处理', en: 'Wait for a person' },
  open: { zh: '放行并报警', en: 'Open and raise an alarm' },
} as const;

/** One lane of a gate with its pass policy. */
export const lane = resource('lane', {
  title: { zh: '车道', en: 'Lanes' },
  path: '/api/lane',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { min: 1, max: 255 }),
    code: text({ zh: '车道编码', en: 'Lane code' }, { max: 32, pattern: /^[A-Za-z0-9-]+$/ }),
    gateId: reference({ zh: '所属出入口', en: 'Gate' }, 'gate'),
    lotId: readOnly(reference({ zh: '所属车场', en: 'Parking lot' }, 'lot')),
    direction: choice({ zh: '方向', en: 'Direction' }, LaneDirection),
    temporary: choice({ zh: '临时车', en: 'Temporary cars' }, PassPolicy, { byDefault: 'open' }),
    whenFull: choice({ zh: '车位已满', en: 'When full' }, FullPolicy, { byDefault: 'wait' }),
    noPlate: choice({ zh: '无牌车', en: 'No plate' }, NoPlatePolicy, { byDefault: 'ticket' }),
    unmatched: choice({ zh: '无入场记录', en: 'No entry found' }, UnmatchedPolicy, { byDefault: 'hold' }),
  },
  columns: ['name', 'code', 'lotId', 'gateId', 'direction', 'temporary', 'whenFull', 'noPlate', 'unmatched'],
  search: { name: 'contains', lotId: 'equals', gateId: 'equals', direction: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.name,
});

export const laneRefusal = refusals('lane', {
  'wrong-direction': {
    status: 422,
    zh: '出入口“{gate}”的方向与车道不符',
    en: 'Gate "{gate}" does not go in the direction of this lane',
  },
  'other-lot': {
    status: 422,
    zh: '车道不能移到其他车场的出入口，请在该车场新增车道',
    en: 'A lane cannot move to a gate of another lot, add a lane there instead',
  },
});
