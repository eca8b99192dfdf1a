/** Loads the panel of a car. */
export const loadCarPanel = () => import('./car-panel.tsx');
