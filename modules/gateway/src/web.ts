import type { WebPages } from '@boyun/kernel/web';

/** Pages of the gateway module. */
export const pages: WebPages = {
  quarantine: () => import('./quarantine/quarantine.page.tsx'),
};
