import type { PageHelps } from '@boyun/kernel/web';
import { LotState } from '../lot/lot.contract.ts';
import { SpotState } from '../spot/spot.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  parkLot: {
    purpose: {
      zh: '所有车场的清单。新车场先处于“筹建”，准备完成后才能营业。',
      en: 'The list of lots. A new lot is in preparation until everything it needs is there.',
    },
    steps: [
      {
        zh: '点“新增”填写名称、编码和车位数，其余内容稍后在“编辑车场”中逐步完成。',
        en: 'Press "Add" and enter name, code and capacity; the rest follows step by step under "Edit lot".',
      },
      {
        zh: '已有完整资料时，用工作簿一次导入车场、出入口、车道和车位。',
        en: 'With all data at hand, import lots, gates, lanes and spots from one workbook.',
      },
    ],
    states: [
      {
        state: LotState.preparing,
        means: { zh: '正在准备，道闸不放行入场', en: 'Being set up; its gates admit nobody' },
      },
      { state: LotState.open, means: { zh: '正常营业', en: 'In operation' } },
      {
        state: LotState.closed,
        means: { zh: '不再放行入场，场内车辆照常离场', en: 'Admits nobody; cars inside leave as usual' },
      },
    ],
  },
  gate: {
    purpose: {
      zh: '车场的出入口。一个出入口下可以有多条车道。',
      en: 'The gates of a lot. A gate has one or more lanes.',
    },
    steps: [
      {
        zh: '先建出入口，再到“车道”中添加车道和相机。',
        en: 'Add the gate first, then its lanes and cameras under "Lanes".',
      },
    ],
  },
  lane: {
    purpose: {
      zh: '车道是相机识别、道闸动作和收费判断发生的地方。',
      en: 'A lane is where a camera reads plates, the barrier moves and the fee is decided.',
    },
    steps: [
      {
        zh: '每条车道设置方向、满位时如何处理、各类车辆是否放行。',
        en: 'Each lane states its direction, what happens when the lot is full, and which kinds of cars it lets through.',
      },
      {
        zh: '“开闸”前请核对确认框中的车场与车道名称，多个车场可能有同名车道。',
        en: 'Before opening a barrier, check lot and lane in the question: several lots have lanes of the same name.',
      },
    ],
  },
  spot: {
    purpose: { zh: '车位及其编号、类型和检测器。', en: 'Spots with their numbers, kinds and detectors.' },
    steps: [{ zh: '“批量新增”按编号区间一次生成。', en: '"Add several" makes a whole range of numbers at once.' }],
    states: [
      { state: SpotState.free, means: { zh: '检测器报告无车', en: 'The detector reports no car' } },
      { state: SpotState.taken, means: { zh: '检测器报告有车，或已分配给固定车', en: 'The detector reports a car' } },
      { state: SpotState.closed, means: { zh: '停用，不计入空位', en: 'Out of use and not counted as free' } },
    ],
  },
};
export default helps;
