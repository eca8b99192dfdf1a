/** The page of a fixed code at `/place/{code}`; small, public, without the component library. */
export const loadPlacePage = () => import('./place-page.view.tsx');
