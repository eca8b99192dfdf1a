import {
  group,
  instant,
  integer,
  type Label,
  list,
  operation,
  optional,
  permission,
  refusals,
  text,
} from '@boyun/kernel/contract';

/** Retention term of a kind of data: bounds and default in days, and the reason. */
interface Term {
  readonly label: Label;
  readonly min: number;
  readonly max: number;
  readonly byDefault: number;
  readonly why: Label;
}

/** Every kind of data with a term; modules name them by key in `retained`. */
export const TERMS = {
  passingPicture: {
    label: { zh: '过车图片', en: 'Pictures of passings' },
    min: 30,
    max: 1095,
    byDefault: 90,
    why: {
      zh: '30~1095 天。反恐重点目标的视频图像至少保存 90 日（反恐怖主义法第三十二条）；不再需要时应删除（个人信息保护法第四十七条）',
      en: '30 to 1095 days. Key sites keep images for at least 90 days (Counter-Terrorism Law, art. 32); they are deleted once not needed (PIPL, art. 47)',
    },
  },
  strangerPlate: {
    label: { zh: '临时车车牌', en: 'Plates of cars on no list' },
    min: 90,
    max: 1825,
    byDefault: 365,
    why: {
      zh: '90~1825 天，之后在已结清的订单、支付与过车记录中匿名化（如 粤A****）；名单内车辆不受影响（个人信息保护法第十九条：保存期限为实现目的所必要的最短时间）',
      en: '90 to 1825 days, then masked but for the first two characters in settled orders, payments and passings; cars on lists keep theirs (PIPL, art. 19: no longer than the purpose needs)',
    },
  },
  passing: {
    label: {
      zh: '过车记录、开闸指令、刷卡、呼叫、POS操作与地磁日统计',
      en: 'Passings, barrier commands, card swipes, calls, work with POS and days of detectors',
    },
    min: 183,
    max: 3650,
    byDefault: 1095,
    why: {
      zh: '183~3650 天。交易信息自交易完成之日起至少保存三年（电子商务法第三十一条）；订单、支付与账目不删除',
      en: '183 to 3650 days. Records of transactions are kept for three years (E-Commerce Law, art. 31); orders, payments and the ledger are never removed',
    },
  },
  deviceMessage: {
    label: { zh: '设备上报消息与车位信号', en: 'Messages of devices and signals of spots' },
    min: 7,
    max: 365,
    byDefault: 30,
    why: {
      zh: '7~365 天。抓拍、串口数据与车位检测器信号，仅用于排查设备问题',
      en: '7 to 365 days. Snapshots, serial data and signals of spot detectors, for diagnosing device faults',
    },
  },
  pushSend: {
    label: { zh: '短信与邮件发送记录', en: 'SMS and mails sent' },
    min: 30,
    max: 1095,
    byDefault: 365,
    why: {
      zh: '30~1095 天。含手机号与内容，用于核对是否送达；按整月清理',
      en: '30 to 1095 days. They contain numbers and texts as proof of delivery; removed by whole months',
    },
  },
  auditLog: {
    label: { zh: '操作日志', en: 'Audit log' },
    min: 183,
    max: 3650,
    byDefault: 1095,
    why: {
      zh: '183~3650 天。网络日志至少留存六个月（网络安全法第二十一条）；按整月清理',
      en: '183 to 3650 days. Logs are kept for six months at least (Cybersecurity Law, art. 21); removed by whole months',
    },
  },
  loginLog: {
    label: { zh: '登录日志', en: 'Login log' },
    min: 183,
    max: 3650,
    byDefault: 365,
    why: {
      zh: '183~3650 天。网络日志至少留存六个月（网络安全法第二十一条）；按整月清理',
      en: '183 to 3650 days. Logs are kept for six months at least (Cybersecurity Law, art. 21); removed by whole months',
    },
  },
  event: {
    label: { zh: '事件日志', en: 'Event log' },
    min: 1095,
    max: 3650,
    byDefault: 1825,
    why: {
      zh: '1095~3650 天。订单时间线与统计核对的依据，交易信息至少保存三年（电子商务法第三十一条）；按整月清理，以平台各租户中最长的期限为准',
      en: '1095 to 3650 days. Timelines of orders and checks of statistics rest on it; records of transactions are kept for three years (E-Commerce Law, art. 31). It goes by whole months, after the longest term of all tenants of the installation',
    },
  },
  alarm: {
    label: { zh: '已处理的告警', en: 'Handled alarms' },
    min: 183,
    max: 3650,
    byDefault: 1095,
    why: {
      zh: '183~3650 天，未处理的告警不清理；网络安全事件记录至少留存六个月（网络安全法第二十一条）',
      en: '183 to 3650 days; open alarms stay. Records of security events are kept for six months at least (Cybersecurity Law, art. 21)',
    },
  },
  feedback: {
    label: { zh: '已办结的车主反馈', en: 'Closed feedback of drivers' },
    min: 183,
    max: 3650,
    byDefault: 1095,
    why: {
      zh: '183~3650 天，未办结的反馈不清理。含手机号与图片；民事诉讼时效为三年（民法典第一百八十八条）',
      en: '183 to 3650 days; open feedback stays. It contains numbers and pictures. Claims lapse after three years (Civil Code, art. 188)',
    },
  },
  repair: {
    label: { zh: '已关闭的维修工单', en: 'Closed repair orders' },
    min: 183,
    max: 3650,
    byDefault: 1095,
    why: {
      zh: '183~3650 天，未关闭的工单不清理。含图片与费用，用于核对维修和设备寿命',
      en: '183 to 3650 days; open orders stay. They contain pictures and costs, by which repairs and the life of devices are judged',
    },
  },
  message: {
    label: { zh: '站内消息', en: 'Messages to staff' },
    min: 30,
    max: 1095,
    byDefault: 180,
    why: {
      zh: '30~1095 天。通知员工之用，不作为凭证',
      en: '30 to 1095 days. They notify staff and are not evidence',
    },
  },
} as const satisfies Readonly<Record<string, Term>>;
export type TermKey = keyof typeof TERMS;

/** The keys of the terms, in the order of the form. */
export const termKeys = Object.keys(TERMS) as TermKey[];

const days = (key: TermKey) => {
  const { label, min, max, byDefault, why } = TERMS[key];
  return integer({ zh: `${label.zh}（天）`, en: `${label.en} (days)` }, { min, max, byDefault, hint: why });
};

const settings = {
  passingPictureDays: days('passingPicture'),
  strangerPlateDays: days('strangerPlate'),
  passingDays: days('passing'),
  deviceMessageDays: days('deviceMessage'),
  pushSendDays: days('pushSend'),
  auditLogDays: days('auditLog'),
  loginLogDays: days('loginLog'),
  eventDays: days('event'),
  alarmDays: days('alarm'),
  feedbackDays: days('feedback'),
  repairDays: days('repair'),
  messageDays: days('message'),
};

const version = integer({ zh: '版本', en: 'Version' });

/** The terms, and the stored amount of each kind. */
export const getRetention = operation('get-retention', {
  title: { zh: '数据保存期限', en: 'Data retention' },
  path: '/api/retention/get',
  access: permission('retention.view', { zh: '查看数据保存期限', en: 'View data retention' }),
  perMinute: 60,
  input: {},
  output: {
    ...settings,
    version,
    beginsAt: instant({ zh: '开始清理时间', en: 'Removal begins' }),
    kinds: list(
      { zh: '数据', en: 'Data' },
      group(
        { zh: '数据', en: 'Data' },
        {
          key: text({ zh: '类型', en: 'Kind' }),
          oldestAt: optional(instant({ zh: '最早一条', en: 'Oldest' })),
          rowCount: integer({ zh: '估计条数', en: 'Rows (estimated)' }),
          kilobytes: integer({ zh: '估计占用（KB）', en: 'Size (KB, estimated)' }),
          lastRunAt: optional(instant({ zh: '上次清理', en: 'Last run' })),
          lastCount: integer({ zh: '上次清理条数', en: 'Removed by the last run' }),
          totalCount: integer({ zh: '累计清理条数', en: 'Removed in all' }),
        },
      ),
    ),
  },
  isRead: true,
});

/** Saves the terms; the next run permanently removes older data. */
export const saveRetention = operation('save-retention', {
  title: { zh: '修改数据保存期限', en: 'Change data retention' },
  path: '/api/retention/save',
  access: permission('retention.update', { zh: '修改数据保存期限', en: 'Change data retention' }),
  input: { ...settings, version },
  output: {},
  audit: 'retention.saved',
  needsPassword: {
    zh: '缩短期限会永久删除超期数据，无法恢复。是否保存？',
    en: 'A shorter term permanently removes older data. Save the terms?',
  },
});

/** Why terms are refused. */
export const retentionRefusal = refusals('retention', {
  'picture-longer': {
    status: 422,
    zh: '过车图片的期限不能长于过车记录',
    en: 'Pictures of passings cannot be kept longer than the passings themselves',
  },
});
