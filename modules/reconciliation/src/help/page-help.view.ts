import type { PageHelps } from '@boyun/kernel/web';

/** Help of the pages of this module. */
const helps: PageHelps = {
  reconciliation: {
    purpose: {
      zh: '按渠道和商户号逐日核对：系统收款、渠道账单、银行到账。',
      en: 'Compares each day of each channel and merchant: our records, the bill, the bank.',
    },
    steps: [
      {
        zh: '渠道账单每天自动获取并逐笔比对；“有差异”的日期点开处理。',
        en: 'Bills are fetched and compared every day; open the days with differences.',
      },
      {
        zh: '“已平”后即可关账；关账的日期只能查看，反关账需要审核。',
        en: 'Close a day that balances; it can only be read then, and reopening takes a review.',
      },
    ],
  },
  reconciliationDay: {
    purpose: {
      zh: '一天的三方金额、差异分类和每笔差异的处理。',
      en: 'The three sides of a day, its differences by kind, and how each is resolved.',
    },
    steps: [
      {
        zh: '点开一笔差异，左右对照双方记录，再选择补记、退回、移到另一天、按账单手续费或核销。',
        en: 'Open a difference, compare both records, then post, give back, move, accept the fee or write off.',
      },
      {
        zh: '跨日和手续费差异可以勾选后批量处理；涉及资金的处理按审批流程审核。',
        en: 'Select several of a day boundary or of fees to resolve them at once; what moves money is reviewed.',
      },
    ],
  },
  billImport: {
    purpose: {
      zh: '账单文件的获取与导入结果，以及银行流水。',
      en: 'Bills that were fetched and imported, and the entries of bank statements.',
    },
    steps: [
      {
        zh: '文件有任何一行错误或合计不符时整个不采用，错误按行列出；同一文件重复导入没有变化。',
        en: 'A file with a fault, or with other totals, is not taken at all; its faults are listed by row. The same file changes nothing.',
      },
      {
        zh: '银行流水按对方户名、摘要和金额自动对应到各天；对不上的在“银行流水”中核对。',
        en: 'Bank entries are matched with days by counterparty, memo and amount; settle the others by hand.',
      },
    ],
  },
  billSource: {
    purpose: {
      zh: '账单从哪里来：支付渠道、收单机构、银行账户。',
      en: 'Where bills come from: payment channels, acquirers, bank accounts.',
    },
    steps: [
      {
        zh: '收单机构和银行账户的表格用“列对应”选定各列，之后按此导入。',
        en: 'For tables of acquirers and banks choose the columns once; files are read so from then on.',
      },
      {
        zh: '开启“核对银行到账”后，银行到账金额也相符才能平账。',
        en: 'With the bank compared, a day balances only when its money has arrived there.',
      },
    ],
  },
};
export default helps;
