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

/** Returns what the modules of the program put into a slot, by name. Fails when two values have the same name. */
export function slotTable<T extends { readonly name: string }>(from: Slot<T, 'list'>): ReadonlyMap<string, T> {
  const table = new Map<string, T>();
  follow(() => {
    table.clear();
    for (const value of program.all(from)) {
      if (table.has(value.name)) throw new Error(`the slot ${from.name} holds two values named ${value.name}`);
      table.set(value.name, value);
    }
  });
  return table;
}

/** Returns the choices of a field that `toChoices` makes of what the modules of the program put into a slot. */
export function slotChoices<T>(from: Slot<T, 'list'>, toChoices: (values: readonly T[]) => ChoiceTable): ChoiceTable {
  const choices: Record<string, ChoiceTable[string]> = {};
  follow(() => {
    for (const key of Object.keys(choices)) delete choices[key];
    Object.assign(choices, toChoices(program.all(from)));
  });
  return choices;
}
