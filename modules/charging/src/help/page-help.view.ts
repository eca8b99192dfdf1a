import type { PageHelps } from '@boyun/kernel/web';
import { VersionState } from '../charge-rule/version-state.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  chargeRule: {
    purpose: {
      zh: '收费规则：时段、阶梯、封顶与免费时间。改动先存草稿，可试算、回放，再发布为新版本。',
      en: 'Tariffs with hours, steps, caps and free time. A change begins as a draft, is tried and replayed, and becomes a new version.',
    },
    steps: [
      { zh: '“编辑”右侧随输入即时试算。', en: 'The editor prices a stay while you type.' },
      { zh: '“试算”输入进出时间，逐行看费用如何得出。', en: 'The simulator prices any stay, line by line.' },
      {
        zh: '“回放”用历史订单比较新旧版本的收入差。',
        en: 'Replay prices past stays by the new version and shows the difference.',
      },
    ],
    states: [
      { state: VersionState.draft, means: { zh: '可以修改，不影响收费', en: 'Can be changed; prices nothing' } },
      { state: VersionState['in-review'], means: { zh: '等待审核', en: 'Waits for approval' } },
      { state: VersionState.scheduled, means: { zh: '到生效时间自动启用', en: 'Comes into force at its time' } },
      { state: VersionState['in-force'], means: { zh: '正在用于计费', en: 'Prices stays now' } },
      { state: VersionState.retired, means: { zh: '被新版本替代', en: 'Replaced by a newer version' } },
    ],
  },
  chargeBinding: {
    purpose: {
      zh: '哪个车场、哪类车、什么车位使用哪条收费规则。',
      en: 'Which tariff applies to which lot, kind of car and kind of spot.',
    },
    steps: [{ zh: '越具体的绑定越优先。', en: 'The more specific binding wins.' }],
  },
  holiday: {
    purpose: {
      zh: '节假日日历，供区分工作日与节假日的规则使用。',
      en: 'The calendar of holidays for tariffs that tell them from workdays.',
    },
    steps: [
      {
        zh: '公布放假安排后点“载入法定节假日”，并核对调休日。',
        en: 'Press "Fill in the public holidays" once they are announced, and check days that are worked instead.',
      },
    ],
  },
};
export default helps;
