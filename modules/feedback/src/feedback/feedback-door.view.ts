/** Where a driver writes at `/feedback/{code}`, and sees the answer at `/answer/{code}`; small and public, apart from the lists. */
export const loadFeedbackPage = () => import('./driver-feedback.view.tsx');
