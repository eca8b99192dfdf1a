import {
  choice,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  permission,
  reference,
  text,
} from '@boyun/kernel/contract';

const MOST_FEN = 100_000_000_00;
const flow = {
  entries: integer({ zh: '入场', en: 'Entries' }),
  exits: integer({ zh: '出场', en: 'Exits' }),
  receivedFen: money({ zh: '实收', en: 'Received' }),
  /** Fees of stays that ended, less those of stays voided afterwards. */
  feeFen: money({ zh: '应收', en: 'Fees' }, { min: -MOST_FEN }),
};
const figures = {
  ...flow,
  closed: integer({ zh: '无出场关闭', en: 'Closed without exit' }),
  voided: integer({ zh: '作废', en: 'Voided' }),
  reducedFen: money({ zh: '优惠', en: 'Reduced' }),
  unpaidCount: integer({ zh: '离场欠费', en: 'Ended owing' }),
  unpaidFen: money({ zh: '离场欠费金额', en: 'Owed at the end' }),
};
const point = group({ zh: '点', en: 'Point' }, { at: instant({ zh: '时间', en: 'Time' }), ...flow });

/** What a point of the console's curves is: an hour of today, a day, a month. */
export type CurveSpan = 'hour' | 'day' | 'month';

/** The console: today against yesterday and last week, curves, shares, ranking, things to do. */
export const getConsole = operation('get-console', {
  title: { zh: '控制台', en: 'Console' },
  path: '/api/dashboard/getConsole',
  access: permission('console.view', { zh: '查看控制台', en: 'View: Console' }),
  input: {
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    span: choice(
      { zh: '曲线', en: 'Curve' },
      {
        hour: { zh: '今日按小时', en: 'Today by hour' },
        day: { zh: '近14天', en: 'Last 14 days' },
        month: { zh: '近12个月', en: 'Last 12 months' },
      },
      { byDefault: 'hour' },
    ),
  },
  output: {
    at: instant({ zh: '时间', en: 'Time' }),
    /** IANA zone of the curve's hours, days and months: the chosen lot's, else the tenant's. */
    zone: text({ zh: '时区', en: 'Time zone' }),
    dayStart: instant({ zh: '今日起', en: 'Today since' }),
    today: group({ zh: '今日', en: 'Today' }, figures),
    yesterday: group({ zh: '昨日同时', en: 'Yesterday until now' }, figures),
    lastWeek: group({ zh: '上周同时', en: 'A week ago until now' }, figures),
    carsInside: integer({ zh: '在场车辆', en: 'Cars inside' }, { min: -1_000_000 }),
    capacity: integer({ zh: '总车位', en: 'Spots' }),
    arrearsFen: money({ zh: '欠费', en: 'Arrears' }),
    arrearsCount: integer({ zh: '欠费订单', en: 'Orders in arrears' }),
    curve: list({ zh: '曲线', en: 'Curve' }, point),
    /** The same hours of yesterday, the 14 days or the 12 months before; has the length of `curve`. */
    before: list({ zh: '对比曲线', en: 'Curve before' }, point),
    channels: list(
      { zh: '支付方式', en: 'Payment methods' },
      group(
        { zh: '支付方式', en: 'Payment method' },
        {
          channel: text({ zh: '渠道', en: 'Channel' }),
          amountFen: flow.receivedFen,
          count: integer({ zh: '笔数', en: 'Count' }),
        },
      ),
    ),
    vehicleKinds: list(
      { zh: '车型', en: 'Vehicle kinds' },
      group(
        { zh: '车型', en: 'Vehicle kind' },
        {
          vehicleKind: optional(text({ zh: '车型', en: 'Vehicle kind' }, { max: 40 })),
          count: integer({ zh: '数量', en: 'Count' }),
        },
      ),
    ),
    ranking: list(
      { zh: '车场排行', en: 'Lots ranked' },
      group(
        { zh: '车场', en: 'Parking lot' },
        {
          lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
          ...flow,
          carsInside: integer({ zh: '在场', en: 'Inside' }, { min: -1_000_000 }),
          capacity: integer({ zh: '总车位', en: 'Spots' }),
        },
      ),
    ),
    /** Areas with a target whose lots are all counted: what they have received since the month began. */
    areas: list(
      { zh: '片区', en: 'Areas' },
      group(
        { zh: '片区', en: 'Area' },
        {
          name: text({ zh: '片区', en: 'Area' }),
          lotIds: list({ zh: '车场', en: 'Parking lots' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
          targetFen: money({ zh: '月收入目标', en: 'Monthly target' }),
          receivedFen: money({ zh: '本月实收', en: 'Received this month' }, { min: -MOST_FEN }),
        },
      ),
    ),
    todo: group(
      { zh: '待办', en: 'To do' },
      {
        openReviews: integer({ zh: '待我审核', en: 'For me to decide' }),
        undecidableReviews: integer({ zh: '无人可审核的申请', en: 'Requests nobody can decide' }),
        newAlarms: integer({ zh: '新过车报警', en: 'New passing alarms' }),
        newDeviceAlarms: integer({ zh: '新设备报警', en: 'New device alarms' }),
        offlineDevices: integer({ zh: '离线相机', en: 'Cameras offline' }),
        openRepairs: integer({ zh: '待派单与待验收的维修', en: 'Repairs to dispatch or verify' }),
        offlineBoxes: integer({ zh: '离线盒子', en: 'Edge boxes offline' }),
        offlineScreens: integer({ zh: '离线显示屏', en: 'Screens offline' }),
        offlineLcds: integer({ zh: '离线LCD屏', en: 'LCD displays offline' }),
        offlineMagnetics: integer({ zh: '离线地磁', en: 'Detectors offline' }),
        waitingCars: integer({ zh: '等待车辆', en: 'Cars waiting' }),
        quarantined: integer({ zh: '设备异常数据', en: 'Quarantined' }),
        refundsToRedo: integer({ zh: '退款未成功', en: 'Refunds that failed' }),
        failedInvoices: integer({ zh: '开票失败', en: 'Failed invoices' }),
        endingPacks: integer({ zh: '7天内到期月卡', en: 'Packs ending in 7 days' }),
        unbalancedDays: integer({ zh: '对账未平', en: 'Days not balanced' }),
        newFeedback: integer({ zh: '待受理反馈', en: 'New feedback' }),
        uncertainCommands: integer({ zh: '不确定开闸', en: 'Uncertain barriers' }),
      },
    ),
    /** Things to do that higher modules count. */
    moreTodo: list(
      { zh: '其他待办', en: 'More to do' },
      group(
        { zh: '待办', en: 'To do' },
        { key: text({ zh: '待办', en: 'To do' }, { max: 40 }), count: integer({ zh: '数量', en: 'Count' }) },
      ),
    ),
  },
  isRead: true,
});
