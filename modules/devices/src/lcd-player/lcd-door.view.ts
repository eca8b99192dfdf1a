/** The player of displays at `/lcd/…`; small, public, without the component library. */
export const loadLcdPage = () => import('./lcd-page.view.tsx');
