import { CommandKind, CommandState } from '@boyun/devices/contract';
import { formatYuan } from '@boyun/domain/money';
import type { Label, Tone } from '@boyun/kernel/contract';
import { PayMethod } from '@boyun/orders/contract';
import { Decision } from '../passing/passing.contract.ts';

type Data = Readonly<Record<string, unknown>>;
type Line = Label & { readonly tone: Tone };

const yuan = (value: unknown) => formatYuan(Number(value ?? 0) as never);

const COMMAND_TONES: Readonly<Partial<Record<CommandState, Tone>>> = {
  uncertain: 'bad',
  opened: 'good',
  passed: 'good',
};

const TEXTS: Readonly<Record<string, (data: Data) => Line>> = {
  'passing.recorded': (data) => {
    const decision = Decision[data.decision as Decision];
    return {
      zh: `${data.laneName} ${data.plate}，${decision.zh}：${data.reasonZh}`,
      en: `${data.laneName}: ${data.plate}, ${decision.en.toLowerCase()}: ${data.reasonEn}`,
      tone: decision.tone,
    };
  },
  'passing.settled': (data) => ({
    zh: String(data.reasonZh),
    en: String(data.reasonEn),
    tone: Decision[data.decision as Decision].tone,
  }),
  'command.changed': (data) => {
    const kind = CommandKind[data.kind as keyof typeof CommandKind];
    const state = CommandState[data.state as CommandState];
    return {
      zh: `${kind.zh}指令：${state.zh}`,
      en: `Barrier (${kind.en.toLowerCase()}): ${state.en}`,
      tone: COMMAND_TONES[data.state as CommandState] ?? 'neutral',
    };
  },
  'alarm.raised': (data) => ({
    zh: `报警“${data.titleZh}”：${data.descriptionZh}`,
    en: `Alarm "${data.titleEn}": ${data.descriptionEn}`,
    tone: 'warn',
  }),
  'alarm.claimed': () => ({ zh: '报警已认领', en: 'The alarm was claimed', tone: 'neutral' }),
  'alarm.closed': (data) =>
    data.outcome === 'false-alarm'
      ? { zh: '报警判定为误报', en: 'It was a false alarm', tone: 'neutral' }
      : { zh: '报警已处理', en: 'The alarm was handled', tone: 'good' },
  'stay.opened': (data) => ({
    zh: `${data.plate} 入场，订单开始`,
    en: `${data.plate} came in, the order began`,
    tone: 'info',
  }),
  'stay.left': (data) => ({
    zh: `车辆离场，费用${yuan(data.feeFen)}元，已付${yuan(data.paidFen)}元`,
    en: `The car left; fee ${yuan(data.feeFen)}, paid ${yuan(data.paidFen)}`,
    tone: 'info',
  }),
  'stay.closed': (data) => ({
    zh: `未见离场，订单关闭，费用${yuan(data.feeFen)}元`,
    en: `Closed without an exit; fee ${yuan(data.feeFen)}`,
    tone: 'warn',
  }),
  'stay.voided': (data) => ({ zh: `订单作废：${data.reason}`, en: `Voided: ${data.reason}`, tone: 'bad' }),
  'order.quoted': (data) => ({
    zh: `出口计费，应付${yuan(data.dueFen)}元`,
    en: `Priced at the exit, ${yuan(data.dueFen)} due`,
    tone: 'neutral',
  }),
  'order.settled': (data) => ({
    zh: `费用结清，累计${yuan(data.paidFen)}元`,
    en: `Settled, ${yuan(data.paidFen)} in all`,
    tone: 'good',
  }),
  'payment.started': (data) => ({
    zh: `开始支付${yuan(data.amountFen)}元`,
    en: `Payment of ${yuan(data.amountFen)} started`,
    tone: 'neutral',
  }),
  'payment.succeeded': (data) => {
    const method = PayMethod[data.channel as keyof typeof PayMethod];
    return {
      zh: `收到${yuan(data.amountFen)}元（${method.zh}）`,
      en: `Received ${yuan(data.amountFen)} (${method.en})`,
      tone: 'good',
    };
  },
  'payment.failed': () => ({ zh: '支付失败', en: 'The payment failed', tone: 'bad' }),
  'payment.closed': () => ({ zh: '支付超时关闭', en: 'The payment timed out', tone: 'warn' }),
};

/** An event of an order in words, with its colour. */
export function eventLine(kind: string, data: Data): Line {
  return TEXTS[kind]?.(data) ?? { zh: kind, en: kind, tone: 'neutral' };
}
