import { handleFreely } from '@boyun/kernel/server';
import {
  InvoiceProviderName,
  invoiceSet,
  invoiceSetRefusal,
  testInvoiceSet,
} from '../invoice-set/invoice-set.contract.ts';
import { requireSet } from '../invoice-set/invoice-set.server.ts';
import { invoiceDesk, invoiceProviderOf } from '../provider-choice/provider-choice.service.ts';

const said = {
  works: { zh: '平台已应答，签名有效', en: 'The platform answered, the signature is valid' },
  sample: { zh: '沙箱可用，开出的发票为样张', en: 'The sandbox works; its invoices are samples' },
  'no-address': {
    zh: '平台可用；服务器未设置 PUBLIC_URL，开票结果只能靠查询得知，也不能发送下载链接',
    en: 'It works. PUBLIC_URL of the server is not set: results are only found by queries, and links cannot be sent',
  },
};

/** Tests a setting: opens it in a transaction, then asks the platform outside of it. */
export const testInvoiceSetServer = handleFreely(
  testInvoiceSet,
  async (kernel, { invoiceSetId }, { who, language }) => {
    const startedMs = performance.now();
    const { row, desk, isOpen } = await kernel.database.inTenant(who!, async (tx) => {
      const row = await requireSet(tx, invoiceSetId);
      return {
        row,
        desk: (await invoiceDesk(tx, kernel, invoiceSetId))!,
        isOpen: (await invoiceProviderOf(row.provider)?.isOpen(tx)) ?? false,
      };
    });
    const problem = isOpen
      ? await invoiceProviderOf(row.provider)!.test(desk, language)
      : invoiceSetRefusal['only-in-trial'][language];
    const good = row.provider === 'sandbox' ? said.sample : desk.noticeUrl ? said.works : said['no-address'];
    const message = problem ?? good[language];
    await kernel.database.inTenant(who!, async (tx) =>
      tx.audit({
        action: testInvoiceSet.audit!,
        subjectKind: invoiceSet.name,
        subjectId: invoiceSetId,
        subject: `${row.issuerName} ${InvoiceProviderName[row.provider].zh}`,
        after: { isWorking: problem === null, message },
      }),
    );
    return { isWorking: problem === null, message, tookMs: Math.round(performance.now() - startedMs) };
  },
);
