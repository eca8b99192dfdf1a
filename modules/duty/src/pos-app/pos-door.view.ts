/** The collectors' app at `/pos/{tenant}`; small, without the component library. */
export const loadPosPage = () => import('./pos-page.view.tsx');
