/** Loads the public pages `/book/{code}` and `/booked/{code}`; small, without the component library. */
export const loadBookingPage = () => import('./booking.view.tsx');
