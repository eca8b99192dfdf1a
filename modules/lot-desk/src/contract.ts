import { lot } from '@boyun/facilities/contract';
import { moduleContract, page } from '@boyun/kernel/contract';
import { getFirstSteps } from './first-run/first-run.contract.ts';
import { getMapSource } from './map/map.contract.ts';
import { closeLot, getReadiness, openingRefusal, openLot } from './opening/opening.contract.ts';
import { lotClosed, lotOpened } from './opening/opening-event.contract.ts';
import { getLotProfile } from './profile/profile.contract.ts';
import { getStructure } from './structure/structure.contract.ts';
import { lotWorkbook } from './workbook/workbook.contract.ts';

export { getFirstSteps, getMapSource };

/** The desk of a lot: its profile, structure, map, editing and import; and the first steps of a tenant. */
export const lotDesk = moduleContract('lot-desk', {
  workbooks: [lotWorkbook],
  events: [lotOpened, lotClosed],
  operations: [getLotProfile, getStructure, getMapSource, getFirstSteps, getReadiness, openLot, closeLot],
  refusals: [openingRefusal],
  pages: [
    page('parkInfo', {
      path: '/_cloud_basic/parkInfo',
      title: getLotProfile.title,
      icon: 'lot',
      area: 'basic',
      access: getLotProfile.access,
    }),
    page('parkEdit', {
      path: '/_cloud_basic/parkEdit',
      title: { zh: '编辑车场', en: 'Edit lot' },
      icon: 'lot',
      area: 'basic',
      access: lot.can.update,
    }),
  ],
});
