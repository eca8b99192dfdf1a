/** The page of a reminder's link at `/renew/{code}`; small, public, without the component library. */
export const loadRenewalPage = () => import('./renewal-page.view.tsx');
