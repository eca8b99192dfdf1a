import { describe, expect, it } from 'vitest';
import { ACCENTS, contrast, DEFAULT_ACCENT, isColor, shadesOf } from './accent-shade.ts';

describe('§9 default theme colour #409EFF', () => {
  it('is the default', () => expect(DEFAULT_ACCENT).toBe('#409EFF'.toLowerCase()));
});

const GROUNDS = { light: '#ffffff', dark: '#101b30' } as const;
const colors = [...ACCENTS, '#ffff00', '#000000', '#ffffff', '#00ff00', '#808080'];

describe.each(colors)('the theme colour %s', (color) => {
  it.each(['light', 'dark'] as const)('is readable in the %s look', (look) => {
    const shades = shadesOf(color, look);
    expect(contrast('#ffffff', shades['accent-deep'])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(shades.link, shades['accent-soft'])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(shades.link, GROUNDS[look])).toBeGreaterThanOrEqual(4.5);
  });
});

it.each([
  ['#409EFF', true],
  ['#409ef', false],
  ['red', false],
  ['#409eff;}', false],
])('%s is a colour: %s', (text, is) => expect(isColor(text)).toBe(is));

it('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
