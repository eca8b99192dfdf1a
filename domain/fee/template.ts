import { publishedTemplates } from './published.ts';
import type { TariffTemplate } from './ready.ts';
import { typicalTemplates } from './typical.ts';
import { usualTemplates } from './usual.ts';

export { type TariffPlace, type TariffTemplate, tariffPlaces } from './ready.ts';

/** Ready tariffs an operator can start from: the usual ones, further shapes, then those of published price notices. */
export const tariffTemplate: readonly TariffTemplate[] = [
  ...usualTemplates,
  ...typicalTemplates,
  ...publishedTemplates,
];
