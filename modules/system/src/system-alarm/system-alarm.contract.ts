import {
  choice,
  group,
  instant,
  integer,
  type Label,
  list,
  operation,
  optional,
  permission,
  report,
  text,
} from '@boyun/kernel/contract';

/** Whether a fault persists. */
export const SystemAlarmState = {
  open: { zh: '未恢复', en: 'Open', tone: 'bad' },
  ended: { zh: '已恢复', en: 'Ended', tone: 'neutral' },
} as const;

/** Kinds of faults by their name in metrics and logs. */
const KINDS: Readonly<Record<string, Label>> = {
  'approval-flow-change': { zh: '审批流程待变更', en: 'Approval flow is about to change' },
  'consumer-lag': { zh: '后台处理落后', en: 'Background work is behind' },
  'database-write': { zh: '数据库无法写入', en: 'Database not writable' },
  'disk-space': { zh: '磁盘空间不足', en: 'Low disk space' },
  'event-set-aside': { zh: '事件已搁置', en: 'Event set aside' },
  partitions: { zh: '缺少月份分区', en: 'Missing partitions' },
  'pictures-lost': { zh: '过车图片无法写入', en: 'Pictures cannot be stored' },
};

/** Returns the label of a kind of system alarm; an unlisted one is labelled by its name. */
export function systemAlarmKind(name: string): Label {
  return KINDS[name] ?? { zh: name, en: name };
}

/** Permission to see system alarms: all of them on the platform, a tenant's own otherwise. */
export const seeSystemAlarms = permission('system-alarm.list', { zh: '查看系统报警', en: 'View: System alarms' });
const name = text({ zh: '报警类型', en: 'Kind' });
const subject = text({ zh: '对象', en: 'Subject' });
const words = text({ zh: '说明', en: 'What is wrong' }, { max: 2000, isLong: true });
const raisedAt = instant({ zh: '开始时间', en: 'Raised' });

/** Faults of the installation, open ones first: all of them for the platform, a tenant's own for the tenant. */
export const systemAlarmList = report('system-alarm', {
  title: { zh: '系统报警', en: 'System alarms' },
  path: '/api/systemAlarm/list',
  access: seeSystemAlarms,
  filters: {
    state: optional(choice({ zh: '状态', en: 'State' }, SystemAlarmState)),
    text: optional(text({ zh: '关键字', en: 'Keyword' }, { max: 64 })),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    state: choice({ zh: '状态', en: 'State' }, SystemAlarmState),
    name,
    subject,
    text: words,
    tenantName: optional(text({ zh: '租户', en: 'Tenant' })),
    raisedAt,
    lastSeenAt: instant({ zh: '最近发现', en: 'Last seen' }),
    endedAt: optional(instant({ zh: '恢复时间', en: 'Ended' })),
  },
  totals: { openCount: integer({ zh: '未恢复', en: 'Open' }) },
});

/** The number of open alarms visible to the caller, and the latest of them. */
export const getOpenSystemAlarms = operation('get-open-system-alarms', {
  title: { zh: '未恢复的系统报警', en: 'Open system alarms' },
  path: '/api/systemAlarm/getOpen',
  access: seeSystemAlarms,
  input: {},
  output: {
    openCount: integer({ zh: '未恢复', en: 'Open' }),
    alarms: list(
      { zh: '系统报警', en: 'System alarms' },
      group(
        { zh: '系统报警', en: 'System alarm' },
        { id: text({ zh: '编号', en: 'Id' }), name, subject, text: words, raisedAt },
      ),
      { max: 20 },
    ),
  },
  isRead: true,
});

/** Address of the page of system alarms. */
export const SYSTEM_ALARM_PATH = '/_cloud_system/systemAlarm';
