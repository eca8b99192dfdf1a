import { AlarmKind } from '@boyun/alarms/contract';
import { choice, integer, inUse, list, optional, reference, resource, text } from '@boyun/kernel/contract';
import { RepairUrgency } from '../repair/repair.contract.ts';

/** The alarms that become repair orders. */
export const RepairedAlarm = {
  'device-offline': AlarmKind['device-offline'],
  'barrier-fault': AlarmKind['barrier-fault'],
  'command-uncertain': AlarmKind['command-uncertain'],
  'camera-fault': AlarmKind['camera-fault'],
  'battery-low': AlarmKind['battery-low'],
  'queue-full': AlarmKind['queue-full'],
  'lens-dirty': AlarmKind['lens-dirty'],
  'clock-drift': AlarmKind['clock-drift'],
} as const;

/** Rules by which alarms that nobody ends become repair orders. */
export const repairRule = resource('repair-rule', {
  title: { zh: '报修规则', en: 'Repair rules' },
  path: '/api/repairRule',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    alarmKind: choice({ zh: '报警', en: 'Alarm' }, RepairedAlarm, { byDefault: 'device-offline' }),
    lotIds: {
      ...list({ zh: '车场', en: 'Lots' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot'), { max: 500 }),
      hint: { zh: '不选表示全部车场', en: 'None for all lots' },
      whenEmpty: { zh: '全部车场', en: 'All lots' },
    },
    afterMinutes: integer(
      { zh: '持续（分钟）', en: 'After (min)' },
      {
        min: 0,
        max: 10_080,
        byDefault: 30,
        hint: {
          zh: '报警持续这么久仍未处理时自动报修',
          en: 'The alarm becomes an order when nobody has handled it by then',
        },
      },
    ),
    urgency: choice({ zh: '紧急程度', en: 'Urgency' }, RepairUrgency, { byDefault: 'medium' }),
    assigneeId: optional({
      ...reference({ zh: '派给', en: 'Given to' }, 'employee'),
      hint: { zh: '不选时由人工派单', en: 'Left out, a person dispatches it' },
    }),
    isEnabled: inUse,
  },
  columns: ['name', 'alarmKind', 'lotIds', 'afterMinutes', 'urgency', 'assigneeId', 'isEnabled'],
  search: { name: 'contains', alarmKind: 'equals', isEnabled: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
  order: [{ field: 'name' }],
});
