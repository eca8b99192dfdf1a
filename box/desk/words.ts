import type { DeskAct, DeskRefusal } from './desk.ts';

/** A language of the booth's page. */
export type Language = 'zh' | 'en';

type Said = Readonly<Record<Language, string>>;

/** The texts of the booth's page. */
export const words = {
  title: { zh: '岗亭', en: 'Sentry box' },
  signIn: { zh: '登录', en: 'Sign in' },
  signOut: { zh: '退出', en: 'Sign out' },
  attendant: { zh: '值守人员', en: 'Attendant' },
  pin: { zh: '岗亭密码', en: 'PIN' },
  nobody: {
    zh: '还没有下发值守人员，请在云端为员工设置岗亭密码',
    en: 'Nobody may work here yet: set a PIN for the staff in the cloud',
  },
  online: { zh: '在线', en: 'Online' },
  offline: { zh: '断网自主运行', en: 'Working alone' },
  waits: { zh: '待上传', en: 'To send' },
  inside: { zh: '场内', en: 'Inside' },
  entry: { zh: '入口', en: 'Entry' },
  exit: { zh: '出口', en: 'Exit' },
  noCar: { zh: '没有车辆等待', en: 'No car is waiting' },
  noPlate: { zh: '无牌车', en: 'No plate' },
  due: { zh: '应收', en: 'To pay' },
  entered: { zh: '入场', en: 'Entered' },
  parked: { zh: '停车', en: 'Parked' },
  takeCash: { zh: '收现金并放行', en: 'Take cash and open' },
  letThrough: { zh: '放行', en: 'Let through' },
  turnBack: { zh: '劝返', en: 'Turn back' },
  open: { zh: '开闸', en: 'Open' },
  close: { zh: '关闸', en: 'Close' },
  byHand: { zh: '手动操作道闸', en: 'Barrier by hand' },
  decide: { zh: '人工处理', en: 'Decide by hand' },
  since: { zh: '已等待', en: 'Waits for' },
  temporary: { zh: '临时车', en: 'Temporary car' },
  standing: { zh: '类别', en: 'Kind' },
  hours: { zh: '小时', en: 'h' },
  withoutCash: { zh: '不收费处理', en: 'Without payment' },
  reason: { zh: '原因', en: 'Reason' },
  feeLines: { zh: '费用明细', en: 'How the fee is made up' },
  reduced: { zh: '优惠', en: 'Reduced' },
  paid: { zh: '已付', en: 'Paid' },
  passings: { zh: '最近过车', en: 'Last cars' },
  acts: { zh: '最近操作', en: 'Last acts' },
  time: { zh: '时间', en: 'Time' },
  lane: { zh: '车道', en: 'Lane' },
  plate: { zh: '车牌', en: 'Plate' },
  result: { zh: '结果', en: 'Result' },
  none: { zh: '暂无', en: 'None yet' },
  notReady: {
    zh: '盒子尚未收到配置，连上云端后自动下发',
    en: 'The box has no configuration yet; it comes with the first connection to the cloud',
  },
  minutes: { zh: '分钟', en: 'min' },
  yuan: { zh: '元', en: ' yuan' },
} as const satisfies Readonly<Record<string, Said>>;

/** What is said after an act that was refused. */
export const refusals: Readonly<Record<DeskRefusal | 'pin' | 'locked', Said>> = {
  'not-allowed': { zh: '您没有该操作的权限', en: 'You may not do this' },
  'not-waiting': { zh: '车辆已不在等待', en: 'The car is no longer waiting' },
  'nothing-due': { zh: '没有应收金额', en: 'Nothing is due' },
  'fee-changed': { zh: '费用已变化，请按新金额收取', en: 'The fee has changed, please take the new amount' },
  'reason-needed': { zh: '请填写原因（至少2个字）', en: 'Please give a reason (at least 2 characters)' },
  'no-barrier': {
    zh: '已记录，但没有可控制道闸的相机，请手动抬杆',
    en: 'Noted, but no camera can move the barrier: lift it by hand',
  },
  pin: { zh: '密码不正确', en: 'The PIN is not right' },
  locked: { zh: '错误次数过多，请5分钟后再试', en: 'Too many attempts, try again in 5 minutes' },
};

/** What was decided about a car, and what people did. */
export const outcomes: Readonly<Record<'open' | 'hold' | 'refuse' | 'record' | DeskAct['kind'], Said>> = {
  open: { zh: '开闸', en: 'Opened' },
  hold: { zh: '等待', en: 'Waits' },
  refuse: { zh: '拒绝', en: 'Refused' },
  record: { zh: '补录', en: 'Recorded' },
  cash: { zh: '收现金', en: 'Cash' },
  'let-through': { zh: '放行', en: 'Let through' },
  'turned-back': { zh: '劝返', en: 'Turned back' },
  close: { zh: '关闸', en: 'Closed' },
};
