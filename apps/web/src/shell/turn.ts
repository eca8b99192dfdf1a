import { currentLanguage, notify, setLanguage, setTheme } from '@boyun/kernel/web';

/** Notice after a theme change (spec §8). */
export const LOOK_CHANGED = { zh: '换肤成功', en: 'Theme changed' };

/** Switches the theme to dark or light, and shows a notice. */
export function toggleTheme(): void {
  setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
  notify('good', LOOK_CHANGED);
}

/** Switches the language to English or Chinese, and shows a notice in it (spec §8). */
export function toggleLanguage(): void {
  setLanguage(currentLanguage() === 'zh' ? 'en' : 'zh');
  notify('good', { zh: '切换语言成功', en: 'switch language success' });
}
