import type { Label, Language } from '@boyun/kernel/contract';
import { createContext, createElement, type ReactNode, useContext } from 'react';
import { createStore, useStore } from './store.ts';

const COOKIE = 'language';
const YEAR_SECONDS = 365 * 24 * 3600;

/** Value of a cookie of this page, or null. */
export function readCookie(name: string): string | null {
  if (typeof document === 'undefined') return null;
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : null;
}

/** Keeps a cookie for a year. */
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

/** The language in force. */
export function currentLanguage(): Language {
  return language.get();
}

/** Switches the language of the page and keeps the choice in a cookie (spec §4). */
export function setLanguage(next: Language): void {
  writeCookie(COOKIE, next);
  document.documentElement.lang = next === 'zh' ? 'zh-CN' : 'en';
  language.set(next);
}

const LanguageContext = createContext<Language | null>(null);

/** Around everything: hands the language in force down. Cells by the hundred read it, which would be too many to subscribe. */
export function LanguageScope({ children }: { children: ReactNode }) {
  return createElement(LanguageContext, { value: useStore(language) }, children);
}

/** The language in force, re-rendering on a switch. */
export function useLanguage(): Language {
  return useContext(LanguageContext) ?? language.get();
}

/** Fills the `{name}` places of a text. */
export function fill(text: string, params?: Readonly<Record<string, unknown>>): string {
  if (!params) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name] ?? '') : whole));
}

/** Says a label in the language in force; for code outside components. */
export function sayNow(label: Label, params?: Readonly<Record<string, unknown>>): string {
  return fill(label[language.get()], params);
}

/** Says a label, and re-renders the component when the language changes. */
export type Say = (label: Label, params?: Readonly<Record<string, unknown>>) => string;

// One function per language, so that memoised parts see a change exactly when the language changes.
const says: Record<Language, Say> = {
  zh: (label, params) => fill(label.zh, params),
  en: (label, params) => fill(label.en, params),
};

/** The `say` of this component: `const t = useText(); t({ zh: '保存', en: 'Save' })`. */
export function useText(): Say {
  return says[useLanguage()];
}
