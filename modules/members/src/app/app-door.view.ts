/** The drivers' own app at `/app/{tenant}`; small, without the component library. */
export const loadAppPage = () => import('./app-page.view.tsx');
