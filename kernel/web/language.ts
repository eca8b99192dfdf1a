import { createContext, createElement, type ReactNode, useContext } from 'react';
import { fillText, type Label, type Language } from '../contract/label.ts';
import { createStore, useStore } from './store.ts';

const COOKIE = 'language';
const YEAR_SECONDS = 365 * 24 * 3600;

/** Returns the value of a cookie, or null. */
export function readCookie(name: string): string | null {
  if (typeof document === 'undefined') return null;
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : null;
}

/** Sets a cookie for a year. */
export function writeCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain HTTP
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

function firstLanguage(): Language {
  const kept = readCookie(COOKIE);
  if (kept === 'zh' || kept === 'en') return kept;
  if (typeof navigator === 'undefined') return 'zh';
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

const language = createStore<Language>(firstLanguage());

/** Returns the current language. */
export function currentLanguage(): Language {
  return language.get();
}

/** Switches the language of the page and stores the choice in a cookie (spec §4). */
export function setLanguage(next: Language): void {
  writeCookie(COOKIE, next);
  document.documentElement.lang = next === 'zh' ? 'zh-CN' : 'en';
  language.set(next);
}

const LanguageContext = createContext<Language | null>(null);

/** Root provider of the current language, which hundreds of cells read from context instead of subscribing each. */
export function LanguageScope({ children }: { children: ReactNode }) {
  return createElement(LanguageContext, { value: useStore(language) }, children);
}

/** Returns the current language, and re-renders on a switch. */
export function useLanguage(): Language {
  return useContext(LanguageContext) ?? language.get();
}

/** Returns a label in the current language; for code outside components. */
export function translate(label: Label, params?: Readonly<Record<string, unknown>>): string {
  return fillText(label[language.get()], params);
}

/** Translates a label. */
export type Translate = (label: Label, params?: Readonly<Record<string, unknown>>) => string;

// One function per language, so that memoised parts see a change exactly when the language changes.
const says: Record<Language, Translate> = {
  zh: (label, params) => fillText(label.zh, params),
  en: (label, params) => fillText(label.en, params),
};

/** Returns the translate function, and re-renders on a switch: `const t = useText(); t({ zh: '保存', en: 'Save' })`. */
export function useText(): Translate {
  return says[useLanguage()];
}
