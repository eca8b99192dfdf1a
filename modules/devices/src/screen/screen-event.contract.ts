import { optional, reference } from '@boyun/kernel/contract';
import { nameOfThing, stateEvents } from '../notice/state-event.contract.ts';
import { screen } from './screen.contract.ts';

const states = stateEvents('screen.offline', 'screen.online', {
  what: { zh: '显示屏', en: 'Screen' },
  one: 'A screen',
  fields: {
    screenId: reference({ zh: '显示屏编号', en: 'Screen' }, 'screen'),
    laneId: optional(reference({ zh: '车道编号', en: 'Lane' }, 'lane')),
    name: nameOfThing,
  },
  access: screen.can.list,
  path: '/_cloud_device/screen',
});

/** A screen did not answer several times in a row. */
export const screenOffline = states.offline;

/** A screen answered again. */
export const screenOnline = states.online;
