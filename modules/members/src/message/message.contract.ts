import type { Label } from '@boyun/kernel/contract';

/** What customers are told; `{plate}`, `{lot}`, `{yuan}` and `{note}` stand for its values. */
export const MessageKind = {
  'car-certified': { zh: '{plate} 已通过认证', en: '{plate} is certified' },
  'car-rejected': { zh: '{plate} 未通过认证：{note}', en: '{plate} was not certified: {note}' },
  'car-moved': { zh: '{plate} 已认证给其他客户', en: '{plate} was certified for another customer' },
  'car-revoked': { zh: '{plate} 的认证已撤销：{note}', en: 'The certification of {plate} was taken back: {note}' },
  'stay-left': { zh: '{plate} 已离开 {lot}，停车费 {yuan} 元', en: '{plate} left {lot}; the fee was {yuan}' },
} as const satisfies Record<string, Label>;
export type MessageKind = keyof typeof MessageKind;
