import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { AntdCss } from './antd-css.ts';

/** Components whose styles are loaded with the first one shown; the styles of all others are in the shell's style sheet. */
const LATE = /^(Collapse|ColorPicker|DatePicker|Divider|Dropdown|Menu|Modal|Skeleton|Slider)-/;
/** Styles of modals opened by a function call, which we do not use. */
const UNSEEN = 'Modal-confirm';
/** The class of every component of the library. */
const PART_CLASS = 'by-ant';
/** Files of the library that generate styles in the browser, and their replacements. */
const STANDING_IN: Readonly<Record<string, string>> = {
  'theme/useToken.js': `import 'virtual:antd/first.css';
import { tokens } from 'virtual:antd-tokens';
const motion = !matchMedia('(prefers-reduced-motion: reduce)').matches;
const answer = (token) => [null, { ...token, motion }, '', token, {}, true];
const answers = { light: answer(tokens.light), dark: answer(tokens.dark) };
export default () => answers[document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'];`,
  'theme/context.js': `import { createContext } from 'react';
export const defaultConfig = {};
export const defaultTheme = null;
export const DesignTokenContext = createContext(defaultConfig);`,
  'theme/util/useResetIconStyle.js': 'export default () => {};',
};
const LIBRARY = /[\\/]node_modules[\\/]antd[\\/]es[\\/](.+\.js)$/;

/** Replaces the library's `<style>` elements, which the pages' Content-Security-Policy blocks, by constructed style sheets. */
const DYNAMIC_CSS = /[\\/]@rc-component[\\/]util[\\/]es[\\/]Dom[\\/]dynamicCSS\.js$/;
const CONSTRUCTED_CSS = `const sheets = new Map();
export function updateCSS(css, key) {
  if (!sheets.has(key)) {
    sheets.set(key, new CSSStyleSheet());
    document.adoptedStyleSheets.push(sheets.get(key));
  }
  sheets.get(key).replaceSync(css);
  return null;
}
export function removeCSS(key) {
  const sheet = sheets.get(key);
  sheets.delete(key);
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
}
export const injectCSS = (css) => updateCSS(css, css);
export const clearContainerCache = () => {};`;
/** Measures a text area; the policy also blocks a style attribute set as text, but not the style object. */
const TEXT_AREA_HEIGHT = /[\\/]@rc-component[\\/]input[\\/]es[\\/]calculateNodeHeight\.js$/;
const STYLE_AS_TEXT = /(\w+)\.setAttribute\('style', ([^;]*;[^;]*)\);/;

/**
 * Puts the component library's styles into style sheets instead of generating them in the browser, and removes the code that generates them
 * (`antd-css.ts`). The library offers the former as `zeroRuntime`, but still generates its variables then.
 */
export function antdStyles(): Plugin {
  let css: AntdCss;
  let tokenNames: ReadonlySet<string>;
  const partsOf = new Map<string, readonly string[]>();
  const replaced = new Set<string | RegExp>();
  return {
    name: 'antd-styles',
    enforce: 'pre',
    async buildStart() {
      const { makeAntdCss } = await import('./antd-css.ts');
      css = makeAntdCss(PART_CLASS);
      tokenNames = namesReadBy(css.tokens.light);
    },
    resolveId(name) {
      if (name.startsWith('virtual:antd-')) return `\0${name}`;
      return name.startsWith('virtual:antd/') ? join(import.meta.dirname, name.slice('virtual:'.length)) : null;
    },
    load(id) {
      if (id === '\0virtual:antd-accent') return `export const accentNames = ${JSON.stringify(css.accentNames)};`;
      if (id === '\0virtual:antd-tokens') {
        const read = (tokens: object) => Object.entries(tokens).filter(([name]) => tokenNames.has(name));
        const { light, dark } = css.tokens;
        const both = { light: Object.fromEntries(read(light)), dark: Object.fromEntries(read(dark)) };
        return `export const tokens = ${JSON.stringify(both)};`;
      }
      if (id === '\0virtual:antd-cssinjs')
        return `import { createContext } from 'react';
export const createTheme = () => null;
export const StyleContext = createContext({});`;
      if (id === join(import.meta.dirname, 'antd/first.css')) {
        const first = [...css.sheets].filter(([name]) => !LATE.test(name)).map(([, sheet]) => sheet);
        return [css.variables, ...first].join('\n');
      }
      const part = id.startsWith(join(import.meta.dirname, 'antd/')) && /([\w-]+)\.css$/.exec(id)?.[1];
      if (part) return css.sheets.get(part) ?? '';
      if (DYNAMIC_CSS.test(id)) {
        replaced.add(DYNAMIC_CSS);
        return CONSTRUCTED_CSS;
      }
      const file = LIBRARY.exec(id)?.[1]?.replaceAll('\\', '/');
      if (!file || !(file in STANDING_IN)) return null;
      replaced.add(file);
      return STANDING_IN[file];
    },
    transform(code, id) {
      if (TEXT_AREA_HEIGHT.test(id)) {
        replaced.add(TEXT_AREA_HEIGHT);
        if (!STYLE_AS_TEXT.test(code))
          throw new Error(`${id} sets no style attribute any more: remove its replacement`);
        return code.replace(STYLE_AS_TEXT, '$1.style.cssText = $2;');
      }
      const file = LIBRARY.exec(id)?.[1]?.replaceAll('\\', '/');
      if (!file) return null;
      if (file === 'theme/util/genStyleUtils.js') {
        const [, names] = /(export const genCssVar.*)/s.exec(code)!;
        return `export const genStyleHooks = null, genSubStyleComponent = null, genComponentStyleHook = null;\n${names}`;
      }
      if (file === 'config-provider/index.js') return code.replace("'@ant-design/cssinjs'", "'virtual:antd-cssinjs'");
      if (!/\bgen(StyleHooks|SubStyleComponent|ComponentStyleHook)\(/.test(code)) return null;
      const calls = styleCalls(this.parse(code));
      const parts = calls.map(({ part }) => part);
      partsOf.set(id, parts);
      let changed = code;
      for (const { start, end, kind } of calls.toReversed())
        changed = `${changed.slice(0, start)}${STANDING_IN_CALLS[kind]}${changed.slice(end)}`;
      const late = parts.filter((part) => LATE.test(part)).map((part) => `import 'virtual:antd/${part}.css';`);
      return [...late, `const partClasses = ['', ${JSON.stringify(PART_CLASS)}];`, changed].join('\n');
    },
    generateBundle(_, bundle) {
      const moved = [...Object.keys(STANDING_IN), DYNAMIC_CSS, TEXT_AREA_HEIGHT].filter((one) => !replaced.has(one));
      if (moved.length > 0)
        this.error(`Files of the component library to be replaced are not there: ${moved.join(', ')}`);
      const inUse = Object.values(bundle)
        .flatMap((chunk) => (chunk.type === 'chunk' ? Object.entries(chunk.modules) : []))
        .flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? (partsOf.get(id) ?? []) : []));
      const unknown = inUse.filter((part) => part !== UNSEEN && !css.sheets.has(part));
      if (unknown.length > 0)
        this.error(`Parts of the component library are used that antd-css.ts does not draw: ${unknown.join(', ')}`);
    },
  };
}

const STANDING_IN_CALLS = {
  genStyleHooks: '(() => partClasses)',
  genSubStyleComponent: '(() => null)',
  genComponentStyleHook: "(() => '')",
} as const;

interface StyleCall {
  readonly start: number;
  readonly end: number;
  readonly kind: keyof typeof STANDING_IN_CALLS;
  /** The library's name of the component. */
  readonly part: string;
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly value?: unknown;
  readonly callee?: SyntaxNode;
  readonly arguments?: readonly SyntaxNode[];
  readonly elements?: readonly SyntaxNode[];
}

function styleCalls(node: unknown, found: StyleCall[] = []): StyleCall[] {
  if (typeof node !== 'object' || node === null) return found;
  const { type, start, end, callee, arguments: given } = node as SyntaxNode;
  if (type === 'CallExpression' && callee?.name !== undefined && callee.name in STANDING_IN_CALLS) {
    const names = given![0]!.elements ?? [given![0]!, given![0]!];
    const part = names.map(({ value }) => String(value)).join('-');
    found.push({ start, end, kind: callee.name as StyleCall['kind'], part });
    return found;
  }
  for (const below of Object.values(node)) styleCalls(below, found);
  return found;
}

/** Returns the tokens that the library's code reads by name: every possible one in the files that use tokens. */
function namesReadBy(tokens: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const folder = join(import.meta.dirname, '../../node_modules/antd/es');
  const words = new Set<string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.js') || /(^|[\\/])(theme|style|locale)[\\/]/.test(file)) continue;
    const code = readFileSync(join(folder, file), 'utf8');
    if (code.includes('useToken')) for (const [word] of code.matchAll(/\w+/g)) words.add(word);
  }
  return new Set(Object.keys(tokens).filter((name) => words.has(name) && typeof tokens[name] !== 'object'));
}
