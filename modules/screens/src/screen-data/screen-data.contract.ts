import { AlarmKind, AlarmSeverity } from '@boyun/alarms/contract';
import { CommandState, DeviceState } from '@boyun/devices/contract';
import { plateColorLabel } from '@boyun/domain/plate';
import { LaneDirection, LaneMode } from '@boyun/facilities/contract';
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
  operation,
  optional,
  reference,
  text,
} from '@boyun/kernel/contract';
import { Decision } from '@boyun/passings/contract';
import { RepairDevice } from '@boyun/repairs/contract';
import { ScreenCard, ScreenLayout, watchScreens } from '../wall-screen/wall-screen.contract.ts';

const LEAST = { min: -1e12 };
const id = text({ zh: '编号', en: 'Id' });
const at = instant({ zh: '时间', en: 'Time' });
const name = text({ zh: '名称', en: 'Name' });
const lotName = text({ zh: '车场', en: 'Parking lot' });
const laneName = text({ zh: '车道', en: 'Lane' });
const plate = text({ zh: '车牌', en: 'Plate' });
const plateColor = choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel);
const direction = choice({ zh: '方向', en: 'Direction' }, LaneDirection);
const picture = optional(file({ zh: '图片', en: 'Picture' }));
const count = integer({ zh: '数量', en: 'Count' });
const carsInside = integer({ zh: '在场', en: 'Inside' }, LEAST);
const capacity = integer({ zh: '总车位', en: 'Spots' });
const receivedFen = money({ zh: '实收', en: 'Received' }, LEAST);
const entries = integer({ zh: '入场', en: 'Entries' });
const exits = integer({ zh: '出场', en: 'Exits' });
const flow = { entries, exits, receivedFen };
const figures = {
  ...flow,
  feeFen: money({ zh: '应收', en: 'Fees' }, LEAST),
  reducedFen: money({ zh: '优惠', en: 'Reduced' }, LEAST),
  unpaidFen: money({ zh: '离场欠费', en: 'Left owing' }, LEAST),
};

const lot = group(
  { zh: '车场', en: 'Parking lot' },
  {
    id,
    name,
    longitude: optional(decimal({ zh: '经度', en: 'Longitude' }, { min: -180, max: 180 })),
    latitude: optional(decimal({ zh: '纬度', en: 'Latitude' }, { min: -90, max: 90 })),
    carsInside,
    capacity,
    ...flow,
    alarms: count,
    offline: count,
  },
);

const lane = group(
  { zh: '车道', en: 'Lane' },
  {
    id,
    name,
    direction,
    mode: choice({ zh: '运行模式', en: 'Mode' }, LaneMode),
    cameraState: optional(choice({ zh: '相机', en: 'Camera' }, DeviceState)),
    happenedAt: optional(at),
    plate: optional(plate),
    plateColor: optional(plateColor),
    decision: optional(choice({ zh: '处理结果', en: 'Decision' }, Decision)),
    isWaiting: flag({ zh: '等待中', en: 'Waiting' }),
    picture,
    dueFen: money({ zh: '待收', en: 'Due' }),
    commandState: optional(choice({ zh: '道闸', en: 'Barrier' }, CommandState)),
  },
);

/** What changes by the second; every call returns it. */
const live = {
  at,
  zone: text({ zh: '时区', en: 'Time zone' }),
  today: group({ zh: '今日', en: 'Today' }, figures),
  yesterday: group({ zh: '昨日同时', en: 'Yesterday until now' }, figures),
  carsInside,
  capacity,
  lotCount: count,
  lots: list({ zh: '车场', en: 'Parking lots' }, lot),
  passings: list(
    { zh: '过车', en: 'Passings' },
    group(
      { zh: '过车', en: 'Passing' },
      { id, at, lotId: id, lotName, laneName, plate, plateColor, direction, picture },
    ),
  ),
  openAlarms: count,
  alarms: list(
    { zh: '报警', en: 'Alarms' },
    group(
      { zh: '报警', en: 'Alarm' },
      {
        id,
        at,
        kind: choice({ zh: '类型', en: 'Kind' }, AlarmKind),
        severity: choice({ zh: '级别', en: 'Severity' }, AlarmSeverity),
        lotId: id,
        lotName,
        laneName: optional(laneName),
        plate: optional(plate),
      },
    ),
  ),
  hours: list(
    { zh: '今日', en: 'Today' },
    group({ zh: '时段', en: 'Hour' }, { at, ...flow, beforeFen: receivedFen, beforeEntries: entries }),
  ),
  channels: list(
    { zh: '支付方式', en: 'Payment methods' },
    group(
      { zh: '支付方式', en: 'Payment method' },
      { channel: text({ zh: '渠道', en: 'Channel' }), amountFen: receivedFen, count },
    ),
  ),
  lanes: list({ zh: '车道', en: 'Lanes' }, lane),
  onDuty: list(
    { zh: '当班', en: 'On duty' },
    group({ zh: '岗亭', en: 'Booth' }, { sentryName: name, holderName: name, openedAt: at }),
  ),
};

/** What changes by the hour; only a full call returns it. */
const slow = group(
  { zh: '分析', en: 'Analysis' },
  {
    close: optional(
      group(
        { zh: '收盘预测', en: 'Close' },
        {
          valueFen: receivedFen,
          lowFen: receivedFen,
          highFen: receivedFen,
          errorFen: receivedFen,
          days: count,
        },
      ),
    ),
    origins: list(
      { zh: '来车', en: 'Origins' },
      group({ zh: '来车', en: 'Origin' }, { lotId: id, start: text({ zh: '车牌前缀', en: 'Start of plates' }), count }),
    ),
    month: group(
      { zh: '本月', en: 'This month' },
      {
        receivedFen,
        targetFen: optional(receivedFen),
        day: count,
        days: count,
      },
    ),
    days: list(
      { zh: '近14天', en: 'Last 14 days' },
      group({ zh: '日', en: 'Day' }, { at, receivedFen, feeFen: receivedFen }),
    ),
    devices: list(
      { zh: '设备', en: 'Devices' },
      group(
        { zh: '设备', en: 'Device' },
        {
          kind: choice(
            { zh: '种类', en: 'Kind' },
            {
              camera: { zh: '相机', en: 'Cameras' },
              box: { zh: '盒子', en: 'Edge boxes' },
            },
          ),
          state: choice({ zh: '状态', en: 'State' }, DeviceState),
          count,
        },
      ),
    ),
    alarmKinds: list(
      { zh: '报警类型', en: 'Kinds of alarms' },
      group({ zh: '类型', en: 'Kind' }, { kind: choice({ zh: '类型', en: 'Kind' }, AlarmKind), count }),
    ),
    /** Of the alarms that were closed in the last seven days. */
    handled: group(
      { zh: '处理', en: 'Handling' },
      { count, seconds: optional(integer({ zh: '平均秒数', en: 'Mean seconds' })) },
    ),
    repairs: group(
      { zh: '维修', en: 'Repairs' },
      {
        open: count,
        overdue: count,
        rows: list(
          { zh: '工单', en: 'Orders' },
          group(
            { zh: '工单', en: 'Order' },
            {
              id,
              lotName,
              device: choice({ zh: '设备', en: 'Device' }, RepairDevice),
              deviceName: optional(name),
              isOverdue: flag({ zh: '超时', en: 'Overdue' }),
              dueAt: at,
            },
          ),
        ),
      },
    ),
  },
);

/** The look of a screen, and what it shows. */
const output = {
  layout: choice({ zh: '版式', en: 'Layout' }, ScreenLayout),
  headline: text({ zh: '标题', en: 'Headline' }),
  logo: optional(file({ zh: '标志', en: 'Logo' })),
  cards: list({ zh: '内容', en: 'Parts' }, choice({ zh: '内容', en: 'Part' }, ScreenCard)),
  ...live,
  slow: optional(slow),
};

const isFull = flag(
  { zh: '含分析', en: 'With the analysis' },
  {
    byDefault: true,
    hint: { zh: '预测、趋势等按小时变化的内容', en: 'Forecast, trends and what else changes by the hour' },
  },
);

/** What a big screen shows, in one call. */
export const getWallScreen = operation('get-wall-screen', {
  title: { zh: '大屏数据', en: 'What a big screen shows' },
  path: '/api/wallScreen/getData',
  access: watchScreens,
  input: {
    wallScreenId: optional(reference({ zh: '大屏', en: 'Big screen' }, 'wall-screen')),
    layout: choice({ zh: '版式', en: 'Layout' }, ScreenLayout, { byDefault: 'v1' }),
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    isFull,
  },
  output,
  isRead: true,
});

/** The same for whoever has a link: this screen and nothing else. */
export const openSharedScreen = operation('open-shared-screen', {
  title: { zh: '分享的大屏', en: 'A shared screen' },
  path: '/api/wallScreen/openShared',
  access: 'public',
  perMinute: 240,
  input: { code: text({ zh: '链接码', en: 'Code' }, { max: 64 }), isFull },
  output,
  isRead: true,
});
