import { formatYuan } from '@boyun/domain/money';
import {
  choice,
  decimal,
  event,
  file,
  flag,
  instant,
  integer,
  money,
  optional,
  plate,
  reference,
  text,
} from '@boyun/kernel/contract';
import { callList } from '../lane-call/lane-call.contract.ts';
import { Decision, passingList } from './passing.contract.ts';

const passingId = reference({ zh: '过车编号', en: 'Passing record' }, 'passing');
const laneId = reference({ zh: '车道编号', en: 'Lane' }, 'lane');
const direction = text({ zh: '方向', en: 'Direction' }, { max: 16 });
const orderId = optional(reference({ zh: '订单编号', en: 'Order' }, 'order'));
const decision = choice({ zh: '处理结果', en: 'Decision' }, Decision);
const passType = text({ zh: '通行方式', en: 'How it passed' }, { max: 32 });
const reasonZh = text({ zh: '原因（中文）', en: 'Reason (Chinese)' }, { max: 255 });
const reasonEn = text({ zh: '原因（英文）', en: 'Reason' }, { max: 255 });
const plateBefore = text({ zh: '原车牌', en: 'Plate before' }, { max: 16 });
const dueFen = money({ zh: '待收金额', en: 'Due' });
const live = { access: [passingList.access, callList.access] };

const recorded = {
  passingId,
  laneId,
  laneName: text({ zh: '车道', en: 'Lane name' }, { max: 64 }),
  direction,
  plate: plate(),
  plateColor: integer({ zh: '车牌颜色', en: 'Plate colour' }, { max: 6 }),
  confidence: optional(decimal({ zh: '置信度', en: 'Confidence' })),
  standing: text({ zh: '车辆类别', en: 'Standing' }, { max: 32 }),
  decision,
  reasonZh,
  reasonEn,
  orderId,
  happenedAt: instant({ zh: '过车时间', en: 'Passed at' }),
  isLate: flag({ zh: '补传', en: 'Arrived late' }),
};

/** A camera saw a car, and what became of it. */
export const passingRecorded = event('passing.recorded', {
  label: { zh: '过车记录', en: 'A car passed a lane' },
  fields: {
    ...recorded,
    lotName: text({ zh: '车场', en: 'Name of the lot' }),
    passType: optional(passType),
    screenText: text({ zh: '屏幕文字', en: 'Text on the screen' }),
    picture: optional(file({ zh: '图片', en: 'Picture' })),
    dueFen: optional(dueFen),
    isWaiting: flag({ zh: '等待处理', en: 'Waits for a person' }),
    carsInside: integer({ zh: '在场车辆', en: 'Cars inside' }, { min: -1_000_000 }),
  },
  live,
  publishedAs: { name: 'passing.recorded', label: { zh: '过车记录', en: 'A car passed a lane' }, fields: recorded },
  picture: 'picture',
  timeline: (data) => {
    const { zh, en, tone } = Decision[data.decision];
    return {
      zh: `${data.laneName} ${data.plate}，${zh}：${data.reasonZh}`,
      en: `${data.laneName}: ${data.plate}, ${en.toLowerCase()}: ${data.reasonEn}`,
      tone,
    };
  },
});

/** A waiting car was let through, or turned back. */
export const passingSettled = event('passing.settled', {
  label: { zh: '等待车辆已处理', en: 'A waiting car was dealt with' },
  fields: { passingId, laneId, plate: plate(), direction, decision, passType, reasonZh, reasonEn, orderId },
  live,
  timeline: (data) => ({ zh: data.reasonZh, en: data.reasonEn, tone: Decision[data.decision].tone }),
});

/** A person decided about a waiting car. */
export const passingSettledByHand = event('passing.settled-by-hand', {
  label: { zh: '人工处理等待车辆', en: 'A person dealt with a waiting car' },
  fields: {
    passingId,
    laneId,
    direction,
    plate: plate(),
    orderId,
    outcome: choice(
      { zh: '结果', en: 'Outcome' },
      {
        admit: { zh: '放行', en: 'Let through' },
        free: { zh: '免费放行', en: 'Let through for free' },
        'turn-back': { zh: '劝返', en: 'Turned back' },
      },
    ),
    reason: text({ zh: '原因', en: 'Reason' }, { max: 255 }),
  },
});

/** A person gave a waiting car its true plate. */
export const plateMatched = event('passing.plate-matched', {
  label: { zh: '匹配车牌', en: 'The plate of a waiting car was matched' },
  fields: {
    passingId,
    laneId,
    direction,
    plateBefore,
    plate: plate(),
    orderId,
    dueFen: optional(dueFen),
    isOpened: flag({ zh: '已开闸', en: 'Barrier opened' }),
  },
  live,
});

/** The price of a stay was shown at the exit. */
export const orderQuoted = event('order.quoted', {
  label: { zh: '出口计费', en: 'A stay was priced at the exit' },
  fields: {
    orderId: reference({ zh: '订单编号', en: 'Order' }, 'order'),
    plate: plate(),
    laneId,
    feeFen: money({ zh: '应收金额', en: 'Fee' }),
    dueFen,
  },
  timeline: (data) => ({
    zh: `出口计费，应付${formatYuan(data.dueFen)}元`,
    en: `Priced at the exit, ${formatYuan(data.dueFen)} due`,
    tone: 'neutral',
  }),
});

/** The plate of a stay that began with a card was read. */
export const stayPlateRead = event('stay.plate-read', {
  label: { zh: '刷卡后识别车牌', en: 'The plate of a stay was read after its card' },
  fields: { orderId: reference({ zh: '订单编号', en: 'Order' }, 'order'), plateBefore, plate: plate() },
  timeline: (data) => ({
    zh: `刷卡后识别出车牌，${data.plateBefore} 更正为 ${data.plate}`,
    en: `Its plate was read after the card: ${data.plateBefore} became ${data.plate}`,
    tone: 'info',
  }),
});
