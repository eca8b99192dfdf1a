import type { PageHelps } from '@boyun/kernel/web';
import { PayoutState } from '../payout/payout.contract.ts';
import { SettlementState } from '../settlement/settlement.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  seeReconciliation: {
    purpose: {
      zh: '各车场、各子商户的收入、优惠、退款、手续费、净额、分成和结算状态。',
      en: 'What lots and sub-merchants brought and get: fees, reductions, refunds, channel fees, net, share.',
    },
    steps: [
      {
        zh: '选择期间；可按车场、按子商户或全部汇总。',
        en: 'Choose the period, and sum up by lot, by sub-merchant or in all.',
      },
      {
        zh: '点击一行看每天的数据，再点日期看当天的每笔分录。',
        en: 'A row opens its days, and a day its entries in the ledger.',
      },
    ],
  },
  subBusiness: {
    purpose: {
      zh: '从车场收入中分成或收租的公司，如业主、物业。',
      en: 'Companies that get a share of what their lots bring, or a rent.',
    },
    steps: [
      {
        zh: '填写参与结算的车场、合同期和分成方式：固定比例、按月累计净额的阶梯比例，或固定月租。',
        en: 'Enter lots, contract and share: a percentage, bands of a month’s net, or a rent.',
      },
      { zh: '填写结算账户，付款文件按此账户生成。', en: 'Enter the account: the file for the bank has it.' },
      {
        zh: '一个车场同一时间只属于一个子商户；移出车场前先结算到最近一天。',
        en: 'At any time a lot belongs to one sub-merchant. Settle a lot before it is taken out.',
      },
    ],
  },
  subAccount: {
    purpose: {
      zh: '子商户自己的登录账号，只看到自己车场的数据和自己的结算。',
      en: 'Accounts of sub-merchants: they see their own lots and settlements only.',
    },
    steps: [
      {
        zh: '新增后转告初始密码，首次登录须修改。',
        en: 'Pass the initial password on; it is changed at the first sign-in.',
      },
    ],
  },
  settlement: {
    purpose: {
      zh: '按周期计算子商户的分成，审核后付款。',
      en: 'Works out what sub-merchants get, cycle by cycle, and pays it out.',
    },
    steps: [
      {
        zh: '“编制结算单”预览后生成草稿，可加调整并写明原因。',
        en: 'Preview and prepare a draft; add adjustments with a note.',
      },
      {
        zh: '“提交结算”经审核后计入应付；之后的退款计入下一期。',
        en: 'Settle it, with approval: it is payable then. Later refunds belong to the next one.',
      },
      { zh: '勾选待付款的结算单，生成付款批次。', en: 'Select what is to be paid and pay it out.' },
    ],
    states: [
      { state: SettlementState.draft, means: { zh: '可调整或删除', en: 'Can be adjusted or discarded' } },
      { state: SettlementState.settled, means: { zh: '已计入应付', en: 'Booked as payable' } },
      { state: SettlementState.paying, means: { zh: '在付款批次中', en: 'In a pay-out' } },
      {
        state: SettlementState.carried,
        means: { zh: '应付为负，已并入下一期', en: 'Below zero: part of the next one' },
      },
    ],
  },
  payout: {
    purpose: { zh: '一次付给多个子商户的银行文件。', en: 'Files for the bank that pay several sub-merchants at once.' },
    steps: [
      {
        zh: '下载文件（序号、收款账号、户名、开户行、金额、用途、批次号）并在网银导入。',
        en: 'Download the file (number, account, holder, bank, amount, purpose, pay-out) and import it at the bank.',
      },
      {
        zh: '银行付款后“确认付款”；没有付出则撤销，结算单可再次付款。',
        en: 'Confirm once the bank has paid; otherwise cancel, and pay again.',
      },
    ],
    states: [
      { state: PayoutState.made, means: { zh: '等待银行付款', en: 'The bank has not paid yet' } },
      { state: PayoutState.cancelled, means: { zh: '没有付出', en: 'Not paid' } },
    ],
  },
  cash: {
    purpose: {
      zh: '现金在哪里：收费员手中、岗亭备用金、保险柜、银行。',
      en: 'Where the cash is: with persons, in tills, in safes, at the bank.',
    },
    steps: [
      {
        zh: '交班签收后，上缴的现金自动进保险柜，差额记入长短款。',
        en: 'A signed shift moves its cash into the safe, and its difference into over and short.',
      },
      {
        zh: '不在班次中的现金在此“上缴”；保险柜现金“存入银行”。',
        en: 'Cash of no shift is handed in here; cash of safes is paid into the bank.',
      },
    ],
  },
  cashFlow: {
    purpose: {
      zh: '每一笔资金进出，以及该账户当时的余额。',
      en: 'Every movement of money, with the balance of its account.',
    },
    steps: [{ zh: '点击一行看整笔交易的借贷分录。', en: 'A row opens all entries of its transaction.' }],
  },
  refundReport: {
    purpose: {
      zh: '每一笔退款：原因、经办人、原支付和到账时间。',
      en: 'Every refund: why, by whom, of which payment, and when.',
    },
    steps: [{ zh: '退款失败的须重新办理。', en: 'Refunds that failed have to be made again.' }],
  },
  trialBalance: {
    purpose: {
      zh: '各科目的期初、本期发生和期末余额，借贷两边相等。',
      en: 'What accounts had, moved and have; debits equal credits.',
    },
    steps: [{ zh: '“明细”看科目下各户，“分录”看每一笔。', en: '"Parties" opens a kind, "Entries" shows each entry.' }],
  },
  ledger: {
    purpose: {
      zh: '任一科目在任一期间的每笔分录和余额。',
      en: 'Every entry of any account in any period, with its balance.',
    },
    steps: [
      { zh: '选择科目和日期；点击一行看对方科目。', en: 'Choose account and days; a row opens its transaction.' },
    ],
  },
  voucher: {
    purpose: { zh: '每天一张汇总凭证，供财务软件导入。', en: 'A voucher a day, for bookkeeping programs.' },
    steps: [
      { zh: '在“科目对照”填写本单位的科目代码。', en: 'Enter your own codes under "Codes of accounts".' },
      { zh: '结账后导出，凭证号不再变化。', en: 'Export closed months: their numbers do not change.' },
    ],
  },
  accountingPeriod: {
    purpose: {
      zh: '按月结账；已结账的月份不再接受任何分录。',
      en: 'Months are closed one by one; a closed month takes no entry.',
    },
    steps: [
      { zh: '迟到的业务记入未结账的月份。', en: 'What comes late is booked in the open month.' },
      { zh: '反结账须经审核，只能从最后一个月开始。', en: 'Reopening needs approval and begins with the last month.' },
    ],
  },
  accountCode: {
    purpose: {
      zh: '业务科目对应本单位账套的科目代码和名称。',
      en: 'The codes and names of accounts in your own books.',
    },
    steps: [
      { zh: '没有填写的使用企业会计准则的常用科目。', en: 'Others have the usual codes of the Chinese standards.' },
    ],
  },
};

export default helps;
