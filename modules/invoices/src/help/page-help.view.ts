import type { PageHelps } from '@boyun/kernel/web';
import { InvoiceState } from '../invoice/invoice.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  invoice: {
    purpose: {
      zh: '电子发票与红字发票：开具、重试、冲红、下载和发送。',
      en: 'Invoices and red letters: issued, tried again, taken back, downloaded and sent.',
    },
    steps: [
      {
        zh: '点“开具发票”，按车牌、手机号或订单号查找已付款订单，勾选后填写抬头。多个订单合并开票，超过限额自动拆分。',
        en: 'Press "Issue an invoice" and find paid orders by plate, mobile or number; tick them and enter the title. Orders are merged, and split above the limit.',
      },
      {
        zh: '只有实收的钱可以开票，且不会重复；已开票后退款会自动开具对应金额的红字发票。',
        en: 'Only money that was received can be invoiced, and once. A refund after the invoice makes a red letter for its part.',
      },
      {
        zh: '开票失败时改正抬头后重试，或撤销申请让订单可以重新开票。',
        en: 'Where it failed, correct the title and try again, or give it up: then the orders can be invoiced again.',
      },
    ],
    states: [
      { state: InvoiceState[1], means: { zh: '已申请，等待提交平台', en: 'Asked for, not with the platform yet' } },
      {
        state: InvoiceState[2],
        means: { zh: '平台处理中，结果自动更新', en: 'With the platform; its result follows' },
      },
      { state: InvoiceState[3], means: { zh: '已有发票号码，可下载', en: 'It has a number and can be downloaded' } },
      { state: InvoiceState[4], means: { zh: '平台拒绝或订单已退款', en: 'Refused, or its money went back' } },
      { state: InvoiceState[5], means: { zh: '已放弃，订单可重新开票', en: 'Given up; its orders are free again' } },
    ],
  },
  invoiceSet: {
    purpose: {
      zh: '销售方、开票项目与税率，以及开票平台。',
      en: 'The issuer, its services and their tax, and the platform.',
    },
    steps: [
      {
        zh: '每种款项的占比之和须为 100%，金额按占比拆分到各项目，分毫不差。',
        en: 'The ratios of each use add up to 100 percent; amounts are divided by them to the fen.',
      },
      {
        zh: '为某个车场单独设置后，该车场不再使用全部车场的设置；停用则该车场不开票。',
        en: 'A lot with a setting of its own does not use the common one; turned off, it issues none.',
      },
      {
        zh: '选择平台并保存密钥后点“测试”，会真实调用一次。',
        en: 'Choose the platform, store its secret and press "Test": it makes a real call.',
      },
    ],
  },
};
export default helps;
