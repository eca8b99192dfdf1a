import { choice, event, money, optional, reference, text } from '@boyun/kernel/contract';
import { PosActKind, PosEventKind } from './pos.contract.ts';

/** Something happened to a terminal: it was handed out, taken back, lost. */
export const posChanged = event('pos-device.changed', {
  label: { zh: 'POS机领用、归还或报失', en: 'A POS was handed out, taken back or lost' },
  fields: {
    deviceNo: text({ zh: '设备编号', en: 'Number' }),
    kind: choice({ zh: '事项', en: 'What' }, PosEventKind),
    collectorId: optional(reference({ zh: '收费员', en: 'Collector' }, 'account')),
  },
});

/** Something a collector had done could not be booked when it arrived. */
export const posActRefused = event('pos-act.refused', {
  label: { zh: 'POS操作未能入账', en: 'Work with a POS could not be booked' },
  fields: {
    kind: choice({ zh: '操作', en: 'What' }, PosActKind),
    plate: optional(text({ zh: '车牌', en: 'Plate' })),
    cashFen: money({ zh: '现金', en: 'Cash' }),
    reason: text({ zh: '原因', en: 'Reason' }),
  },
});

/** A person settled what could not be booked. */
export const posActHandled = event('pos-act.handled', {
  label: { zh: 'POS操作已处理', en: 'Work with a POS was settled' },
  fields: { note: text({ zh: '处理说明', en: 'How' }) },
});
