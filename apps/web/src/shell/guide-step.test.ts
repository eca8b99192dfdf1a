import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GUIDES, type GuideType, nextStep, stepImage } from './guide-step.ts';

const STEPS: Readonly<Record<GuideType, number>> = { merchant: 6, 'monthly-card': 4, unit: 6 };
const types = Object.keys(STEPS) as GuideType[];

describe.each(types)('§2 guide of %s', (type) => {
  it('§9 has its number of steps', () => expect(GUIDES[type].sizes).toHaveLength(STEPS[type]));

  it('§4 previous and next move within 1 to max; past the last step the guide closes', () => {
    const last = STEPS[type];
    expect(nextStep(type, 1, 1)).toBe(2);
    expect(nextStep(type, 2, -1)).toBe(1);
    expect(nextStep(type, 1, -1)).toBe(1);
    expect(nextStep(type, last - 1, 1)).toBe(last);
    expect(nextStep(type, last, 1)).toBeNull();
  });

  it.each(['zh', 'en'] as const)('has an image of every step in %s', (language) => {
    for (let step = 1; step <= STEPS[type]; step += 1) {
      const file = new URL(`../../public${stepImage(type, step, language)}`, import.meta.url);
      expect(existsSync(file), file.pathname).toBe(true);
      const head = readFileSync(file);
      expect(head.subarray(8, 12).toString('latin1')).toBe('WEBP');
      expect(head.length).toBeLessThan(80_000);
    }
  });
});
