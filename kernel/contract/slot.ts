/**
 * How a slot may be filled: `list` by any number of values, in the order of the modules; `single` by exactly one; `keyed` by one value for
 * each key.
 */
type SlotMode = 'list' | 'single' | 'keyed';

/** An extension point of a lower module: it declares and reads the slot without knowing the higher modules that fill it. */
export interface Slot<out T, M extends SlotMode = SlotMode> {
  readonly name: string;
  readonly mode: M;
  /** For types only: what it is filled with. */
  readonly holds?: T;
}

/** A value that a module puts into a slot, listed under `slots` in its door. */
export interface Filling {
  readonly slot: Slot<unknown>;
  readonly values: readonly { readonly key: string | null; readonly value: unknown }[];
}

/** Declares a slot that takes any number of values. */
export function slot<T>(name: string): Slot<T, 'list'> {
  return { name, mode: 'list' };
}

/** Declares a slot that at most one module fills. */
export function singleSlot<T>(name: string): Slot<T, 'single'> {
  return { name, mode: 'single' };
}

/** Declares a slot that takes one value for each key. */
export function keyedSlot<T>(name: string): Slot<T, 'keyed'> {
  return { name, mode: 'keyed' };
}

/** Puts one or more values into a list slot. */
export function fill<T>(to: Slot<T, 'list'>, ...values: readonly NoInfer<T>[]): Filling;
/** Puts the value into a single slot. */
export function fill<T>(to: Slot<T, 'single'>, value: NoInfer<T>): Filling;
/** Puts values into a keyed slot, by key. */
export function fill<T>(to: Slot<T, 'keyed'>, values: Readonly<Record<string, NoInfer<T>>>): Filling;
/** Puts values into a slot. */
export function fill(to: Slot<unknown>, ...values: readonly unknown[]): Filling {
  const entries =
    to.mode === 'keyed' ? Object.entries(values[0] as object) : values.map((value) => [null, value] as const);
  return { slot: to, values: entries.map(([key, value]) => ({ key, value })) };
}

/** The part of a module door that concerns slots. */
interface FillingModule {
  readonly name: string;
  readonly slots: readonly Filling[];
}

interface Filled {
  readonly slot: Slot<unknown>;
  readonly values: { readonly key: string | null; readonly value: unknown; readonly by: string }[];
}

/** The fillings of all modules of a program. */
export class Slots {
  readonly #filled = new Map<string, Filled>();

  /**
   * Collects the fillings in the order of the modules. Fails when two slots share a name, or when a single slot or a key is filled twice;
   * the error names both modules.
   */
  constructor(modules: readonly FillingModule[]) {
    for (const { name: by, slots } of modules) for (const filling of slots) this.#add(filling, by);
  }

  #add({ slot: to, values }: Filling, by: string): void {
    const known = this.#filled.get(to.name) ?? { slot: to, values: [] };
    if (known.slot !== to) throw new Error(`two slots are named ${to.name}`);
    this.#filled.set(to.name, known);
    for (const one of values) {
      const earlier = to.mode === 'list' ? undefined : known.values.find(({ key }) => key === one.key);
      if (earlier) {
        const place = one.key === null ? `slot ${to.name}` : `key ${one.key} of slot ${to.name}`;
        throw new Error(`the ${place} is filled by ${earlier.by} and by ${by}`);
      }
      known.values.push({ ...one, by });
    }
  }

  #valuesOf(from: Slot<unknown>): readonly { readonly key: string | null; readonly value: unknown }[] {
    const known = this.#filled.get(from.name);
    if (known && known.slot !== from) throw new Error(`two slots are named ${from.name}`);
    return known?.values ?? [];
  }

  /** Returns the values of a list slot, in the order of the modules that fill it; empty when none does. */
  all<T>(from: Slot<T, 'list'>): readonly T[] {
    return this.#valuesOf(from).map(({ value }) => value as T);
  }

  /** Returns the value of a single slot; null when no module fills it. */
  find<T>(from: Slot<T, 'single'>): T | null {
    return (this.#valuesOf(from)[0]?.value as T | undefined) ?? null;
  }

  /** Returns the value of a single slot; fails when no module fills it. */
  one<T>(from: Slot<T, 'single'>): T {
    const [first] = this.#valuesOf(from);
    if (!first) throw new Error(`no module fills the slot ${from.name}`);
    return first.value as T;
  }

  /** Returns the values of a keyed slot by key, in the order of the modules that fill it. */
  byKey<T>(from: Slot<T, 'keyed'>): ReadonlyMap<string, T> {
    return new Map(this.#valuesOf(from).map(({ key, value }) => [key!, value as T]));
  }

  /** Returns the same fillings, with these slots filled by `fillings` only: for tests and other compositions of modules. */
  replaced(fillings: readonly Filling[]): Slots {
    const names = new Set(fillings.map((one) => one.slot.name));
    const kept = [...this.#filled.values()]
      .filter(({ slot: one }) => !names.has(one.name))
      .flatMap(({ slot: one, values }) =>
        values.map(({ by, ...value }) => ({ name: by, slots: [{ slot: one, values: [value] }] })),
      );
    return new Slots([...kept, { name: 'replacement', slots: fillings }]);
  }
}

/** No fillings at all. */
export const noSlots = new Slots([]);
