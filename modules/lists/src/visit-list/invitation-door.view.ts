/** Loads the public page of an invitation at `/visit/{code}`; small, without the component library. */
export const loadInvitationPage = () => import('./invitation.view.tsx');
