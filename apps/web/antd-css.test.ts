import { expect, test } from 'vitest';
import { makeAntdCss } from './antd-css.ts';
import { DEFAULT_ACCENT, shadesOf } from './src/shell/accent-shade.ts';
import { accentTokens } from './src/shell/theme.ts';

const css = makeAntdCss('by-ant');

/** Returns the value of a library variable at the root or at a part, as in the style sheets for a theme colour. */
function comesTo(name: string, at: ':root' | '.ant-btn', look: 'light' | 'dark', accent: string): string {
  const start = look === 'dark' ? ':root[data-theme="dark"]' : ':root';
  const selectors =
    at === ':root' ? [start, ':root'] : [start, ''].map((one) => `${one === ':root' ? '' : one} .by-ant${at}`.trim());
  const bodies = selectors.map((one) => css.variables.split('\n').join('').split(`${one}{`)[1]?.split('}')[0] ?? '');
  const written = bodies
    .map((body) => new RegExp(`(?:^|;)${name}:([^;]*);`).exec(body)?.[1])
    .find((one) => one !== undefined);
  const tokens = accentTokens(look, shadesOf(accent, look));
  return written!.replace(/var\(--by-ant-([\w-]+)\)/, (_, token: string) => tokens[token]!);
}

test.each([
  ['--ant-color-primary', ':root', 'light', DEFAULT_ACCENT, '#409eff'],
  ['--ant-color-primary', '.ant-btn', 'light', DEFAULT_ACCENT, '#1b6fd1'],
  ['--ant-color-primary', ':root', 'light', '#11a983', '#11a983'],
  ['--ant-color-primary', '.ant-btn', 'light', '#11a983', '#0d8064'],
  ['--ant-color-primary', '.ant-btn', 'light', '#304156', '#304156'],
  ['--ant-color-primary', '.ant-btn', 'dark', '#11a983', '#0e7058'],
  ['--ant-color-text', ':root', 'light', '#11a983', '#1d2939'],
  ['--ant-color-text', ':root', 'dark', '#11a983', '#e4eaf4'],
  ['--ant-input-active-shadow', ':root', 'light', '#11a983', '0 0 0 2px rgba(13,134,81,0.19)'],
  ['--ant-select-option-selected-color', ':root', 'dark', DEFAULT_ACCENT, '#92c8ff'],
  // A colour that was not used when the styles were built.
  ['--ant-color-primary', '.ant-btn', 'light', '#123456', '#123456'],
] as const)('%s at %s in the %s look with %s is %s', (name, at, look, accent, value) => {
  expect(comesTo(name, at, look, accent)).toBe(value);
});

test('a part that is used has a style sheet, and what it refers to is set', () => {
  expect(css.sheets.get('Button-Button')).toContain('.ant-btn');
  const set = new Set([...css.variables.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  const sheets = [...css.sheets.values()].join('');
  // Variables that a sheet sets itself, and the width that a modal sets where it is given one.
  const ownOfSheets = new Set([
    '--ant-modal-xs-width',
    ...[...sheets.matchAll(/[;{](--[\w-]+):/g)].map(([, name]) => name),
  ]);
  const unset = [...sheets.matchAll(/var\((--ant-[\w-]+)\)/g)].map(([, name]) => name);
  expect([...new Set(unset.filter((name) => !set.has(name) && !ownOfSheets.has(name)))]).toEqual([]);
});
