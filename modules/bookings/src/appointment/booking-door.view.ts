/** Where a driver books at `/book/{code}`, and sees the booking at `/booked/{code}`; small, public, without the component library. */
export const loadBookingPage = () => import('./booking.view.tsx');
