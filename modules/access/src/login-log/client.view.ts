import type { Label } from '@boyun/kernel/contract';

// The order matters: most browsers also claim to be those listed after them.
const BROWSERS: readonly (readonly [RegExp, Label])[] = [
  [/MicroMessenger/i, { zh: '微信', en: 'WeChat' }],
  [/AlipayClient/i, { zh: '支付宝', en: 'Alipay' }],
  [/UnionPay\/|CloudPay/i, { zh: '云闪付', en: 'UnionPay' }],
  [/Edg(e|A|iOS)?\//, { zh: 'Edge', en: 'Edge' }],
  [/Firefox|FxiOS/, { zh: 'Firefox', en: 'Firefox' }],
  [/Chrome|CriOS/, { zh: 'Chrome', en: 'Chrome' }],
  [/Safari/, { zh: 'Safari', en: 'Safari' }],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Returns browser and system from a user agent; one that names neither is returned unchanged. */
export function clientName(agent: string): Label {
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1];
  if (!browser) return { zh: agent, en: agent };
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1];
  return system ? { zh: `${browser.zh} · ${system}`, en: `${browser.en} · ${system}` } : browser;
}
