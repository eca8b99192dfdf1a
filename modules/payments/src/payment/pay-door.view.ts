/** The driver's payment page at `/pay/{code}`; small, public, without the component library. */
export const loadPayPage = () => import('./pay-page.view.tsx');
