import { lotTools } from '@boyun/facilities/web';
import { consoleHead } from '@boyun/insight/web';
import { type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { lazy } from 'react';

/** The button that imports whole lots from a workbook. */
export const WorkbookImport = /* @__PURE__ */ lazy(() => import('./workbook/workbook-import.view.tsx'));

const FirstSteps = /* @__PURE__ */ lazy(() => import('./first-run/first-steps.view.tsx'));

/** Shows the first steps on the console again, after this person hid them. */
export const openFirstSteps = async (): Promise<void> => (await import('./first-run/open-steps.view.ts')).openSteps();

/** Custom pages of this module by component key; the others use the standard list. */
export const pages: WebPages = {
  parkEdit: () => import('./edit/edit.page.tsx'),
  parkInfo: () => import('./profile/profile.page.tsx'),
};

/** Slot contributions of this module: the workbook import and the first steps. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(lotTools, WorkbookImport),
  /* @__PURE__ */ fill(consoleHead, FirstSteps),
];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
