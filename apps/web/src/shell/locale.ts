import type { Language } from '@boyun/kernel/contract';
import type { ConfigProviderProps } from 'antd';
import * as english from 'antd/es/locale/en_US.js';
import * as chinese from 'antd/es/locale/zh_CN.js';

type Locale = NonNullable<ConfigProviderProps['locale']>;

// The library's files are ES modules without saying so: the compiler and the builder disagree on where the default is.
function unwrap(module: { default: unknown }): Locale {
  const inner = module.default as Locale & { default?: Locale };
  return inner.default ?? inner;
}

const LOCALES: Record<Language, Locale> = { zh: unwrap(chinese), en: unwrap(english) };

/** The component library's own texts in a language. */
export function antLocale(language: Language): Locale {
  return LOCALES[language];
}
