import {
  choice,
  event,
  lotPlaceholder,
  money,
  optional,
  reference,
  text,
  timePlaceholder,
} from '@boyun/kernel/contract';
import { boxItemList } from './box-item.contract.ts';
import { BoxItemKind } from './handover.contract.ts';

const boxId = reference({ zh: '盒子', en: 'Edge box' }, 'box');
const boxName = text({ zh: '盒子', en: 'Edge box' }, { max: 64 });
const kind = choice({ zh: '类型', en: 'Kind' }, BoxItemKind);
const plate = optional(text({ zh: '车牌', en: 'Plate' }, { max: 64 }));
const page = '/_cloud_device/box?tab=items';

const placeholders = {
  box: { label: { zh: '盒子', en: 'Edge box' }, value: (data: { readonly boxName: string }) => data.boxName },
  lot: lotPlaceholder,
  time: timePlaceholder,
};

/** What a box handed over could not be taken. */
export const boxItemRefused = event('box-item.refused', {
  label: { zh: '盒子移交的记录待处理', en: 'Something a box handed over was refused' },
  fields: {
    boxId,
    boxName,
    kind,
    plate,
    amountFen: money({ zh: '现金', en: 'Cash' }),
    reason: text({ zh: '原因', en: 'Reason' }, { max: 512 }),
  },
  live: { access: [boxItemList.access] },
  push: {
    placeholders,
    path: page,
    message: 'alarm',
    title: { zh: '盒子移交的记录待处理：{box}', en: 'Handed over and refused: {box}' },
    body: {
      zh: '{lot}的盒子“{box}”在{time}移交的一条记录无法入账，请到“盒子运行”的“移交记录”处理。',
      en: 'Something box "{box}" at {lot} handed over at {time} could not be taken. Settle it under "Boxes at work", "Handed over".',
    },
  },
});

/** A box took another fee than the cloud computes for that moment. */
export const boxFeeDiffered = event('box-item.fee-differed', {
  label: { zh: '盒子收费与云端不一致', en: 'A box took another fee than the cloud computes' },
  fields: {
    boxId,
    boxName,
    plate,
    amountFen: money({ zh: '实收', en: 'Taken' }),
    dueFen: money({ zh: '云端应收', en: 'Due by the cloud' }),
    differenceFen: money({ zh: '差额', en: 'Difference' }, { min: -100_000_000_00 }),
  },
  live: { access: [boxItemList.access] },
  push: {
    placeholders,
    path: page,
    message: 'alarm',
    title: { zh: '盒子收费与云端不一致：{box}', en: 'Fees differ: {box}' },
    body: {
      zh: '{lot}的盒子“{box}”收取的停车费与云端按当时规则计算的不同，请核对。',
      en: 'Box "{box}" at {lot} took another fee than the cloud computes for that moment. Please check.',
    },
  },
});

/** A person settled what could not be taken. */
export const boxItemSettled = event('box-item.settled', {
  label: { zh: '盒子移交的记录已处理', en: 'Something a box handed over was settled' },
  fields: { boxId, kind, note: text({ zh: '处理说明', en: 'How' }, { max: 512 }) },
});
