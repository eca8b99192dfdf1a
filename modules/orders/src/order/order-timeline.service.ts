import { formatYuan } from '@boyun/domain/money';
import type { Label } from '@boyun/kernel/contract';

const yuan = (value: unknown) => formatYuan(Number(value ?? 0) as never);

const TEXTS: Readonly<Record<string, (data: Readonly<Record<string, unknown>>) => Label>> = {
  'stay.opened': (data) => ({ zh: `${data.plate} 入场，订单开始`, en: `${data.plate} came in, the order began` }),
  'stay.left': (data) => ({
    zh: `车辆离场，费用${yuan(data.feeFen)}元，已付${yuan(data.paidFen)}元`,
    en: `The car left; fee ${yuan(data.feeFen)}, paid ${yuan(data.paidFen)}`,
  }),
  'stay.closed': (data) => ({
    zh: `未见离场，订单关闭，费用${yuan(data.feeFen)}元`,
    en: `Closed without an exit; fee ${yuan(data.feeFen)}`,
  }),
  'stay.voided': (data) => ({ zh: `订单作废：${data.reason}`, en: `Voided: ${data.reason}` }),
  'order.quoted': (data) => ({
    zh: `出口计费，应付${yuan(data.dueFen)}元`,
    en: `Priced at the exit, ${yuan(data.dueFen)} due`,
  }),
  'order.settled': (data) => ({
    zh: `费用结清，累计${yuan(data.paidFen)}元`,
    en: `Settled, ${yuan(data.paidFen)} in all`,
  }),
  'payment.started': (data) => ({
    zh: `开始支付${yuan(data.amountFen)}元`,
    en: `Payment of ${yuan(data.amountFen)} started`,
  }),
  'payment.succeeded': (data) => ({
    zh: `收到${data.channel === 'cash' ? '现金' : '电子支付'}${yuan(data.amountFen)}元`,
    en: `Received ${yuan(data.amountFen)} (${data.channel})`,
  }),
  'payment.failed': () => ({ zh: '支付失败', en: 'The payment failed' }),
  'payment.closed': () => ({ zh: '支付超时关闭', en: 'The payment timed out' }),
};

/** An event of an order in words. */
export function eventText(kind: string, data: Readonly<Record<string, unknown>>): Label {
  return TEXTS[kind]?.(data) ?? { zh: kind, en: kind };
}
