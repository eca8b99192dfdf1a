import type { PageHelps } from '@boyun/kernel/web';

/** Help of the pages of this module. */
const helps: PageHelps = {
  patrolCar: {
    purpose: {
      zh: '登记巡逻车及其车载终端；终端用密钥签名上报位置和车牌。',
      en: 'Patrol cars and their devices, which sign what they report with a secret.',
    },
    steps: [
      {
        zh: '新增巡逻车并选择它巡逻的车场，再点“重置密钥”，把序列号、密钥和地址填入车载终端。',
        en: 'Add a car with the lots it patrols, make a secret, and enter serial number, secret and addresses in its device.',
      },
      {
        zh: '断网时终端可保留位置和车牌，恢复后按原时间补传；同一编号只采用一次，超过 7 天的不再采用。',
        en: 'A device may keep reports while offline and send them later with their times; each counts once, and not after 7 days.',
      },
      {
        zh: '终端时钟偏差按签名时间自动校正；偏差达 30 秒时列表中会提示。',
        en: 'Times are corrected by the clock of the device as its signature tells it; the list shows when it is off by 30 s or more.',
      },
      {
        zh: '“无订单时建单”开启后，路侧车位上没有订单的车辆直接建单，否则转“巡逻发现”。',
        en: 'With "Opens orders" a car without an order on a roadside spot gets one; otherwise it becomes a finding.',
      },
    ],
  },
  patrolRoute: {
    purpose: {
      zh: '按顺序设置巡逻车途经的车场和路段，以及出车的星期和时间。',
      en: 'The lots and streets a car patrols in order, and on which days and when it starts.',
    },
    steps: [
      {
        zh: '到点自动生成待出车的巡逻；超过“最晚推迟”仍未出车记为漏巡，可在推送规则中订阅。',
        en: 'At its time a patrol is made; not begun within the time it may be late by, it counts as missed, and push rules can tell.',
      },
      {
        zh: '不填出车时间的路线不按计划，需要时由人员或车载终端出车。',
        en: 'A route without a time is driven when a person or the device starts it.',
      },
      { zh: '车场须在该车的巡逻车场之内。', en: 'Its lots are among those of the car.' },
    ],
  },
  patrolTour: {
    purpose: {
      zh: '每次巡逻的进度、里程和发现；点一行看地图轨迹并按时间回放。',
      en: 'How far each patrol has come, how far it drove and what it found. A row opens its track, which can be played back.',
    },
    steps: [
      {
        zh: '“出车”“收车”可由人员在手机上操作，也可由车载终端上报。',
        en: 'A person with a phone or the device of the car starts and ends a patrol.',
      },
      {
        zh: '轨迹上的圆点是识别的车牌：红、黄有问题，绿色正常；点圆点或右侧列表跳到那一刻。',
        en: 'Dots are plates: red and yellow with findings, green fine. A dot or a line of the list jumps to that moment.',
      },
      {
        zh: '距车场 150 米以内或在其中识别到车牌即为到达。',
        en: 'A lot counts as visited within 150 m, or when a plate was read in it.',
      },
      {
        zh: '两小时没有任何上报的巡逻自动结束。',
        en: 'A patrol of which nothing is heard for two hours ends by itself.',
      },
    ],
  },
  patrolFinding: {
    purpose: {
      zh: '巡逻车识别的车牌立即与订单和名单比对，有问题的在这里处理。',
      en: 'Plates are compared with orders and lists at once; what is wrong is handled here.',
    },
    steps: [
      {
        zh: '五类问题：历史欠费、黑名单、超时停放（超过车场设置的小时数）、占错车位（他人固定车位、充电车位或登记的另一车位）、没有订单。',
        en: 'Five kinds: in arrears, blacklisted, overstaying by the hours of the lot, a wrong spot (fixed for others, for electric cars, or another than recorded), no order.',
      },
      {
        zh: '“确认”时选择后续：短信催缴、转报警、派巡检、补建订单或仅记录；不成立的“排除”并写明原因。',
        en: 'Confirming chooses what follows: an SMS reminder, an alarm, an inspection, an order, or a note. What is none is dismissed with a reason.',
      },
      {
        zh: '欠费结清后，欠费的发现自动解决；车辆离开后，超时停放和占错车位的发现自动解决。',
        en: 'A debt that is settled, and a car that overstayed or stood on a wrong spot and has left, resolve their findings by themselves.',
      },
      {
        zh: '未处理前再次看到只增加次数；处理后 12 小时内不重复产生。',
        en: 'Seen again it only counts while it is open, and is not found again within 12 hours of being handled.',
      },
    ],
  },
  patrolSighting: {
    purpose: {
      zh: '巡逻车识别到的全部车牌，含位置、图片和比对结果。',
      en: 'All plates read by patrol cars, with place, picture and what was found.',
    },
    steps: [
      {
        zh: '置信度低于 70 的记为“识别不清”，不做比对。',
        en: 'Plates read with a confidence below 70 are not clear: they are not compared.',
      },
      {
        zh: '保留期限与过车记录、过车图片相同；有未处理问题的图片会保留。',
        en: 'They are kept as long as passings and their pictures; pictures of open findings stay.',
      },
    ],
  },
  patrolByCar: {
    purpose: {
      zh: '每辆巡逻车的巡逻次数、识别车牌、各类问题和命中率；点数字查看明细。',
      en: 'Patrols, plates, findings by kind and the hit rate of each car. A figure opens the plates it counts.',
    },
    steps: [
      { zh: '命中率是有问题的车牌占全部识别车牌的比例。', en: 'The hit rate is the share of plates with a finding.' },
    ],
  },
  patrolByRoute: {
    purpose: {
      zh: '每条路线的巡逻次数、漏巡、识别车牌、各类问题和命中率。',
      en: 'Patrols done and missed, plates, findings by kind and the hit rate of each route.',
    },
    steps: [
      {
        zh: '自由巡逻不属于任何路线，只在“按车”中统计。',
        en: 'Free patrols follow no route: only the statistics by car count them.',
      },
    ],
  },
};

export default helps;
