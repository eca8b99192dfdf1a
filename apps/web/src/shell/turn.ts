import { currentLanguage, setLanguage, setTheme, tell } from '@boyun/kernel/web';

/** What is said when the look has changed (spec §8). */
export const LOOK_CHANGED = { zh: '换肤成功', en: 'Theme changed' };

/** Turns the look to dark or to light, and says so. */
export function turnLook(): void {
  setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
  tell('good', LOOK_CHANGED);
}

/** Turns the language to English or to Chinese, and says so in it (spec §8). */
export function turnLanguage(): void {
  setLanguage(currentLanguage() === 'zh' ? 'en' : 'zh');
  tell('good', { zh: '切换语言成功', en: 'switch language success' });
}
