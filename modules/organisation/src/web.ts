import type { LoadPageHelps, WebPages } from '@boyun/kernel/web';

export { type Issued, PasswordsDialog } from './employee/passwords-dialog.view.tsx';

/** Custom pages of this module by component key; the others use the standard list. */
export const pages: WebPages = {
  organization: () => import('./department/organization.page.tsx'),
  employee: () => import('./employee/employee.page.tsx'),
};

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
