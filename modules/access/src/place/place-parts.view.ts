import type { FormParts } from '@boyun/kernel/web';

/** Omits the place lists from a form. */
export const NO_PLACES: FormParts = { regionIds: null, areaIds: null, lotIds: null };
