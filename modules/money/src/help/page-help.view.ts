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
  debitContract: {
    purpose: {
      zh: '已在微信、支付宝签约无感支付的车牌，由渠道告知，不能手工添加。',
      en: 'Plates whose drivers agreed to automatic debit, as the channels report them; none are entered here.',
    },
    steps: [
      {
        zh: '在支付配置中打开渠道的“无感支付”，签约车辆出场时自动扣款。',
        en: 'Turn on "Automatic debit" of a channel in the payment configuration; the fee is taken at the exit then.',
      },
      {
        zh: '“终止”后不再对该车牌自动扣款；车主与渠道的签约需车主自行解除。',
        en: 'After "End" the plate is debited no more; the agreement with the channel is revoked by the driver alone.',
      },
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
