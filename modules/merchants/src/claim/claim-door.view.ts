/** The page of a merchant's code at `/claim/{code}`; small, public, without the component library. */
export const loadClaimPage = () => import('./claim-page.view.tsx');
