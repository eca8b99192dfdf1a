import type { ChoiceTable } from '@boyun/kernel/contract';

/**
 * How a car passed. In a type that is not physical no car drove through: it is excluded from traffic counts and from the
 * duration histogram.
 */
export const PassType = {
  unconfirmed: { zh: '未确认', en: 'Unconfirmed', isPhysical: false },
  automatic: { zh: '自动放行', en: 'Automatic', isPhysical: true },
  confirmed: { zh: '人工确认', en: 'Confirmed by staff', isPhysical: true },
  exceptional: { zh: '异常放行', en: 'Let through as an exception', isPhysical: true },
  'remote-control': { zh: '远程开闸', en: 'Remote control', isPhysical: true },
  'self-service': { zh: '自助缴费', en: 'Self-service', isPhysical: true },
  'suspicious-follow': { zh: '疑似跟车', en: 'Suspicious follow', isPhysical: true },
  'stock-take-entry': { zh: '盘点入场', en: 'Stock-take entry', isPhysical: true },
  'offline-automatic': { zh: '离线自动', en: 'Offline automatic', isPhysical: true },
  'offline-remote': { zh: '离线遥控', en: 'Offline remote', isPhysical: true },
  'released-owing': { zh: '欠费放行', en: 'Released owing', isPhysical: true },
  'same-car-again': { zh: '同车再次识别', en: 'Same car again', isPhysical: false },
  'exit-without-entry': { zh: '无入场出场', en: 'Exit without entry', isPhysical: false },
  'supplemented-entry': { zh: '补录入场', en: 'Supplemented entry', isPhysical: true },
  'keep-open': { zh: '常开放行', en: 'Kept open', isPhysical: true },
  peak: { zh: '高峰放行', en: 'Peak mode', isPhysical: true },
  'retroactive-entry': { zh: '补传入场', en: 'Retroactive entry', isPhysical: true },
  'turned-back-entry': { zh: '入口折返', en: 'Turned back at the entry', isPhysical: false },
  'turned-back-exit': { zh: '出口折返', en: 'Turned back at the exit', isPhysical: false },
  'forced-open': { zh: '强制开闸', en: 'Forced open', isPhysical: true },
  'repeated-entry-exit': { zh: '重复入场关闭', en: 'Closed by a repeated entry', isPhysical: false },
  'stock-take-exit': { zh: '盘点出场', en: 'Stock-take exit', isPhysical: false },
} as const satisfies Readonly<Record<string, ChoiceTable[string] & { readonly isPhysical: boolean }>>;
export type PassType = keyof typeof PassType;
