/** The drivers' own app at `/app/{tenant}`; small, without the component library. */
export const loadAppPage = () => import('./app-page.view.tsx');

/** The page of `/stop/{code}`, by which a customer takes advertising back. */
export const loadStopPage = () => import('./stop-page.view.tsx');
