/** The page of a coupon's code at `/coupon/{code}`; small, public, without the component library. */
export const loadCouponClaimPage = () => import('./claim-page.view.tsx');
