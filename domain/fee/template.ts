import { publishedTemplates } from './published.ts';
import type { TariffTemplate } from './ready.ts';
import { typicalTemplates } from './typical.ts';

export type { TariffTemplate } from './ready.ts';

/** Ready tariffs an operator can start from: those of published price notices, then typical shapes. */
export const tariffTemplate: readonly TariffTemplate[] = [...publishedTemplates, ...typicalTemplates];
