import {
  channel,
  choice,
  group,
  instant,
  integer,
  json,
  list,
  money,
  operation,
  optional,
  permission,
  reference,
  text,
} from '@boyun/kernel/contract';

const figures = {
  entries: integer({ zh: '入场', en: 'Entries' }),
  exits: integer({ zh: '出场', en: 'Exits' }),
  receivedFen: money({ zh: '实收', en: 'Received' }),
  feeFen: money({ zh: '应收', en: 'Fees' }),
};
const point = group({ zh: '点', en: 'Point' }, { at: instant({ zh: '时间', en: 'Time' }), ...figures });

/** The console: today against yesterday and last week, curves, shares, ranking, things to do. */
export const getConsole = operation('get-console', {
  title: { zh: '控制台', en: 'Console' },
  path: '/api/dashboard/getConsole',
  access: permission('console.view', { zh: '查看控制台', en: 'View: Console' }),
  input: {
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    span: choice(
      { zh: '曲线', en: 'Curve' },
      { hour: { zh: '今日按小时', en: 'Today by hour' }, day: { zh: '近14天', en: 'Last 14 days' } },
      { byDefault: 'hour' },
    ),
  },
  output: {
    at: instant({ zh: '时间', en: 'Time' }),
    today: group({ zh: '今日', en: 'Today' }, figures),
    yesterday: group({ zh: '昨日同时', en: 'Yesterday until now' }, figures),
    lastWeek: group({ zh: '上周同时', en: 'A week ago until now' }, figures),
    carsInside: integer({ zh: '在场车辆', en: 'Cars inside' }, { min: -1_000_000 }),
    capacity: integer({ zh: '总车位', en: 'Spots' }),
    arrearsFen: money({ zh: '欠费', en: 'Arrears' }),
    curve: list({ zh: '曲线', en: 'Curve' }, point),
    channels: list(
      { zh: '支付方式', en: 'Payment methods' },
      group(
        { zh: '支付方式', en: 'Payment method' },
        { channel: text({ zh: '渠道', en: 'Channel' }), amountFen: figures.receivedFen, count: figures.entries },
      ),
    ),
    colors: list(
      { zh: '车型', en: 'Vehicle types' },
      group(
        { zh: '车型', en: 'Vehicle type' },
        { plateColor: integer({ zh: '车牌颜色', en: 'Plate colour' }), count: figures.entries },
      ),
    ),
    ranking: list(
      { zh: '车场排行', en: 'Lots ranked' },
      group(
        { zh: '车场', en: 'Parking lot' },
        {
          lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
          ...figures,
          carsInside: integer({ zh: '在场', en: 'Inside' }, { min: -1_000_000 }),
          capacity: integer({ zh: '总车位', en: 'Spots' }),
        },
      ),
    ),
    todo: group(
      { zh: '待办', en: 'To do' },
      {
        newAlarms: integer({ zh: '新报警', en: 'New alarms' }),
        offlineDevices: integer({ zh: '离线设备', en: 'Devices offline' }),
        waitingCars: integer({ zh: '等待车辆', en: 'Cars waiting' }),
        quarantined: integer({ zh: '隔离报文', en: 'Quarantined' }),
        uncertainCommands: integer({ zh: '不确定开闸', en: 'Uncertain barriers' }),
      },
    ),
  },
  isRead: true,
});

/** Everything that happens in the lots a user may see, as it happens: `{Kind, LotId, At, Data}`. */
export const liveChannel = channel('live', {
  title: { zh: '实时通道', en: 'Live channel' },
  path: '/api/live',
  access: 'signed-in',
  token: 'protocol',
  out: {
    kind: text({ zh: '事件', en: 'Event' }),
    lotId: optional(text({ zh: '车场', en: 'Parking lot' })),
    at: instant({ zh: '时间', en: 'Time' }),
    data: json({ zh: '内容', en: 'Content' }),
  },
});
