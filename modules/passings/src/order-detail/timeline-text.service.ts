import { CommandKind, CommandState } from '@boyun/devices/contract';
import { formatYuan } from '@boyun/domain/money';
import type { Label, Tone } from '@boyun/kernel/contract';
import { PayChannel } from '@boyun/orders/contract';
import { Decision } from '../passing/passing.contract.ts';

type Data = Readonly<Record<string, unknown>>;
type Line = Label & { readonly tone: Tone };

const yuan = (value: unknown) => formatYuan(Number(value ?? 0) as never);

const COMMAND_TONES: Readonly<Partial<Record<CommandState, Tone>>> = {
  uncertain: 'bad',
  opened: 'good',
  passed: 'good',
};

/** A correction: what changed from what to what, who asked and why, who agreed. */
function changed(data: Data, what: Label, tone: Tone): Line {
  const changes = (data.changes ?? []) as readonly { label: Label; before: Label; after: Label }[];
  const words = (language: 'zh' | 'en') =>
    changes.map((one) => `${one.label[language]} ${one.before[language]} → ${one.after[language]}`);
  const names = ((data.reviewers ?? []) as readonly string[]).join('、');
  return {
    zh: `${what.zh}：${[...words('zh'), data.reason].join('；')}（${data.requestedBy}${names ? `，审核：${names}` : ''}）`,
    en: `${what.en}: ${[...words('en'), data.reason].join('; ')} (${data.requestedBy}${names ? `, agreed by ${names}` : ''})`,
    tone,
  };
}

/** What somebody decided about a request. */
function decided(data: Data, what: Label, tone: Tone): Line {
  const note = data.note ? { zh: `，${data.note}`, en: `; ${data.note}` } : { zh: '', en: '' };
  return {
    zh: `${what.zh}：${data.summaryZh}（${data.byName}${note.zh}）`,
    en: `${what.en}: ${data.summaryEn} (${data.byName}${note.en})`,
    tone,
  };
}

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
  'stay.exit-found': (data) => ({
    zh: `补传的出场记录：车辆已于当时离场，费用由${yuan(data.feeBeforeFen)}元更正为${yuan(data.feeFen)}元`,
    en: `An exit arrived late: it had left there; the fee of ${yuan(data.feeBeforeFen)} became ${yuan(data.feeFen)}`,
    tone: 'info',
  }),
  'stay.plate-read': (data) => ({
    zh: `刷卡后识别出车牌，${data.plateBefore} 更正为 ${data.plate}`,
    en: `Its plate was read after the card: ${data.plateBefore} became ${data.plate}`,
    tone: 'info',
  }),
  'stay.voided': (data) => changed(data, { zh: '订单作废', en: 'Voided' }, 'bad'),
  'stay.restored': (data) => changed(data, { zh: '订单恢复', en: 'Restored' }, 'good'),
  'order.closed-by-hand': (data) => changed(data, { zh: '人工关闭订单', en: 'Closed by hand' }, 'warn'),
  'order.times-corrected': (data) => changed(data, { zh: '更正进出时间', en: 'Times corrected' }, 'info'),
  'order.plate-corrected': (data) => changed(data, { zh: '更正车牌', en: 'Plate corrected' }, 'info'),
  'order.picture-corrected': (data) => changed(data, { zh: '更换图片', en: 'Picture replaced' }, 'info'),
  'order.waived': (data) => changed(data, { zh: '减免欠费', en: 'Waived' }, 'info'),
  'review.requested': (data) => ({
    zh: `提交审核：${data.summaryZh}（${data.reason}）`,
    en: `Sent for review: ${data.summaryEn} (${data.reason})`,
    tone: 'info',
  }),
  'review.advanced': (data) => decided(data, { zh: '本级审核通过', en: 'One level agreed' }, 'info'),
  'review.approved': (data) => decided(data, { zh: '审核通过', en: 'Approved' }, 'good'),
  'review.rejected': (data) => decided(data, { zh: '审核驳回', en: 'Rejected' }, 'bad'),
  'review.withdrawn': (data) => decided(data, { zh: '申请撤回', en: 'Request withdrawn' }, 'neutral'),
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
    const method = PayChannel[data.channel as PayChannel];
    return {
      zh: `收到${yuan(data.amountFen)}元（${method.zh}）`,
      en: `Received ${yuan(data.amountFen)} (${method.en})`,
      tone: 'good',
    };
  },
  'order.refund-agreed': (data) => changed(data, { zh: '同意退款', en: 'Refund agreed' }, 'info'),
  'payment.refund-started': (data) => ({
    zh: `退款${yuan(-Number(data.amountFen))}元处理中`,
    en: `Refund of ${yuan(-Number(data.amountFen))} is under way`,
    tone: 'neutral',
  }),
  'payment.refunded': (data) => {
    const way = PayChannel[data.channel as PayChannel];
    return {
      zh: `已退${yuan(-Number(data.amountFen))}元（${way.zh}）`,
      en: `Gave back ${yuan(-Number(data.amountFen))} (${way.en})`,
      tone: 'info',
    };
  },
  'payment.refund-failed': (data) => ({
    zh: `退款${yuan(-Number(data.amountFen))}元失败，渠道未受理，请换一种方式再退`,
    en: `The refund of ${yuan(-Number(data.amountFen))} failed at the provider: give it back another way`,
    tone: 'bad',
  }),
  'payment.failed': () => ({ zh: '支付失败', en: 'The payment failed', tone: 'bad' }),
  'payment.closed': () => ({ zh: '支付超时关闭', en: 'The payment timed out', tone: 'warn' }),
};

/** An event of an order in words, with its colour. */
export function eventLine(kind: string, data: Data): Line {
  return TEXTS[kind]?.(data) ?? { zh: kind, en: kind, tone: 'neutral' };
}
