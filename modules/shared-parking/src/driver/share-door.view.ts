/** Loads the public pages of drivers `/share/{code}` and `/shared/{code}`. */
export const loadSharePage = () => import('./share.view.tsx');
/** Loads the page of a spot owner, `/spots/{code}`. */
export const loadSpotOwnerPage = () => import('./spot-owner.view.tsx');
