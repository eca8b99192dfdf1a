import { createCache, StyleProvider } from '@ant-design/cssinjs';
import * as antd from 'antd';
import { createElement, Fragment } from 'react';
import { renderToString } from 'react-dom/server';
import { ACCENTS, DEFAULT_ACCENT, shadesOf } from './src/shell/accent-shade.ts';
import { accentTokens, antTheme, type Look } from './src/shell/theme.ts';

/** Every component the pages use, rendered once to collect the styles it needs. */
const PARTS = createElement(
  Fragment,
  null,
  createElement(antd.Alert),
  createElement(antd.AutoComplete),
  createElement(antd.Button),
  createElement(antd.Cascader),
  createElement(antd.Cascader.Panel),
  createElement(antd.Checkbox),
  createElement(antd.Collapse, { items: [] }),
  createElement(antd.ColorPicker),
  createElement(antd.DatePicker),
  createElement(antd.Divider),
  createElement(antd.Dropdown, { menu: { items: [] } }, createElement('i')),
  createElement(antd.Empty),
  createElement(antd.Input),
  createElement(antd.Input.OTP),
  createElement(antd.Input.Password),
  createElement(antd.Input.Search),
  createElement(antd.Input.TextArea),
  createElement(antd.InputNumber),
  createElement(antd.Menu, { items: [] }),
  createElement(antd.Modal),
  createElement(antd.Popover, {}, createElement('i')),
  createElement(antd.Progress),
  createElement(antd.Radio),
  createElement(antd.Segmented, { options: ['one'] }),
  createElement(antd.Select),
  createElement(antd.Skeleton),
  createElement(antd.Slider),
  createElement(antd.Space, {}, createElement('i')),
  createElement(antd.Space.Addon),
  createElement(antd.Space.Compact, {}, createElement(antd.Button)),
  createElement(antd.Switch),
  createElement(antd.Tooltip, {}, createElement('i')),
  createElement(antd.Typography),
);

const LOOKS = ['light', 'dark'] as const;
/** Further theme colours: a variable that changes with them depends on the colour, and must be one of `accentTokens`. */
const OTHER_ACCENTS = [...ACCENTS.slice(1), '#7a3b12'];

/** Variable values by name, per selector; `:root` for global ones. */
type Scopes = Map<string, Map<string, string>>;

interface Extract {
  /** Style sheets of the components by the library's names. */
  readonly sheets: ReadonlyMap<string, string>;
  readonly scopes: Scopes;
  /** The library's tokens, which its code reads. */
  readonly tokens: Readonly<Record<string, unknown>>;
}

function extract(partClass: string, look: Look, accent: string, isStill = false): Extract {
  const cache = createCache();
  const theme = {
    ...antTheme(look, shadesOf(accent, look), isStill),
    hashed: false,
    cssVar: { key: partClass },
  };
  renderToString(createElement(StyleProvider, { cache }, createElement(antd.ConfigProvider, { theme }, PARTS)));
  const sheets = new Map<string, string>();
  const scopes: Scopes = new Map();
  let tokens: Readonly<Record<string, unknown>> = {};
  for (const [path, [, value]] of cache.cache as unknown as Map<string, [number, unknown[]]>) {
    const [kind, , name = ''] = path.split('%');
    if (kind === 'style') {
      const [sheet, , effects] = value as [string, string, Record<string, string>];
      sheets.set(name, [sheets.get(name) ?? '', sheet, ...Object.values(effects)].join(''));
    } else if (kind === 'cssVar') readScopes(value[1] as string, partClass, scopes);
    else if (kind === 'token') {
      readScopes(value[3] as string, partClass, scopes);
      tokens = value[2] as typeof tokens;
    }
  }
  return { sheets, scopes, tokens };
}

function readScopes(text: string, partClass: string, scopes: Scopes): void {
  for (const [, selectors = '', body = ''] of text.matchAll(/([^{}]+)\{([^{}]*)\}/g))
    for (const selector of selectors.split(',')) {
      const scope = selector.trim() === `.${partClass}` ? ':root' : selector.trim();
      const values = scopes.get(scope) ?? new Map<string, string>();
      for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):([^;]*);/g)) values.set(name, value);
      scopes.set(scope, values);
    }
}

/** Styles of the component library, generated when the pages are built. */
export interface AntdCss {
  /** Variables of both themes that the sheets refer to. */
  readonly variables: string;
  readonly sheets: ReadonlyMap<string, string>;
  /** Names of `accentTokens` that the variables refer to as `--by-ant-…`. */
  readonly accentNames: readonly string[];
  readonly tokens: Readonly<Record<Look, Readonly<Record<string, unknown>>>>;
}

/**
 * Renders every component in both themes, without motion, and in further theme colours; whatever differs becomes a variable. A theme colour
 * is a handful of variables at the root, to which all dependent values refer. Every component carries `partClass`: nested components do not
 * inherit the colours of the component around them.
 */
export function makeAntdCss(partClass: string): AntdCss {
  const plain = {
    light: extract(partClass, 'light', DEFAULT_ACCENT),
    dark: extract(partClass, 'dark', DEFAULT_ACCENT),
  };
  const still = extract(partClass, 'light', DEFAULT_ACCENT, true);
  const others = OTHER_ACCENTS.map((accent) => ({
    light: { ...extract(partClass, 'light', accent), colors: accentTokens('light', shadesOf(accent, 'light')) },
    dark: { ...extract(partClass, 'dark', accent), colors: accentTokens('dark', shadesOf(accent, 'dark')) },
  }));
  const light = [plain.light, still, ...others.map((other) => other.light)];
  const dark = [plain.dark, ...others.map((other) => other.dark)];
  complete(light, light);
  // Rules of the dark theme override those of the light one.
  complete(dark, [...dark, plain.light]);
  const { sheets } = plain.light;
  for (const { sheets: same } of [...light, ...dark])
    for (const [part, sheet] of sheets)
      if (same.get(part) !== sheet) throw new Error(`The sheet of ${part} follows the look or the theme colour`);
  const accentNames = new Set<string>();
  const named = (look: Look) => {
    const own = accentTokens(look, shadesOf(DEFAULT_ACCENT, look));
    return eachValue(plain[look].scopes, (scope, name, value) => {
      const valuesOf = others.map((other) => other[look].scopes.get(scope)!.get(name));
      if (valuesOf.every((one) => one === value)) return value;
      const source = Object.keys(own).find(
        (key) =>
          value.includes(own[key]!) &&
          others.every((other, at) => value.replace(own[key]!, other[look].colors[key]!) === valuesOf[at]),
      );
      if (!source) throw new Error(`${scope} ${name} follows the theme colour in a way nobody knows of`);
      accentNames.add(source);
      return value.replace(own[source]!, `var(--by-ant-${source})`);
    });
  };
  const scopes = { light: hoisted(named('light'), partClass), dark: hoisted(named('dark'), partClass) };
  const used = usedNames([...sheets.values()].join(''), [scopes.light, scopes.dark]);
  const rootOf = (look: Look) => accentTokens(look, shadesOf(DEFAULT_ACCENT, look));
  for (const look of LOOKS)
    for (const name of accentNames) scopes[look].get(':root')!.set(`--by-ant-${name}`, rootOf(look)[name]!);
  for (const name of accentNames) used.add(`--by-ant-${name}`);
  const differing = (after: Scopes, before: Scopes) =>
    eachValue(after, (scope, name, value) => (before.get(scope)?.get(name) === value ? null : value));
  const variables = [
    textOf(scopes.light, used),
    textOf(differing(scopes.dark, scopes.light), used, ':root[data-theme="dark"]'),
    `@media (prefers-reduced-motion: reduce){${textOf(differing(hoisted(still.scopes, partClass), hoisted(plain.light.scopes, partClass)), used)}}`,
  ].join('\n');
  return {
    variables,
    sheets,
    accentNames: [...accentNames],
    tokens: { light: plain.light.tokens, dark: plain.dark.tokens },
  };
}

/** Components omit values equal to those at the root: this adds those that any of the models sets. */
function complete(extracts: readonly Extract[], models: readonly Extract[]): void {
  for (const { scopes } of models)
    for (const [scope, values] of scopes)
      for (const name of values.keys())
        for (const other of extracts) {
          const own = other.scopes.get(scope)!;
          if (!own.has(name)) own.set(name, other.scopes.get(':root')!.get(name)!);
        }
}

/** Maps every value; null removes it. */
function eachValue(scopes: Scopes, change: (scope: string, name: string, value: string) => string | null): Scopes {
  const changed: Scopes = new Map();
  for (const [scope, values] of scopes) {
    const kept = [...values].flatMap(([name, value]) => {
      const next = change(scope, name, value);
      return next === null ? [] : [[name, next] as const];
    });
    changed.set(scope, new Map(kept));
  }
  return changed;
}

/**
 * A component's variables have the same value everywhere: they are moved to the root, where they are set once instead of on every element.
 * A value that differs from the root stays with the component, and nested components reset it.
 */
function hoisted(scopes: Scopes, partClass: string): Scopes {
  const root = new Map(scopes.get(':root'));
  const result: Scopes = new Map([[':root', root]]);
  const parts = [...scopes].filter(([scope]) => scope !== ':root');
  const back = new Map<string, string>();
  for (const [, values] of parts)
    for (const [name, value] of values)
      if (!scopes.get(':root')!.has(name)) {
        if (root.has(name) && root.get(name) !== value) throw new Error(`${name} has two values`);
        root.set(name, value);
      } else back.set(name, root.get(name)!);
  result.set(`.${partClass}`, back);
  for (const [scope, values] of parts) result.set(scope, new Map([...values].filter(([name]) => back.has(name))));
  return result;
}

/** Returns the variables in use, including those used through other variables. */
function usedNames(sheets: string, looks: readonly Scopes[]): Set<string> {
  const used = new Set<string>();
  const note = (text: string) => {
    for (const [, name = ''] of text.matchAll(/var\(\s*(--[\w-]+)/g)) {
      if (used.has(name)) continue;
      used.add(name);
      for (const scopes of looks) for (const values of scopes.values()) note(values.get(name) ?? '');
    }
  };
  note(sheets);
  return used;
}

function textOf(scopes: Scopes, used: ReadonlySet<string>, root = ':root'): string {
  const rules = [...scopes].map(([scope, values]) => {
    const body = [...values].filter(([name]) => used.has(name)).map(([name, value]) => `${name}:${value};`);
    const selector = scope === ':root' ? root : root === ':root' ? scope : `${root} ${scope}`;
    return body.length > 0 ? `${selector}{${body.join('')}}` : '';
  });
  return rules.join('\n');
}
