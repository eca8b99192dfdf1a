import type { PageHelps } from '@boyun/kernel/web';
import { Decision } from '../passing/passing.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  dutyDesk: {
    purpose: {
      zh: '值守台：左边是需要人处理的事，等得最久的在最前；中间是大图、识别结果和相近车牌；右边是各车道。',
      en: 'The duty desk: on the left the people who wait, longest first; in the middle the picture, what was read and similar plates; on the right the lanes.',
    },
    steps: [
      {
        zh: '选中一张卡片，看图核对车牌，再按数字键处理。',
        en: 'Choose a card, compare plate and picture, and press the key of the act.',
      },
      {
        zh: '开始处理后同事会看到您的名字，不会重复处理。',
        en: 'Once you begin, colleagues see your name and the card is yours.',
      },
      { zh: '按钮变灰时，把鼠标放上去会说明原因。', en: 'A grey button says why when the mouse rests on it.' },
    ],
    keys: [
      {
        keys: ['↑', '↓'],
        does: { zh: '上一张、下一张卡片（也可用 k、j）', en: 'Previous and next card (also k and j)' },
      },
      { keys: ['1'], does: { zh: '收费', en: 'Charge' } },
      { keys: ['2'], does: { zh: '放行，无等待车辆时为开闸', en: 'Let through, or open where no car waits' } },
      { keys: ['3'], does: { zh: '更正车牌', en: 'Correct the plate' } },
      { keys: ['4'], does: { zh: '劝返', en: 'Turn back' } },
      { keys: ['5'], does: { zh: '接听或结束呼叫、处理报警', en: 'Answer or end a call, close an alarm' } },
    ],
  },
  laneMonitor: {
    purpose: {
      zh: '每条车道当前的车、判断结果和道闸状态，实时刷新。',
      en: 'Each lane with its car, the decision and its barrier, as it happens.',
    },
    steps: [
      {
        zh: '等待中的车道会高亮；点开后可放行、收费、匹配或劝返。',
        en: 'Lanes where a car waits stand out; open one to let it through, charge, match or turn back.',
      },
      {
        zh: '道闸指令依次显示：已下发、已接收、已开闸；“不确定”表示设备没有回报，请看现场。',
        en: 'A command shows how far it came: sent, accepted, opened. "Uncertain" means that the device did not report: look at the lane.',
      },
    ],
    keys: [
      {
        keys: ['←', '→'],
        does: { zh: '上一条、下一条车道（也可用 k、j）', en: 'Previous and next lane (also k and j)' },
      },
      { keys: ['w'], does: { zh: '下一条有车等待的车道', en: 'Next lane where a car waits' } },
      { keys: ['a'], does: { zh: '放行', en: 'Let through' } },
      { keys: ['t'], does: { zh: '劝返', en: 'Turn back' } },
      { keys: ['p'], does: { zh: '更正车牌', en: 'Correct the plate' } },
      { keys: ['c'], does: { zh: '收费', en: 'Charge' } },
      { keys: ['o'], does: { zh: '开闸', en: 'Open the barrier' } },
    ],
  },
  magneticQuality: {
    purpose: {
      zh: '每个车位每天：地磁误报了多少，与收费员、相机所见是否一致。',
      en: 'By spot and day: false reports of its detector, and whether people and cameras saw the same.',
    },
    steps: [
      {
        zh: '误报：短于车场确认时间的驶入或驶离。误报率高时检查安装位置和灵敏度。',
        en: 'A false report is a change shorter than the times of the lot. Check place and sensitivity where there are many.',
      },
      {
        zh: '漏报驶入：收费员或相机看到有车而地磁没有；漏报驶离：车已离开而地磁仍报有车。前后相差5分钟以内算一致。',
        en: 'Missed: people or cameras saw a car, or that it had gone, and the detector did not within five minutes.',
      },
      { zh: '当天和前一天每小时重新汇总。', en: 'The present day and the one before are summed again every hour.' },
    ],
  },
  passRecord: {
    purpose: {
      zh: '相机上报的每一次过车：图片、车牌、判断结果和原因。',
      en: 'Every passing a camera reported, with picture, plate, decision and reason.',
    },
    steps: [
      { zh: '按车牌的任意一段查找，不必输入省份。', en: 'Find a plate by any part of it; the province is not needed.' },
      {
        zh: '误拍可以作废，作废后在“作废数据”中查看。',
        en: 'A false capture can be voided; it is then found under "Void data".',
      },
    ],
    states: [
      { state: Decision.open, means: { zh: '道闸已放行', en: 'The barrier was opened' } },
      { state: Decision.hold, means: { zh: '等待付款或人工处理', en: 'Waited for payment or a person' } },
      { state: Decision.refuse, means: { zh: '不予放行', en: 'Not let through' } },
      {
        state: Decision.record,
        means: {
          zh: '只留记录，不动道闸，如补传的离线记录',
          en: 'Kept without moving a barrier, such as offline records',
        },
      },
    ],
  },
  roadside: {
    purpose: {
      zh: '路侧停车：按车位登记车辆、收费和离场。',
      en: 'Roadside parking: enter cars by spot, charge them and see them off.',
    },
    steps: [
      {
        zh: '点空车位输入车牌开始计时，车辆离开时收费并结束。',
        en: 'Press a free spot and enter the plate; charge and close when the car leaves.',
      },
      {
        zh: '检测器先发现的车需要补录车牌，看车位的相机也会自动补录。',
        en: 'Where a detector noticed a car first, add its plate; cameras that watch spots do so by themselves.',
      },
    ],
  },
};
export default helps;
