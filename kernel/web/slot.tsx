import { type ComponentType, createContext, type ReactNode, Suspense, useContext } from 'react';
import { noSlots, type Slot, type Slots } from '../contract/slot.ts';

const SlotContext = createContext<Slots>(noSlots);

/** Provides the modules' slot fillings to the pages inside it; outside of one, all slots are empty. */
export function SlotScope({ slots, children }: { slots: Slots; children: ReactNode }) {
  return <SlotContext value={slots}>{children}</SlotContext>;
}

/** Returns the value of a single slot; null when no module fills it. */
export function useSlot<T>(of: Slot<T, 'single'>): T | null {
  return useContext(SlotContext).find(of);
}

/** Returns the values of a list slot, in the order of the modules. */
export function useSlots<T>(of: Slot<T, 'list'>): readonly T[] {
  return useContext(SlotContext).all(of);
}

/** Renders the components that modules put into a slot, each with the same props, in the order of the modules. */
export function SlotParts<P extends object>({ of, props }: { of: Slot<ComponentType<P>, 'list'>; props: NoInfer<P> }) {
  return useContext(SlotContext)
    .all(of)
    .map((Part, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the fillings of a slot never change
      <Suspense key={place} fallback={null}>
        <Part {...props} />
      </Suspense>
    ));
}
