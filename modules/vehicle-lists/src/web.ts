import type { WebPages } from '@boyun/kernel/web';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  freeList: () => import('./free-list/free-list.page.tsx'),
  fixedList: () => import('./fixed-list/fixed-list.page.tsx'),
  appointment: () => import('./appointment/appointment.page.tsx'),
  packRule: () => import('./pack-rule/pack-rule.page.tsx'),
  packManage: () => import('./pack/pack.page.tsx'),
  packRefund: () => import('./pack/pack-refund.page.tsx'),
  packCancel: () => import('./pack/pack-cancel.page.tsx'),
  visitList: () => import('./visit-list/visit-list.page.tsx'),
};

/** The page of an invitation at `/visit/{code}`; small, public, without the component library. */
export const loadInvitationPage = () => import('./visit-list/invitation.view.tsx');
