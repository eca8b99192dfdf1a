import { formatYuan } from '@boyun/domain/money';
import { actEvent, day, event, money, reference, text } from '@boyun/kernel/contract';
import { adjustSettlement, createSettlement, discardSettlement, removeAdjustment } from './settlement.contract.ts';

const subMerchantId = reference({ zh: '子商户', en: 'Sub-merchant' }, 'sub-merchant');
const settlementNo = text({ zh: '结算单号', en: 'Number' });
const name = text({ zh: '子商户', en: 'Sub-merchant' }, { max: 64 });
const fen = (zh: string, en: string) => money({ zh, en }, { min: -100_000_000_00 });
const days = { fromDay: day({ zh: '起始日', en: 'From' }), toDay: day({ zh: '截止日', en: 'To' }) };

/** The draft of a settlement was made. */
export const settlementPrepared = actEvent(createSettlement, { subMerchantId, settlementNo, ...days });

/** An amount was added to a draft. */
export const settlementAdjusted = actEvent(adjustSettlement, { settlementNo, amountFen: fen('金额', 'Amount') });

/** An amount was taken off a draft again. */
export const adjustmentRemoved = actEvent(removeAdjustment, { settlementNo, amountFen: fen('金额', 'Amount') });

/** A draft was discarded. */
export const settlementDiscarded = actEvent(discardSettlement, { subMerchantId, settlementNo, ...days });

/** A sub-merchant was settled. */
export const settlementSettled = event('settlement.settled', {
  label: { zh: '子商户已结算', en: 'A sub-merchant was settled' },
  fields: { subMerchantId, name, settlementNo, ...days, payableFen: fen('应付', 'Payable') },
  push: {
    placeholders: {
      name: { label: name.label, value: (data) => data.name },
      number: { label: settlementNo.label, value: (data) => data.settlementNo },
      from: { label: days.fromDay.label, value: (data) => data.fromDay },
      to: { label: days.toDay.label, value: (data) => data.toDay },
      amount: { label: { zh: '应付', en: 'Payable' }, value: (data) => formatYuan(data.payableFen) },
    },
    title: { zh: '子商户“{name}”已结算：{amount}元', en: '{name} was settled: {amount}' },
    body: {
      zh: '结算单{number}，{from}至{to}，应付{amount}元',
      en: '{number}, {from} to {to}: {amount} yuan to be paid',
    },
    path: '/_cloud_operation/settlement',
    message: 'review',
  },
});
