import { type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { reviewKinds } from '@boyun/reviews/contract';
import { carReviews } from './car/car-review.contract.ts';
import { campaignReviews } from './sms/sms.contract.ts';

export { loadAppPage, loadStopPage } from './app/app-door.view.ts';

/** Custom pages of this module, by component key. */
export const pages: WebPages = {
  customer: () => import('./customer-page/customer.page.tsx'),
  car: () => import('./car-page/car.page.tsx'),
  sms: () => import('./sms-page/sms.page.tsx'),
  privacy: () => import('./privacy-page/privacy.page.tsx'),
  registerStatic: () => import('./share/register-static.page.tsx'),
};

/** Slot fillings of this module: its kinds of requests. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(reviewKinds, ...Object.values(carReviews), ...Object.values(campaignReviews)),
];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
