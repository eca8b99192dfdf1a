import { group, instant, list, operation, optional, plate, text } from '@boyun/kernel/contract';
import { blackList } from '../black-list/black-list.contract.ts';
import { standingField } from '../standing/list-kind.contract.ts';

/** The lists that contain a plate now, within the caller's lots; shown below plate inputs. */
export const getPlateStanding = operation('get-plate-standing', {
  title: { zh: '查询车辆身份', en: 'Look up lists of a plate' },
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
          /** Absent if the entry applies to all lots. */
          lotName: optional(text({ zh: '车场', en: 'Parking lot' })),
          validUntil: optional(instant({ zh: '失效时间', en: 'Until' })),
        },
      ),
      { max: 20 },
    ),
  },
  isRead: true,
});
