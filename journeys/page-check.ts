import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Returns the visible problems of a page, as sentences. */
export function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text does not count
    const words = document.body.innerText.match(/\bundefined\b|\bNaN\b|\[object|Invalid Date|\{\w+\}|\bnull\b/g);
    if (words) found.push(`the text holds ${[...new Set(words)].join(', ')}`);
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text does not count
    const failures = document.body.innerText.match(/(加载失败|Could not load)\n.*/g);
    if (failures) found.push(...failures);
    const cells = [...document.querySelectorAll<HTMLElement>('.shell-page [role=gridcell]')];
    const codes = cells.map((cell) => cell.textContent.trim()).filter((one) => /^[a-z-]+\.[a-z-]+$/.test(one));
    if (codes.length > 0) found.push(`a cell shows the bare name ${[...new Set(codes)].join(', ')}`);
    for (const cell of document.querySelectorAll('.by-grid .by-cell-in:has(> .by-state, > .by-acts)'))
      if (cell.scrollWidth > cell.clientWidth + 1) found.push(`a cell cuts "${cell.textContent}"`);
    for (const box of [document.documentElement, document.querySelector('.shell-main')])
      if (box && box.scrollWidth > box.clientWidth) found.push(`${box.scrollWidth - box.clientWidth} px too wide`);
    return found;
  });
}

/** Parts of the shell around a page. */
const SHELL = ['.top', '.side-menu'];
/** What holds a page. Cached pages behind the shown one are not checked. */
const SHOWN = ['.shell-page:not([style*="display: none"])', '.screen'];

/** Rules of axe whose findings are minor or moderate at most. They are left out: they take a quarter of its time. */
const LESSER_RULES = [
  ...['aria-allowed-role', 'aria-deprecated-role', 'empty-heading', 'empty-table-header', 'focus-order-semantics'],
  ...['form-field-multiple-labels', 'heading-order', 'hidden-content', 'html-xml-lang-mismatch', 'image-redundant-alt'],
  ...['landmark-banner-is-top-level', 'landmark-contentinfo-is-top-level', 'landmark-main-is-top-level'],
  ...['landmark-no-duplicate-banner', 'landmark-no-duplicate-contentinfo', 'landmark-no-duplicate-main'],
  ...['landmark-one-main', 'landmark-unique', 'meta-viewport', 'meta-viewport-large', 'no-autoplay-audio'],
  ...['page-has-heading-one', 'presentation-role-conflict', 'region', 'scope-attr-valid', 'server-side-image-map'],
  ...['skip-link', 'table-duplicate-name'],
];

/** What is checked of a page. */
interface Barriers {
  /**
   * `full`: all serious and critical rules of axe. `quick`: the same, but contrast only of text that seems too faint by its computed
   * colours, because axe takes three quarters of its time to find out what lies behind each text. `contrast`: contrast alone, as quickly.
   */
  readonly depth?: 'full' | 'quick' | 'contrast';
  readonly isWithoutShell?: boolean;
}

/** Set on text that seems too faint. */
const FAINT = 'data-faint';

/**
 * Marks the text that has too little contrast by its own colour and the backgrounds of what it is in, and all text of which this cannot be
 * said: with opacity, or over a picture. Returns how much it marked within the parts. Formulas and limits: WCAG 2.2, contrast (minimum).
 */
function markFaintText({ mark, parts }: { readonly mark: string; readonly parts: readonly string[] }): number {
  for (const one of document.querySelectorAll(`[${mark}]`)) one.removeAttribute(mark);
  type Color = readonly [number, number, number, number];
  const colorOf = (text: string): Color | null => {
    const found = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(text);
    return found && [Number(found[1]), Number(found[2]), Number(found[3]), Number(found[4] ?? 1)];
  };
  const over = ([r, g, b, a]: Color, under: Color): Color => {
    const mix = (top: number, bottom: number) => top * a + bottom * (1 - a);
    return [mix(r, under[0]), mix(g, under[1]), mix(b, under[2]), 1];
  };
  const luminance = (color: Color): number => {
    const [r, g, b] = color.slice(0, 3).map((one) => {
      const part = one / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const grounds = new Map<Element | null, Color | null>([[null, [255, 255, 255, 1]]]);
  const groundOf = (one: Element | null): Color | null => {
    const known = grounds.get(one);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(one!);
    const under = groundOf(one!.parentElement);
    const own = colorOf(backgroundColor);
    const isPlain = backgroundImage === 'none' && opacity === '1';
    const ground = own && own[3] === 1 && isPlain ? own : own && under && isPlain ? over(own, under) : null;
    grounds.set(one, ground);
    return ground;
  };
  const isFaint = (one: Element): boolean => {
    const { color, fontSize, fontWeight } = getComputedStyle(one);
    const ground = groundOf(one);
    const ink = colorOf(color);
    if (!ground || !ink) return true;
    const [dark, light] = [luminance(over(ink, ground)), luminance(ground)].toSorted((a, b) => a - b);
    const size = Number.parseFloat(fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    return (light! + 0.05) / (dark! + 0.05) < (isLarge ? 3 : 4.5);
  };
  let count = 0;
  for (const one of document.querySelectorAll(parts.map((part) => `${part} *`).join())) {
    const isText = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    if (!isText && !one.matches('input:not([type=radio], [type=checkbox]), select, textarea')) continue;
    // What is disabled is exempt.
    if (one.closest(':disabled, [aria-disabled=true]') || !one.checkVisibility({ visibilityProperty: true })) continue;
    if (!isFaint(one)) continue;
    one.setAttribute(mark, '');
    count += 1;
  }
  return count;
}

/** Returns the serious and critical findings of axe on the shown page. */
export async function barriersOf(page: Page, options: Barriers = {}): Promise<string[]> {
  const { depth = 'full', isWithoutShell = false } = options;
  const isFull = depth === 'full';
  const parts = isWithoutShell ? SHOWN : [...SHELL, ...SHOWN];
  const hasFaint = isFull || (await page.evaluate(markFaintText, { mark: FAINT, parts })) > 0;
  if (depth === 'contrast' && !hasFaint) return [];
  // Injected into the window once: the tour never leaves the shell.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const left = hasFaint ? LESSER_RULES : [...LESSER_RULES, 'color-contrast'];
  const chosen =
    depth === 'contrast'
      ? { runOnly: { type: 'rule' as const, values: ['color-contrast'] } }
      : { rules: Object.fromEntries(left.map((one) => [one, { enabled: false }])) };
  return page.evaluate(
    async ({ parts, chosen, selector }) => {
      const checker = (window as never as { axe: typeof axe }).axe;
      checker.configure({ rules: [{ id: 'color-contrast', selector }] });
      const include = parts.filter((one) => document.querySelector(one));
      const options = { resultTypes: ['violations' as const], preload: false, ...chosen };
      const { violations } = await checker.run({ include }, options);
      return violations
        .filter((one) => one.impact === 'serious' || one.impact === 'critical')
        .flatMap((one) =>
          one.nodes
            .slice(0, 4)
            .map((node) => `${one.id}: ${node.html.slice(0, 160)}: ${node.any[0]?.message ?? one.help}`),
        );
    },
    { parts, chosen, selector: isFull ? '*' : `[${FAINT}]` },
  );
}
