/** Where a driver books at `/book/{code}`, and sees the booking at `/booked/{code}`; small and public like the others. */
export const loadBookingPage = () => import('../appointment/booking.view.tsx');

/** The page of an invitation at `/visit/{code}`; small, public, without the component library. */
export const loadInvitationPage = () => import('./invitation.view.tsx');
