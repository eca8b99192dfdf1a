import { box, camera } from '@boyun/devices/contract';
import { area, garage, gate, lane, lot, spot } from '@boyun/facilities/contract';
import { workbook } from '@boyun/kernel/contract';

/** One or more whole lots in one file: the sheets are ordered so that each refers only to earlier ones. */
export const lotWorkbook = workbook('lot-workbook', {
  title: { zh: '整场工作簿', en: 'Workbook of a lot' },
  path: '/api/lotWorkbook',
  sheets: [
    { title: area.title, of: area },
    { title: { zh: '车场', en: 'Lots' }, of: lot },
    { title: garage.title, of: garage },
    { title: gate.title, of: gate },
    { title: lane.title, of: lane },
    { title: camera.title, of: camera },
    { title: { zh: '盒子', en: 'Boxes' }, of: box },
    { title: spot.title, of: spot },
  ],
});
