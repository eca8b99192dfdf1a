import type { FormParts } from '@boyun/kernel/web';

/** Leaves the lists of places out of a form. */
export const NO_PLACES: FormParts = { regionIds: null, areaIds: null, lotIds: null };
