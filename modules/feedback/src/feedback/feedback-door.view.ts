/** Loads the public pages `/feedback/{code}` and `/answer/{code}`; small, separate from the staff pages. */
export const loadFeedbackPage = () => import('./driver-feedback.view.tsx');
