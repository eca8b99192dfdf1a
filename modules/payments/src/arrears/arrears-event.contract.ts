import { formatYuan } from '@boyun/domain/money';
import { event, flag, integer, money, optional, phone, plate, text, timePlaceholder } from '@boyun/kernel/contract';

/** A plate was reminded by SMS of all it owes. */
export const arrearsReminded = event('arrears.reminded', {
  label: { zh: '催缴欠费', en: 'Arrears were reminded of' },
  fields: {
    plate: plate(),
    mobile: optional(phone({ zh: '手机号', en: 'Mobile' })),
    amountFen: money({ zh: '欠费金额', en: 'Due' }),
    count: integer({ zh: '欠费笔数', en: 'Orders' }),
    link: text({ zh: '支付链接', en: 'Payment link' }, { max: 255 }),
    isAutomatic: flag({ zh: '自动催缴', en: 'Sent by the rule' }),
  },
  push: {
    placeholders: {
      plate: { label: { zh: '车牌', en: 'Plate' }, value: (data) => data.plate },
      amount: { label: { zh: '欠费金额', en: 'Owed' }, value: (data) => formatYuan(data.amountFen) },
      count: { label: { zh: '订单数', en: 'Orders' }, value: (data) => data.count },
      link: { label: { zh: '支付链接', en: 'Payment link' }, value: (data) => data.link },
      time: timePlaceholder,
    },
    title: { zh: '停车欠费提醒：{plate}', en: 'Parking fees owed: {plate}' },
    body: {
      zh: '您好，车辆{plate}有{count}笔停车欠费共{amount}元，请点击 {link} 支付，或到任一出入口、岗亭补缴。如已缴费请忽略。',
      en: '{plate} owes {amount} yuan for {count} stays. Pay at {link}, any gate or booth. Ignore this message if you have paid.',
    },
    path: '/_cloud_operation/arrears',
    message: 'reminder',
    mobile: (data) => data.mobile,
  },
});
