import { pattern } from '@boyun/domain/pattern';
import {
  choice,
  clock,
  group,
  instant,
  integer,
  json,
  list,
  optional,
  readOnly,
  reference,
  refusals,
  resource,
  text,
} from '@boyun/kernel/contract';

/** Direction of traffic on a lane. */
export const LaneDirection = {
  entry: { zh: '入场', en: 'Entry' },
  exit: { zh: '出场', en: 'Exit' },
} as const;
export type LaneDirection = keyof typeof LaneDirection;

/** How a lane treats a kind of car. */
export const PassPolicy = {
  open: { zh: '直接放行', en: 'Open directly' },
  confirm: { zh: '人工确认', en: 'A person confirms' },
  deny: { zh: '禁止通行', en: 'Not allowed' },
} as const;

/** What an entry lane does with temporary cars when the lot is full. */
export const FullPolicy = {
  wait: { zh: '等待空位', en: 'Wait for a spot' },
  refuse: { zh: '拒绝入场', en: 'Refuse' },
  admit: { zh: '仍然放行', en: 'Let in anyway' },
} as const;

/** What a lane does when no plate could be read. */
export const NoPlatePolicy = {
  ticket: { zh: '发放临时车牌', en: 'Issue a temporary plate' },
  hold: { zh: '等待人工处理', en: 'Wait for a person' },
} as const;

/** What an exit lane does with a car without an open order. */
export const UnmatchedPolicy = {
  hold: { zh: '等待人工处理', en: 'Wait for a person' },
  open: { zh: '放行并报警', en: 'Open and raise an alarm' },
} as const;

/**
 * Operating mode of a lane. A lane that is kept open lets every car pass and records it, and unpaid fees become debts; at a peak no car
 * waits for a person at the entry, except black-listed ones.
 */
export const LaneMode = {
  normal: { zh: '正常', en: 'Normal', tone: 'neutral' },
  'keep-open': { zh: '常开', en: 'Kept open', tone: 'warn' },
  peak: { zh: '高峰', en: 'Peak', tone: 'info' },
} as const;

const tidalWindow = group(
  { zh: '时段', en: 'Window' },
  {
    days: list({ zh: '星期', en: 'Days' }, integer({ zh: '星期', en: 'Day' }, { max: 6 }), { min: 1, max: 7 }),
    from: clock({ zh: '开始', en: 'From' }),
    to: clock({ zh: '结束', en: 'To' }),
    direction: choice({ zh: '方向', en: 'Direction' }, LaneDirection),
  },
);
const tidalPlan = {
  ...json(
    { zh: '潮汐时段', en: 'Tidal hours' },
    list({ zh: '潮汐时段', en: 'Tidal hours' }, tidalWindow, { max: 28 }).schema,
  ),
  byDefault: [],
  hint: {
    zh: '在这些时段车道改按所选方向通行，其余时间按上面的方向',
    en: 'During these hours the lane has the direction selected here, at all other times the one above',
  },
};
const policy = (zh: string, en: string, byDefault: keyof typeof PassPolicy = 'open') =>
  choice({ zh, en }, PassPolicy, { byDefault });

/** The standings of cars each policy of a lane decides about; large vehicles have one of their own. */
export const lanePolicies = {
  temporary: ['temporary'],
  whiteListed: ['white'],
  packHolder: ['pack'],
  fixedVehicle: ['fixed'],
  freeListed: ['free'],
  visitor: ['visitor', 'appointment'],
  largeVehicle: ['large'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
/** A field of a lane that is one of its policies. */
export type LanePolicyField = keyof typeof lanePolicies;
const policyFields = Object.keys(lanePolicies) as LanePolicyField[];

/** One lane of a gate with its pass policy. */
export const lane = resource('lane', {
  title: { zh: '车道', en: 'Lanes' },
  path: '/api/lane',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { min: 1, max: 255 }),
    code: text({ zh: '车道编码', en: 'Lane code' }, { max: 32, rule: pattern.code }),
    gateId: reference({ zh: '所属出入口', en: 'Gate' }, 'gate'),
    lotId: readOnly(reference({ zh: '所属车场', en: 'Parking lot' }, 'lot')),
    direction: choice({ zh: '方向', en: 'Direction' }, LaneDirection),
    tidalPlan,
    mode: readOnly(choice({ zh: '运行模式', en: 'Mode' }, LaneMode, { byDefault: 'normal' })),
    modeUntil: readOnly(optional(instant({ zh: '模式截止', en: 'Mode until' }))),
    modeReason: readOnly(optional(text({ zh: '模式原因', en: 'Reason of the mode' }, { max: 255 }))),
    temporary: policy('临时车', 'Temporary cars'),
    whiteListed: policy('白名单', 'White-listed cars'),
    packHolder: policy('月卡车', 'Cars with a pack'),
    fixedVehicle: policy('固定车', 'Fixed vehicles'),
    freeListed: policy('免费车', 'Free vehicles'),
    visitor: policy('访客与预约', 'Visitors and bookings'),
    largeVehicle: policy('大型车', 'Large vehicles'),
    whenFull: choice({ zh: '车位已满', en: 'When full' }, FullPolicy, { byDefault: 'wait' }),
    noPlate: choice({ zh: '无牌车', en: 'No plate' }, NoPlatePolicy, { byDefault: 'ticket' }),
    unmatched: choice({ zh: '无入场记录', en: 'No entry found' }, UnmatchedPolicy, { byDefault: 'hold' }),
  },
  columns: ['name', 'code', 'lotId', 'gateId', 'direction', 'mode', 'temporary', 'whenFull', 'noPlate', 'unmatched'],
  order: [{ field: 'lotId' }, { field: 'name' }],
  search: { name: 'contains', lotId: 'equals', gateId: 'equals', direction: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  computed: policyFields,
  subject: (row) => row.name,
});

/**
 * Returns whether a policy applies to a lane: "when full" concerns entry lanes, "no entry found" exit lanes. A lane with
 * tidal hours has both.
 */
export function isPolicyOf(key: string, row: { readonly direction: string; readonly tidalPlan: unknown }): boolean {
  const direction = { whenFull: 'entry', unmatched: 'exit' }[key] ?? row.direction;
  return direction === row.direction || (row.tidalPlan as readonly unknown[]).length > 0;
}

export const laneRefusal = refusals('lane', {
  'wrong-direction': {
    status: 422,
    zh: '出入口“{gate}”的方向与车道不符',
    en: 'Gate "{gate}" does not allow the direction of this lane',
  },
  'tidal-gate': {
    status: 422,
    zh: '出入口“{gate}”只走一个方向，不能设置潮汐时段',
    en: 'Gate "{gate}" has only one direction, so its lanes cannot have tidal hours',
  },
  'tidal-empty': {
    status: 422,
    zh: '第{window}个潮汐时段的开始和结束相同',
    en: 'Tidal window {window} starts and ends at the same time',
  },
  'tidal-clash': {
    status: 422,
    zh: '第{one}个和第{other}个潮汐时段重叠',
    en: 'Tidal windows {one} and {other} overlap',
  },
  'other-lot': {
    status: 422,
    zh: '车道不能移到其他车场的出入口，请在该车场新增车道',
    en: 'A lane cannot move to a gate of another lot. Add a lane there instead',
  },
});
