import type { Language } from '@boyun/kernel/contract';
import type { ConfigProviderProps } from 'antd';
import * as english from 'antd/es/locale/en_US.js';
import * as chinese from 'antd/es/locale/zh_CN.js';

type Locale = NonNullable<ConfigProviderProps['locale']>;

// The library's files are ES modules without declaring it: the compiler and the bundler disagree about the default export.
function unwrap(module: { default: unknown }): Locale {
  const inner = module.default as Locale & { default?: Locale };
  return inner.default ?? inner;
}

const LOCALES: Record<Language, Locale> = { zh: unwrap(chinese), en: unwrap(english) };

/** Returns the component library's texts in a language. */
export function antLocale(language: Language): Locale {
  return LOCALES[language];
}
