import { DeviceState } from '@boyun/devices/contract';
import { choice, instant, integer, optional, permission, reference, report, text } from '@boyun/kernel/contract';
import { BoxUpdateState } from '../update/box-update.contract.ts';

/** Whether a box has everything it was told. */
export const BoxDataState = {
  none: { zh: '未读取', en: 'Never read', tone: 'neutral' },
  behind: { zh: '落后', en: 'Behind', tone: 'warn' },
  current: { zh: '最新', en: 'Up to date', tone: 'good' },
} as const;

/** How the boxes on site are doing. */
export const boxWorkList = report('box-work', {
  title: { zh: '盒子运行', en: 'Boxes at work' },
  path: '/api/boxWork/list',
  access: permission('box-work.list', { zh: '查看盒子运行', en: 'View: Boxes at work' }),
  filters: {
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    name: optional(text({ zh: '名称', en: 'Name' }, { max: 64 })),
    state: optional(choice({ zh: '状态', en: 'State' }, DeviceState)),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    state: choice({ zh: '状态', en: 'State' }, DeviceState),
    lastSeenAt: optional(instant({ zh: '最后心跳', en: 'Last heartbeat' })),
    queueLength: optional(integer({ zh: '积压', en: 'Waiting' })),
    queueCapacity: optional(integer({ zh: '队列容量', en: 'Can keep' }, { max: 10_000_000 })),
    oldestAt: optional(instant({ zh: '最早未传记录', en: 'Oldest record' })),
    clockOffsetMs: optional(
      integer({ zh: '时钟偏差', en: 'Clock off by' }, { min: -2_000_000_000, max: 2_000_000_000 }),
    ),
    dataState: choice({ zh: '数据', en: 'Data' }, BoxDataState),
    readAt: optional(instant({ zh: '数据读取时间', en: 'Data read' })),
    appVersion: optional(text({ zh: '版本', en: 'Version' }, { max: 32 })),
    updateVersion: optional(text({ zh: '升级到', en: 'Update to' }, { max: 32 })),
    updateState: optional(choice({ zh: '升级', en: 'Update' }, BoxUpdateState)),
    handedAt: optional(instant({ zh: '最近移交', en: 'Last hand-over' })),
    dayCount: integer({ zh: '24小时移交', en: 'Handed over in 24 h' }),
    refusedCount: integer({ zh: '待处理', en: 'Refused' }),
  },
});
