import { announce } from '@boyun/kernel/web';

/** After a deployment an old page requests chunks that no longer exist: shows a notice instead of failing. */
export function sayNewVersion(): void {
  window.addEventListener('vite:preloadError', () =>
    announce(
      'info',
      { zh: '有新版本', en: 'New version' },
      { zh: '系统已更新，请刷新页面', en: 'The product was updated, please refresh the page' },
      Number.POSITIVE_INFINITY,
    ),
  );
}
