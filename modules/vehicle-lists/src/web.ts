import type { WebPages } from '@boyun/kernel/web';

/** Both lists have the standard page of their resource. */
export const pages: WebPages = {};
