import {
  choice,
  file,
  flag,
  integer,
  list,
  optional,
  permission,
  reference,
  resource,
  text,
} from '@boyun/kernel/contract';

/** The four big screens. */
export const ScreenLayout = {
  v1: { zh: 'V1 运营总览', en: 'V1 Operations' },
  v2: { zh: 'V2 营收', en: 'V2 Revenue' },
  v3: { zh: 'V3 设备与报警', en: 'V3 Devices and alarms' },
  v4: { zh: 'V4 单车场实况', en: 'V4 One lot live' },
} as const;
export type ScreenLayout = keyof typeof ScreenLayout;

/** The parts of a screen that can be left out. */
export const ScreenCard = {
  money: { zh: '实收', en: 'Revenue' },
  forecast: { zh: '今日收盘预测', en: "Forecast of today's close" },
  occupancy: { zh: '在场与占用率', en: 'Occupancy' },
  ranking: { zh: '车场排行', en: 'Lots ranked' },
  passings: { zh: '实时过车', en: 'Cars passing' },
  origins: { zh: '来车方向', en: 'Where cars come from' },
  alarms: { zh: '报警', en: 'Alarms' },
  channels: { zh: '支付方式', en: 'Payment methods' },
  month: { zh: '本月目标', en: 'Target of the month' },
  days: { zh: '近14天', en: 'Last 14 days' },
  devices: { zh: '设备', en: 'Devices' },
  repairs: { zh: '维修工单', en: 'Repair orders' },
  duty: { zh: '当班人员', en: 'On duty' },
} as const;
export type ScreenCard = keyof typeof ScreenCard;

/** Looking at big screens, with everything on them. */
export const watchScreens = permission('wall-screen.watch', { zh: '观看大屏', en: 'Watch big screens' });

/** A big screen with its lots and looks. */
export const wallScreen = resource('wall-screen', {
  title: { zh: '大屏', en: 'Big screens' },
  path: '/api/wallScreen',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { max: 32 }),
    layout: choice({ zh: '版式', en: 'Layout' }, ScreenLayout),
    headline: optional(
      text(
        { zh: '屏上标题', en: 'Headline' },
        { max: 24, hint: { zh: '不填则显示租户名称', en: 'If empty, the name of the tenant' } },
      ),
    ),
    logo: optional(file({ zh: '标志', en: 'Logo' })),
    lotIds: {
      ...list({ zh: '车场', en: 'Parking lots' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot'), { max: 200 }),
      hint: { zh: '不选表示全部车场；V4 显示其中第一个', en: 'If empty, all lots; V4 shows the first one' },
    },
    cards: {
      ...list({ zh: '内容', en: 'Parts' }, choice({ zh: '内容', en: 'Part' }, ScreenCard), { max: 20 }),
      hint: { zh: '不选表示全部', en: 'If empty, all of them' },
    },
    isMasked: flag(
      { zh: '隐藏车牌与图片', en: 'Hide plates and pictures' },
      {
        byDefault: true,
        hint: {
          zh: '大屏对外展示或通过链接分享时建议开启',
          en: 'For screens that the public sees, or that are shared by a link',
        },
      },
    ),
    isRotating: flag({ zh: '参与轮播', en: 'In the rotation' }, { byDefault: true }),
    seconds: integer({ zh: '停留秒数', en: 'Seconds shown' }, { min: 10, max: 3600, byDefault: 30 }),
    place: integer({ zh: '轮播顺序', en: 'Place in the rotation' }, { min: 1, max: 999, byDefault: 1 }),
  },
  columns: ['name', 'layout', 'headline', 'lotIds', 'isMasked', 'isRotating', 'seconds', 'place'],
  search: { name: 'contains', layout: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete'],
  subject: (row) => row.name,
  lotField: 'lotIds',
  order: [{ field: 'place' }, { field: 'name' }],
});
