import type { PageHelps } from '@boyun/kernel/web';
import { InvoiceState } from '../invoice/invoice.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  invoice: {
    purpose: {
      zh: '电子发票与红字发票：开具、重试、冲红、下载和发送。',
      en: 'Issue, retry, reverse, download and send invoices.',
    },
    steps: [
      {
        zh: '点“开具发票”，按车牌、手机号或订单号查找已付款订单，勾选后填写抬头。多个订单合并开票，超过限额自动拆分。',
        en: 'Press "Issue an invoice" search for paid orders by plate, mobile or number, select them and enter the title. Orders are merged, and split above the limit.',
      },
      {
        zh: '输入企业名称可查找抬头并带出税号；“开票设置”允许专票时，可为企业开具增值税专用发票，免税、不征税的款项除外。',
        en: 'Type a company name to look up its tax number. If the invoice setting offers special invoices, companies can get one for taxed services.',
      },
      {
        zh: '只有实收的钱可以开票，且不会重复；已开票后退款会自动开具对应金额的红字发票。',
        en: 'Only money received can be invoiced, and only once. A refund after the invoice creates a red letter for its amount.',
      },
      {
        zh: '开票失败时改正抬头后重试，或撤销申请让订单可以重新开票。',
        en: 'If issuing fails, correct the title and retry, or cancel the request so that its orders can be invoiced again.',
      },
    ],
    states: [
      {
        state: InvoiceState[1],
        means: { zh: '已申请，等待提交平台', en: 'Requested, not yet submitted to the platform' },
      },
      {
        state: InvoiceState[2],
        means: { zh: '平台处理中，结果自动更新', en: 'Submitted; the result follows automatically' },
      },
      { state: InvoiceState[3], means: { zh: '已有发票号码，可下载', en: 'Has a number and can be downloaded' } },
      {
        state: InvoiceState[4],
        means: { zh: '平台拒绝或订单已退款', en: 'Refused by the platform, or the order was refunded' },
      },
      {
        state: InvoiceState[5],
        means: { zh: '已放弃，订单可重新开票', en: 'Cancelled; its orders can be invoiced again' },
      },
    ],
  },
  invoiceSet: {
    purpose: {
      zh: '销售方、开票项目与税率，以及开票平台。',
      en: 'Issuers, their services and tax rates, and the invoicing platform.',
    },
    steps: [
      {
        zh: '每种款项的占比之和须为 100%，金额按占比拆分到各项目，分毫不差。',
        en: 'The ratios of each charge must add up to 100%; amounts are divided by them exactly to the fen.',
      },
      {
        zh: '为某个车场单独设置后，该车场不再使用全部车场的设置；停用则该车场不开票。',
        en: 'A lot with its own setting ignores the common one; if its setting is off, the lot issues no invoices.',
      },
      {
        zh: '选择平台并保存密钥后点“测试”，会真实调用一次。',
        en: 'Choose the platform, save its secret and press "Test": it makes a real call.',
      },
    ],
  },
  scanInvoice: {
    purpose: {
      zh: '车场和车道的开票二维码，司机扫码自助开票。',
      en: 'QR codes for lots and lanes with which drivers request invoices themselves.',
    },
    steps: [
      {
        zh: '点“查看与打印”下载二维码，张贴在岗亭或出口；与固定收费码是同一个位置码，更换收费码后须重新打印。',
        en: 'Press "Show and print" and put the code up at the booth or exit. It is tied to the fixed pay code of the place: when that is replaced, reprint it.',
      },
      {
        zh: '司机须用车主手机号验证码或支付单号证明车辆，才能看到订单；缴费凭证和收据上的二维码可直接开票。',
        en: 'Drivers verify the car with a code sent to its registered mobile, or with a payment number. The code on a receipt opens the invoice page directly.',
      },
      {
        zh: '超过“开票设置”中的自助期限后，由工作人员在“发票管理”开具。',
        en: 'After the self-service period, staff issue the invoice under Invoices.',
      },
    ],
  },
  invoiceReport: {
    purpose: {
      zh: '按车场、销售方、发票种类、开票项目和税率汇总的开票与红冲，用于申报核对。',
      en: 'Issued and reversed amounts by lot, issuer, type, service and tax rate, for checking tax returns.',
    },
    steps: [
      {
        zh: '按开票时间统计；红字发票按其开具时间计入，金额为负。',
        en: 'Counted by issue date; red letters appear as negative amounts on their own issue date.',
      },
      {
        zh: '一张发票有多个开票项目时，张数在每个项目各计一次。',
        en: 'An invoice with several services is counted once per service.',
      },
    ],
  },
};
export default helps;
