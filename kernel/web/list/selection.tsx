import { Checkbox } from 'antd';
import { useState } from 'react';
import { useText } from '../language.ts';
import { createStore, type Store, useStore } from '../store.ts';

/** Rows of a list that the user has selected. */
export type Selection = Store<ReadonlySet<string>>;

/** The selected rows of a list; held in a store by its page, so that cells update without being recreated. */
export function useSelection(): readonly [selection: Selection, ids: ReadonlySet<string>] {
  const [selection] = useState(() => createStore<ReadonlySet<string>>(new Set()));
  return [selection, useStore(selection)];
}

/** The check box of one row; empty where the row cannot be selected. */
export function SelectionBox({
  selection,
  id,
  name,
  isHidden,
}: {
  selection: Selection;
  id: string;
  /** Accessible name of the row. */
  name: string;
  isHidden?: boolean;
}) {
  const t = useText();
  const isChecked = useStore(selection).has(id);
  if (isHidden) return null;
  const change = () => {
    const next = new Set(selection.get());
    if (!next.delete(id)) next.add(id);
    selection.set(next);
  };
  return (
    // A click on the row opens the drawer; a click on its check box must not.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stops the click from going on
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only stops the click from going on
    <span onClick={(event) => event.stopPropagation()}>
      <Checkbox checked={isChecked} aria-label={t({ zh: `选择 ${name}`, en: `Select ${name}` })} onChange={change} />
    </span>
  );
}
