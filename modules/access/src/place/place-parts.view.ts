/** Omits the place lists from a form. */
export const NO_PLACES = { regionIds: null, areaIds: null, lotIds: null } as const;
