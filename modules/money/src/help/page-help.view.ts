import type { PageHelps } from '@boyun/kernel/web';

/** Help of the pages of this module. */
const helps: PageHelps = {
  payConfig: {
    purpose: { zh: '可用的收款渠道及其商户参数。', en: 'The payment channels with their merchant settings.' },
    steps: [
      {
        zh: '填写密钥后点“测试”，确认渠道能连通。',
        en: 'Enter the keys and press "Test" to see whether the channel answers.',
      },
      { zh: '密钥加密保存，之后不再显示。', en: 'Keys are stored sealed and not shown again.' },
    ],
  },
  unknownPayment: {
    purpose: {
      zh: '渠道通知到账、但系统找不到对应订单的款项。',
      en: 'Money that a channel reported but that belongs to no known payment.',
    },
    steps: [
      {
        zh: '逐笔核对渠道账单，退回或登记去向。',
        en: 'Compare each with the channel’s bill and return it or note where it belongs.',
      },
    ],
  },
};
export default helps;
