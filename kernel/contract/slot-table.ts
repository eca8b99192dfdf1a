import type { ChoiceTable } from './field.ts';
import { noSlots, type Slot, type Slots } from './slot.ts';

/** The slots of this program: contracts are declared before its modules are known, so tables that depend on them follow. */
let program: Slots = noSlots;
const refreshers: (() => void)[] = [];

/** Makes these the slots of the program; tables made by `slotTable` and `slotChoices` show them from now on. */
export function bindSlots(slots: Slots): void {
  program = slots;
  for (const refresh of refreshers) refresh();
}

function follow(refresh: () => void): void {
  refreshers.push(refresh);
  refresh();
}

/** Returns a map of the entries that `toEntries` returns for the values of a slot. */
export function slotMap<T, V>(
  from: Slot<T, 'list'>,
  toEntries: (values: readonly T[]) => Iterable<readonly [string, V]>,
): ReadonlyMap<string, V> {
  const table = new Map<string, V>();
  follow(() => {
    table.clear();
    for (const [key, value] of toEntries(program.all(from))) table.set(key, value);
  });
  return table;
}

/** Returns the values of a slot by name. Throws if two values have the same name. */
export function slotTable<T extends { readonly name: string }>(from: Slot<T, 'list'>): ReadonlyMap<string, T> {
  return slotMap(from, (values) => {
    const names = values.map(({ name }) => name);
    const twice = names.find((name, place) => names.indexOf(name) !== place);
    if (twice !== undefined) throw new Error(`the slot ${from.name} holds two values named ${twice}`);
    return values.map((value) => [value.name, value] as const);
  });
}

/** Returns the choices that `toChoices` returns for the values of a slot. */
export function slotChoices<T>(from: Slot<T, 'list'>, toChoices: (values: readonly T[]) => ChoiceTable): ChoiceTable {
  const choices: Record<string, ChoiceTable[string]> = {};
  follow(() => {
    for (const key of Object.keys(choices)) delete choices[key];
    Object.assign(choices, toChoices(program.all(from)));
  });
  return choices;
}
