import type { WebPages } from '@boyun/kernel/web';

/** Every page of the places is the standard page of its resource. */
export const pages: WebPages = {};
