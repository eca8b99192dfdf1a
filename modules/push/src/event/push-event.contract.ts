import type { Label } from '@boyun/kernel/contract';

/** An event people can be notified of: its source, placeholders and default texts. */
export interface PushEvent {
  readonly label: Label;
  /** Kind in the event log. */
  readonly from: string;
  readonly placeholders: Readonly<Record<string, Label>>;
  readonly title: Label;
  readonly body: Label;
  /** Page about the event. */
  readonly path: string;
}

const lot = { zh: '车场', en: 'Parking lot' };
const time = { zh: '时间', en: 'Time' };

/** Events people can be notified of. */
export const PUSH_EVENTS = {
  'alarm.raised': {
    label: { zh: '产生报警', en: 'An alarm was raised' },
    from: 'alarm.raised',
    placeholders: {
      title: { zh: '报警', en: 'Alarm' },
      description: { zh: '说明', en: 'Description' },
      plate: { zh: '车牌', en: 'Plate' },
      lot,
      time,
    },
    title: { zh: '【报警】{title} {plate}', en: 'Alarm: {title} {plate}' },
    body: { zh: '{time} {lot}：{description}', en: '{time} {lot}: {description}' },
    path: '/_cloud_operation/Alarm_Dispose',
  },
  'device.offline': {
    label: { zh: '设备离线', en: 'A device fell silent' },
    from: 'device.offline',
    placeholders: { device: { zh: '设备', en: 'Device' }, lot, time },
    title: { zh: '设备离线：{device}', en: 'Device offline: {device}' },
    body: {
      zh: '{lot}的设备“{device}”自{time}起没有心跳，请检查电源与网络。',
      en: '"{device}" at {lot} has been offline since {time}. Check its power and network.',
    },
    path: '/_cloud_device/camera',
  },
  'device.online': {
    label: { zh: '设备恢复在线', en: 'A device was heard again' },
    from: 'device.online',
    placeholders: { device: { zh: '设备', en: 'Device' }, lot, time },
    title: { zh: '设备恢复：{device}', en: 'Device back: {device}' },
    body: { zh: '{lot}的设备“{device}”已于{time}恢复。', en: '"{device}" at {lot} has been back online since {time}.' },
    path: '/_cloud_device/camera',
  },
  'payment.failed': {
    label: { zh: '支付失败', en: 'A payment failed' },
    from: 'payment.failed',
    placeholders: {
      plate: { zh: '车牌', en: 'Plate' },
      amount: { zh: '金额', en: 'Amount' },
      number: { zh: '流水号', en: 'Payment number' },
      lot,
      time,
    },
    title: { zh: '支付失败：{plate}', en: 'Payment failed: {plate}' },
    body: {
      zh: '{time} {lot} {plate} 支付 {amount} 元失败，流水号 {number}。',
      en: '{time} {lot}: a payment of {amount} yuan for {plate} failed, number {number}.',
    },
    path: '/_cloud_operation/payment',
  },
  'charge-rule.submitted': {
    label: { zh: '收费规则待审核', en: 'A tariff waits for review' },
    from: 'charge-rule.submitted',
    placeholders: { rule: { zh: '收费规则', en: 'Charge rule' }, number: { zh: '版本', en: 'Version' }, time },
    title: { zh: '待审核：收费规则“{rule}”', en: 'To be reviewed: charge rule "{rule}"' },
    body: {
      zh: '收费规则“{rule}”第{number}版于{time}提交，请审核。',
      en: 'Version {number} of charge rule "{rule}" was submitted at {time}. Please review it.',
    },
    path: '/_cloud_operation/chargeRule',
  },
  'charge-rule.ending': {
    label: { zh: '收费规则即将到期', en: 'A charge rule is about to end' },
    from: 'charge-rule.ending',
    placeholders: { rule: { zh: '收费规则', en: 'Charge rule' }, day: { zh: '日期', en: 'Day' }, time },
    title: { zh: '即将到期：收费规则“{rule}”', en: 'Ending: charge rule "{rule}"' },
    body: {
      zh: '收费规则“{rule}”将于{day}到期或换用新版本，请确认安排。',
      en: 'Charge rule "{rule}" ends or changes on {day}. Check what applies afterwards.',
    },
    path: '/_cloud_operation/chargeBinding',
  },
  'pack.expiring': {
    label: { zh: '月卡即将到期', en: 'A pack is about to end' },
    from: 'pack.expiring',
    placeholders: {
      plate: { zh: '车牌', en: 'Plate' },
      rule: { zh: '月卡规则', en: 'Rule of the pack' },
      owner: { zh: '车主', en: 'Owner' },
      day: { zh: '到期日', en: 'Last day' },
      lot,
      time,
    },
    title: { zh: '月卡即将到期：{plate}', en: 'Pack about to end: {plate}' },
    body: {
      zh: '您好，{lot}车辆{plate}的“{rule}”有效至{day}，请及时续费。',
      en: 'The pack "{rule}" of {plate} at {lot} is valid until {day}. Please renew it in time.',
    },
    path: '/_cloud_operation/packManage',
  },
  'arrears.reminded': {
    label: { zh: '催缴欠费', en: 'Arrears were reminded of' },
    from: 'arrears.reminded',
    placeholders: {
      plate: { zh: '车牌', en: 'Plate' },
      amount: { zh: '欠费金额', en: 'Owed' },
      count: { zh: '订单数', en: 'Orders' },
      link: { zh: '支付链接', en: 'Payment link' },
      time,
    },
    title: { zh: '停车欠费提醒：{plate}', en: 'Parking fees owed: {plate}' },
    body: {
      zh: '您好，车辆{plate}有{count}笔停车欠费共{amount}元，请点击 {link} 支付，或到任一出入口、岗亭补缴。如已缴费请忽略。',
      en: '{plate} owes {amount} yuan for {count} stays. Pay at {link}, any gate or booth. Ignore this message if you have paid.',
    },
    path: '/_cloud_operation/arrears',
  },
  'feedback.received': {
    label: { zh: '收到意见反馈', en: 'A driver wrote' },
    from: 'feedback.received',
    placeholders: {
      number: { zh: '反馈编号', en: 'Number' },
      plate: { zh: '车牌', en: 'Plate' },
      content: { zh: '内容', en: 'What was written' },
      lot,
      time,
    },
    title: { zh: '新的意见反馈：{lot}', en: 'New feedback: {lot}' },
    body: { zh: '{time} 反馈{number}：{content}', en: '{time}, feedback {number}: {content}' },
    path: '/_cloud_operation/feedback',
  },
  'feedback.answered': {
    label: { zh: '回复意见反馈', en: 'Feedback was answered' },
    from: 'feedback.answered',
    placeholders: {
      number: { zh: '反馈编号', en: 'Number' },
      plate: { zh: '车牌', en: 'Plate' },
      answer: { zh: '回复内容', en: 'Answer' },
      lot,
    },
    title: { zh: '意见反馈已回复', en: 'Your feedback was answered' },
    body: {
      zh: '您好，您对{lot}的反馈（{number}）已有回复：{answer}',
      en: 'Your feedback {number} about {lot} was answered: {answer}',
    },
    path: '/_cloud_operation/feedback',
  },
} as const satisfies Readonly<Record<string, PushEvent>>;
export type PushEventKind = keyof typeof PUSH_EVENTS;

/** The events as choices. */
export const PushEventChoice = Object.fromEntries(
  Object.entries(PUSH_EVENTS).map(([kind, one]) => [kind, one.label]),
) as Readonly<Record<PushEventKind, Label>>;
