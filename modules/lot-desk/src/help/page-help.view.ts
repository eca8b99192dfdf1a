import type { PageHelps } from '@boyun/kernel/web';

/** Help of the pages of this module. */
const helps: PageHelps = {
  parkInfo: {
    purpose: {
      zh: '一个车场的全貌：车位、今日车流与收入、车道和设备状态。',
      en: 'One lot as a whole: spots, traffic and income of today, lanes and devices.',
    },
    steps: [
      { zh: '点任意数字进入对应列表。', en: 'Press a figure to open its list.' },
      { zh: '没有检测器的车位不显示空闲与占用。', en: 'Spots without a detector show neither free nor taken.' },
    ],
  },
  parkEdit: {
    purpose: {
      zh: '一步一步配置车场：资料、位置、车库、出入口、车道、设备、收费、支付与规则。',
      en: 'Sets up a lot step by step: profile, position, garages, gates, lanes, devices, tariff, payment and rules.',
    },
    steps: [
      {
        zh: '左侧步骤打勾表示内容已齐全，可随时返回修改。',
        en: 'A tick means that the step has what it needs; go back at any time.',
      },
      {
        zh: '相机的接入密钥只显示一次，请当场填入相机。',
        en: 'The key of a camera is shown once: enter it in the camera at once.',
      },
      { zh: '准备齐全后点“开始营业”。', en: 'Press "Open for business" when everything is there.' },
    ],
  },
};
export default helps;
