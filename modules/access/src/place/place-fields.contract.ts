import { list, reference, refusals } from '@boyun/kernel/contract';

const id = (to: string) => reference({ zh: '编号', en: 'Id' }, to);

/** The places of a data scope: regions with everything below them, areas, single lots. */
export const placeFields = {
  regionIds: list({ zh: '行政区域', en: 'Regions' }, id('region'), { max: 200 }),
  areaIds: list({ zh: '片区', en: 'Areas' }, id('area'), { max: 200 }),
  lotIds: list({ zh: '车场', en: 'Parking lots' }, id('lot'), { max: 1000 }),
};

export const placeRefusal = refusals('department', {
  'beyond-own-lots': {
    status: 422,
    zh: '只能授予自己可管理的车场范围',
    en: 'You can only grant lots that you manage yourself',
  },
});
