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
  scanInvoice: {
    purpose: {
      zh: '车场和车道的开票二维码，司机扫码自助开票。',
      en: 'Codes at the lot and its lanes by which drivers get invoices themselves.',
    },
    steps: [
      {
        zh: '点“查看与打印”下载二维码，张贴在岗亭或出口；与固定收费码是同一个位置码，更换收费码后须重新打印。',
        en: 'Press "Show and print" and put the code up at the booth or the exit. It belongs to the fixed pay code of the place: once that is replaced, print both.',
      },
      {
        zh: '司机须用车主手机号验证码或支付单号证明车辆，才能看到订单；缴费凭证和收据上的二维码可直接开票。',
        en: 'Drivers prove the car by a code sent to the mobile registered for it, or by the number of their payment. Receipts lead to the invoice directly.',
      },
      {
        zh: '超过“开票设置”中的自助期限后，由工作人员在“发票管理”开具。',
        en: 'After the days of the setting, the staff issues it under Invoices.',
      },
    ],
  },
  invoiceReport: {
    purpose: {
      zh: '按车场、销售方、开票项目和税率汇总的开票与红冲，用于申报核对。',
      en: 'What was issued and taken back, by lot, issuer, service and tax rate, to check tax returns with.',
    },
    steps: [
      {
        zh: '按开票时间统计；红字发票按其开具时间计入，金额为负。',
        en: 'Counted by when it was issued; red letters have negative amounts in their own period.',
      },
      {
        zh: '一张发票有多个开票项目时，张数在每个项目各计一次。',
        en: 'An invoice with several services counts once for each of them.',
      },
    ],
  },
};
export default helps;
