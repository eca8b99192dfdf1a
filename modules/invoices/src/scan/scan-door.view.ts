/** The driver's page of invoices at `/invoice/{code}`; small, public, without the component library. */
export const loadInvoicePage = () => import('./scan-page.view.tsx');
