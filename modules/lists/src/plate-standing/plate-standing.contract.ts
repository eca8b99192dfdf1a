import { group, instant, list, operation, optional, plate, text } from '@boyun/kernel/contract';
import { blackList } from '../black-list/black-list.contract.ts';
import { standingField } from '../standing/list-kind.contract.ts';

/** On which lists a plate stands now, within the lots of the caller; shown where a plate is typed. */
export const getPlateStanding = operation('get-plate-standing', {
  title: { zh: '查询车辆身份', en: 'Lists a car stands on' },
  path: '/api/plateStanding/get',
  access: blackList.can.list,
  input: { plate: plate() },
  output: {
    entries: list(
      { zh: '名单', en: 'Lists' },
      group(
        { zh: '名单', en: 'List' },
        {
          kind: { ...standingField, label: { zh: '名单', en: 'List' } },
          /** None where it holds in all lots. */
          lotName: optional(text({ zh: '车场', en: 'Parking lot' })),
          validUntil: optional(instant({ zh: '失效时间', en: 'Until' })),
        },
      ),
      { max: 20 },
    ),
  },
  isRead: true,
});
