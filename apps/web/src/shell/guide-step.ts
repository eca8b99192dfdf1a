import type { Label } from '@boyun/kernel/contract';

/** The guides of the top bar (spec §2). */
export type GuideType = 'merchant' | 'monthly-card' | 'unit';

/** One guide: its title, its page, and the size of its window at each step. */
export interface Guide {
  readonly title: Label;
  readonly sizes: readonly (readonly [width: number, height: number])[];
}

const WHOLE = [960, 540] as const;
const PART = [760, 540] as const;

/** Every guide with its steps: 6, 4 and 6 (spec §9). */
export const GUIDES: Readonly<Record<GuideType, Guide>> = {
  merchant: {
    title: { zh: '商户管理引导', en: 'Merchant management guide' },
    sizes: [WHOLE, WHOLE, PART, PART, WHOLE, WHOLE],
  },
  'monthly-card': {
    title: { zh: '月卡管理引导', en: 'Monthly card guide' },
    sizes: [WHOLE, WHOLE, PART, WHOLE],
  },
  unit: {
    title: { zh: '单位管理引导', en: 'Unit management guide' },
    sizes: [WHOLE, WHOLE, PART, WHOLE, PART, WHOLE],
  },
};

/** Whether an overlay is a guide. */
export function isGuide(type: string): type is GuideType {
  return type in GUIDES;
}

/** Returns the step after moving by one: never before the first; null after the last, where the guide closes (spec §4). */
export function nextStep(type: GuideType, step: number, by: 1 | -1): number | null {
  const next = Math.max(1, step + by);
  return next > GUIDES[type].sizes.length ? null : next;
}

/** Returns the address of a step's image, by language, guide type and step. */
export function stepImage(type: GuideType, step: number, language: 'zh' | 'en'): string {
  return `/guide/${language}/${type}/${step}.webp`;
}
