import { event, list, optional, plate, reference, text } from '@boyun/kernel/contract';

const fields = {
  passingId: reference({ zh: '过车编号', en: 'Passing record' }, 'passing'),
  plate: plate(),
  orderId: optional(reference({ zh: '订单编号', en: 'Order' }, 'parking-order')),
  reason: text({ zh: '原因', en: 'Reason' }, { max: 255 }),
  requestedByName: text({ zh: '申请人', en: 'Requested by' }, { max: 64 }),
  reviewers: list({ zh: '审核人', en: 'Agreed by' }, text({ zh: '姓名', en: 'Name' }, { max: 64 })),
};

/** A passing record was voided. */
export const passingVoided = event('passing.voided', {
  label: { zh: '过车记录作废', en: 'A passing record was voided' },
  fields,
  timeline: ({ reason }) => ({
    zh: `过车记录作废：${reason}`,
    en: `Passing record voided: ${reason}`,
    tone: 'bad',
  }),
});

/** A void passing record was restored. */
export const passingRestored = event('passing.restored', {
  label: { zh: '过车记录恢复', en: 'A passing record was restored' },
  fields,
  timeline: ({ reason }) => ({
    zh: `过车记录恢复：${reason}`,
    en: `Passing record restored: ${reason}`,
    tone: 'good',
  }),
});
