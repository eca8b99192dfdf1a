/** The page of an invitation at `/visit/{code}`; small, public, without the component library. */
export const loadInvitationPage = () => import('./invitation.view.tsx');
