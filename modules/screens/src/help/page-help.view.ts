import type { PageHelps } from '@boyun/kernel/web';

const screen = (zh: string, en: string): PageHelps[string] => ({
  purpose: { zh, en },
  steps: [
    {
      zh: '按 F 进入全屏；点轮播按钮后按“大屏设置”中的顺序和秒数切换。',
      en: 'F fills the screen; the rotation button goes through the screens in the order and time set under "Big screens".',
    },
    {
      zh: '连接中断时，顶部写明数据停在几点，画面变暗；恢复后自动继续。',
      en: 'When the line is lost, the top says how old the figures are and the picture dims; it goes on by itself.',
    },
    {
      zh: '收盘预测取过去几周同一天此后的收款中位数，区间是以往预测误差的中间八成。',
      en: 'The forecast adds what the same day of past weeks received after this hour; the band holds four fifths of past errors.',
    },
  ],
});

/** Help of the pages of this module. */
const helps: PageHelps = {
  dashboardV1: screen(
    '运营总览：地图、实收、占用率、实时过车和报警。',
    'Operations: the map, money, occupancy, cars passing and alarms.',
  ),
  dashboardV2: screen(
    '营收：今日累计与收盘预测、本月目标、支付方式和车场排行。',
    'Revenue: today and where it will close, the target of the month, payment methods and lots.',
  ),
  dashboardV3: screen(
    '设备与报警：在线率、报警类型、处理时长和维修工单。',
    'Devices and alarms: what is online, kinds of alarms, time to handle and repair orders.',
  ),
  dashboardV4: screen(
    '单车场实况：每条车道的最后一辆车、道闸、占用率和当班人员。',
    'One lot live: the last car of each lane, barriers, occupancy and who is on duty.',
  ),
  wallScreen: {
    purpose: {
      zh: '设置挂在墙上的大屏：版式、车场、标题、标志、内容和轮播，并可用链接分享。',
      en: 'Screens for the wall: layout, lots, headline, logo, parts and rotation, and links to share them.',
    },
    steps: [
      { zh: '点名称打开大屏。', en: 'Press the name to open a screen.' },
      {
        zh: '“分享”生成一个链接，电视或访客无需登录即可观看；链接只能看这一块大屏，到期失效，可随时撤销。',
        en: '"Share" makes a link for a TV or a guest without an account: it shows this screen only, expires, and can be revoked.',
      },
      {
        zh: '对外展示时打开“隐藏车牌与图片”。',
        en: 'Turn on "Hide plates and pictures" for screens that the public sees.',
      },
    ],
  },
  map: {
    purpose: {
      zh: '在地图上看所有车场：颜色是占用率，热力是最近两小时车流。',
      en: 'All lots on a map: the colour is the occupancy, the heat the traffic of the last two hours.',
    },
    steps: [
      {
        zh: '点数字圆放大，点车场打开卡片，查看车道、设备和报警。',
        en: 'Press a circle with a number to zoom in, a lot to open its card with lanes, devices and alarms.',
      },
      {
        zh: '没有坐标的车场列在左侧，可在“编辑车场”中设置位置。',
        en: 'Lots without coordinates are listed at the left; set their place under Edit lot.',
      },
    ],
  },
};
export default helps;
