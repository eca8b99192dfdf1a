import { choice, file, instant, optional, permission, reference, report, text } from '@boyun/kernel/contract';

/** Manual operations at a lane or on an order outside the normal course, numbered as in the product spec, §3. */
export const AbnormalType = {
  1: { zh: '更改车牌', en: 'Changed plate', tone: 'info' },
  2: { zh: '强制出场', en: 'Forced exit', tone: 'warn' },
  3: { zh: '强制入场', en: 'Forced entry', tone: 'warn' },
  4: { zh: '订单编辑', en: 'Edited order', tone: 'info' },
  5: { zh: '入口关闸', en: 'Closed an entry gate', tone: 'neutral' },
  6: { zh: '出口关闸', en: 'Closed an exit gate', tone: 'neutral' },
  7: { zh: '更改车型', en: 'Changed car type', tone: 'info' },
  8: { zh: '更改时间', en: 'Changed time', tone: 'info' },
  9: { zh: '更改图片', en: 'Changed image', tone: 'info' },
  10: { zh: '直接开闸', en: 'Opened directly', tone: 'bad' },
  11: { zh: '免费开闸', en: 'Opened free', tone: 'bad' },
  12: { zh: '车辆出场', en: 'Vehicle out', tone: 'neutral' },
} as const;

/** Where an operation was performed, numbered as in the product spec, §3. */
export const LogSource = {
  1: { zh: '云助手', en: 'Cloud assistant' },
  2: { zh: '岗亭客户端', en: 'Sentry client' },
  3: { zh: '云平台', en: 'Cloud platform' },
  4: { zh: '云客服', en: 'Cloud customer service' },
} as const;

/** Operations outside the normal course with account, source, reason and picture; entries are never changed. */
export const sentryOperationList = report('sentry-operation', {
  title: { zh: '岗亭操作日志', en: 'Sentry operations' },
  path: '/api/sentryOperateLog/list',
  access: permission('sentry-operation.list', { zh: '查看岗亭操作日志', en: 'View: Sentry operations' }),
  alwaysSortable: ['at'],
  filters: {
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    sentryId: optional(reference({ zh: '岗亭', en: 'Sentry box' }, 'sentry')),
    abnormalType: optional(choice({ zh: '异常类型', en: 'Abnormal type' }, AbnormalType)),
    source: optional(choice({ zh: '来源', en: 'Source' }, LogSource)),
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '时间', en: 'Time' }),
    abnormalType: choice({ zh: '异常类型', en: 'Abnormal type' }, AbnormalType),
    source: choice({ zh: '来源', en: 'Source' }, LogSource),
    personName: text({ zh: '操作人', en: 'Who' }),
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    laneId: optional(reference({ zh: '车道', en: 'Lane' }, 'lane')),
    sentryId: optional(reference({ zh: '岗亭', en: 'Sentry box' }, 'sentry')),
    reason: optional(text({ zh: '原因', en: 'Reason' }, { max: 512 })),
    detail: optional(text({ zh: '内容', en: 'What' }, { max: 512 })),
    picture: optional(file({ zh: '图片', en: 'Picture' })),
    orderId: optional(text({ zh: '订单', en: 'Order' })),
  },
});
