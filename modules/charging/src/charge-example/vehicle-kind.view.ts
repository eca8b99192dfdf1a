import type { Label } from '@boyun/kernel/contract';

/** What cameras usually call the kinds of vehicles, in words. */
export const usualVehicleKinds: Readonly<Record<string, Label>> = {
  small: { zh: '小型车', en: 'Small' },
  medium: { zh: '中型车', en: 'Medium' },
  large: { zh: '大型车', en: 'Large' },
};

/** A kind of vehicle in words; one that cameras call otherwise is shown as they call it, one unknown as such. */
export function vehicleKindLabel(kind: string | null): Label {
  if (!kind) return { zh: '未识别', en: 'Not recognised' };
  return usualVehicleKinds[kind] ?? { zh: kind, en: kind };
}
