import type { PageHelps } from '@boyun/kernel/web';
import { MessageOutcome } from '../inspector/device-message.contract.ts';
import { CheckState } from '../onboarding/onboarding.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  onboarding: {
    purpose: {
      zh: '接入任何厂家的相机：看它发什么、认出协议、检查设置。',
      en: 'Connects cameras of any maker: what they send, which protocol that is, what is set up wrong.',
    },
    steps: [
      {
        zh: '“接入新设备”选车道，把只显示一次的地址填进相机。',
        en: '"Connect a device": choose the lane and enter the address, shown once, in the camera.',
      },
      {
        zh: '收到报文后确认识别出的协议；不认识的 JSON 用字段映射。',
        en: 'Once messages arrive, confirm the protocol; JSON of unknown makers is mapped.',
      },
      {
        zh: '下一辆车经过后，按红色提示修改设备设置。',
        en: 'After the next car, change at the device what is marked red.',
      },
    ],
    states: [
      { state: CheckState.wait, means: { zh: '还没有车经过', en: 'No car has come yet' } },
      { state: CheckState.good, means: { zh: '无需处理', en: 'Nothing to do' } },
      { state: CheckState.warn, means: { zh: '再观察几辆车', en: 'Watch some more cars' } },
      { state: CheckState.bad, means: { zh: '须在设备上修改', en: 'Must be changed at the device' } },
    ],
  },
  deviceMessage: {
    purpose: {
      zh: '相机最近发来的报文：原文、解析结果和应答。',
      en: 'The last messages of cameras: as they came, as they are read, and the reply.',
    },
    steps: [
      {
        zh: '每台相机约40条、最长7天；密码和令牌已隐去，图片只记长度。',
        en: 'Some forty a camera, at most a week; passwords and tokens are hidden, pictures are shown as their length.',
      },
      {
        zh: '“重放”按现在的设置重新接收：已入账的不会重复，新入账的是补传记录，不开闸。',
        en: '"Replay" takes it again as set up now: what was booked stays as it is, what is new is a late record and opens nothing.',
      },
    ],
    states: [
      { state: MessageOutcome.taken, means: { zh: '已处理', en: 'It was dealt with' } },
      {
        state: MessageOutcome.refused,
        means: { zh: '见说明，也可到“设备异常数据”', en: 'See why; it is in the quarantine too' },
      },
      {
        state: MessageOutcome.captured,
        means: { zh: '协议未确认，未入账', en: 'The protocol is not confirmed; nothing was booked' },
      },
    ],
  },
};
export default helps;
