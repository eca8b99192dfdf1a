import { formatYuan } from '@boyun/domain/money';
import { event, lotPlaceholder, money, optional, reference, text, timePlaceholder } from '@boyun/kernel/contract';

const signed = { min: -100_000_000_00 };
const facts = {
  invoiceId: reference({ zh: '发票', en: 'Invoice' }, 'invoice'),
  requestNo: text({ zh: '开票单号', en: 'Request number' }, { max: 32 }),
  /** Below zero for a red letter. */
  amountFen: money({ zh: '价税合计', en: 'Total' }, signed),
};
const invoiceNo = text({ zh: '发票号码', en: 'Invoice number' }, { max: 32 });
const reason = text({ zh: '原因', en: 'Reason' }, { max: 500 });
const note = text({ zh: '说明', en: 'Note' }, { max: 255 });

/** An invoice was asked for. */
export const invoiceRequested = event('invoice.requested', {
  label: { zh: '申请开票', en: 'An invoice was requested' },
  fields: facts,
});

/** An invoice, or a red letter, was issued. */
export const invoiceIssued = event('invoice.issued', {
  label: { zh: '开票成功', en: 'An invoice was issued' },
  fields: { ...facts, invoiceNo },
  publishedAs: {
    name: 'invoice.issued',
    label: { zh: '开票成功', en: 'An invoice was issued' },
    fields: { ...facts, invoiceNo },
  },
});

/** The link of an issued invoice was handed over by SMS or mail. */
export const invoiceSent = event('invoice.sent', {
  label: { zh: '发送发票', en: 'An invoice was sent' },
  fields: {
    ...facts,
    invoiceNo,
    link: text({ zh: '下载链接', en: 'Link' }, { max: 255 }),
    issuerName: text({ zh: '销售方', en: 'Issuer' }, { max: 100 }),
  },
  push: {
    placeholders: {
      amount: { label: { zh: '金额', en: 'Amount' }, value: (data) => formatYuan(data.amountFen) },
      number: { label: { zh: '发票号码', en: 'Invoice number' }, value: (data) => data.invoiceNo },
      issuer: { label: { zh: '销售方', en: 'Issuer' }, value: (data) => data.issuerName },
      link: { label: { zh: '下载链接', en: 'Link' }, value: (data) => data.link },
      time: timePlaceholder,
    },
    title: { zh: '电子发票已开具', en: 'Your invoice' },
    body: {
      zh: '您的停车电子发票已开具：{issuer}，金额{amount}元，发票号码{number}。请点击 {link} 查看和下载。',
      en: 'Your parking invoice is ready: {issuer}, {amount} yuan, number {number}. Open {link} to download it.',
    },
    path: '/_cloud_operation/invoice',
    message: 'alarm',
  },
});

/** An invoice could not be issued. */
export const invoiceFailed = event('invoice.failed', {
  label: { zh: '开票失败', en: 'An invoice failed' },
  fields: { ...facts, reason },
  push: {
    placeholders: {
      amount: { label: { zh: '金额', en: 'Amount' }, value: (data) => formatYuan(data.amountFen) },
      number: { label: { zh: '开票单号', en: 'Request number' }, value: (data) => data.requestNo },
      reason: { label: { zh: '原因', en: 'Reason' }, value: (data) => data.reason },
      lot: lotPlaceholder,
      time: timePlaceholder,
    },
    title: { zh: '开票失败：{number}', en: 'An invoice failed: {number}' },
    body: {
      zh: '{time} {lot} 开票单 {number}（{amount}元）开票失败：{reason}。请在发票管理中重试或撤销。',
      en: '{time} {lot}: invoice {number} of {amount} yuan failed: {reason}. Retry or cancel it on the Invoices page.',
    },
    path: '/_cloud_operation/invoice?state=4',
    message: 'alarm',
  },
});

/** A failed invoice is tried again. */
export const invoiceRetried = event('invoice.retried', {
  label: { zh: '重新开票', en: 'An invoice was retried' },
  fields: facts,
});

/** A failed invoice was given up. */
export const invoiceGivenUp = event('invoice.given-up', {
  label: { zh: '撤销开票申请', en: 'A failed invoice was cancelled' },
  fields: { ...facts, note },
});

/** A red letter was asked for; it takes back a part of an invoice, or all of it. */
export const invoiceTakenBack = event('invoice.taken-back', {
  label: { zh: '发票冲红', en: 'An invoice was reversed' },
  fields: { ...facts, blueId: optional(reference({ zh: '蓝字发票', en: 'Invoice' }, 'invoice')), note },
});
