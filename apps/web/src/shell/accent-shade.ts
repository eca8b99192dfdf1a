/** Default theme colour (spec §9). */
export const DEFAULT_ACCENT = '#409eff';

/** Preset colours, the default first. */
export const ACCENTS = [
  DEFAULT_ACCENT,
  '#1890ff',
  '#304156',
  '#11a983',
  '#13c2c2',
  '#6959cd',
  '#e6a23c',
  '#f5222d',
] as const;

/** Shades of a theme colour: fills, soft backgrounds, backgrounds of white text, links. */
export interface Shades {
  readonly accent: string;
  readonly 'accent-soft': string;
  readonly 'accent-deep': string;
  readonly link: string;
}

/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
const READABLE = 4.6;
const STEP = 0.04;
const WHITE = '#ffffff';
const BLACK = '#000000';

/** The default's shades, chosen manually and contained in the style sheet. */
const OWN: Readonly<Record<'light' | 'dark', Shades>> = {
  light: { accent: DEFAULT_ACCENT, 'accent-soft': '#ecf5ff', 'accent-deep': '#1b6fd1', link: '#1767c4' },
  dark: { accent: DEFAULT_ACCENT, 'accent-soft': '#12294a', 'accent-deep': '#1b6fd1', link: '#6db5ff' },
};

/** Whether a text is a colour in the picker's notation. */
export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

/** Returns a colour mixed with a share of another one. */
export function mixed(color: string, other: string, share: number): string {
  const [one, two] = [channels(color), channels(other)];
  return `#${one
    .map((value, at) =>
      Math.round(value + (two[at]! - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colours (WCAG 2.2): 1 for equal ones, 21 for black and white. */
export function contrast(one: string, two: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(two)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns a colour mixed with another one as far as it takes to be readable on a background. */
function readable(color: string, towards: string, ground: string): string {
  let share = 0;
  while (share < 1 && contrast(mixed(color, towards, share), ground) < READABLE) share += STEP;
  return mixed(color, towards, Math.min(1, share));
}

/** Returns the shades of a theme colour; text in them, and white text on the deep one, is readable in both themes. */
export function shadesOf(color: string, look: 'light' | 'dark'): Shades {
  if (color === DEFAULT_ACCENT) return OWN[look];
  const isDark = look === 'dark';
  const soft = isDark ? mixed(color, '#0a1222', 0.78) : mixed(color, WHITE, 0.9);
  return {
    accent: color,
    'accent-soft': soft,
    'accent-deep': readable(color, BLACK, WHITE),
    link: isDark ? readable(color, WHITE, mixed(soft, WHITE, 0.06)) : readable(color, BLACK, soft),
  };
}
