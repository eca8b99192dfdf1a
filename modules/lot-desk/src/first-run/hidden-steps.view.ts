import { createStore, currentUser, useStore } from '@boyun/kernel/web';

const keyOf = () => `first-steps-hidden:${currentUser()?.userId ?? ''}`;
/** Counts the changes, so that the card is drawn again; the choice itself is kept by this browser for each account. */
const changes = createStore(0);

/** Whether this person hid the card of first steps. */
export function useAreStepsHidden(): boolean {
  useStore(changes);
  return localStorage.getItem(keyOf()) !== null;
}

/** Hides the card for this person, or shows it again. */
export function hideSteps(isHidden: boolean): void {
  if (isHidden) localStorage.setItem(keyOf(), '1');
  else localStorage.removeItem(keyOf());
  changes.set(changes.get() + 1);
}
