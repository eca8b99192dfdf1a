import { Checkbox } from 'antd';
import { useState } from 'react';
import { useText } from '../language.ts';
import { createStore, type Store, useStore } from '../store.ts';

/** Rows of a list that somebody has ticked. */
export type Selection = Store<ReadonlySet<string>>;

/** The ticked rows of a list; kept by its page, so that its cells follow without being made anew. */
export function useSelection(): readonly [selection: Selection, ids: ReadonlySet<string>] {
  const [selection] = useState(() => createStore<ReadonlySet<string>>(new Set()));
  return [selection, useStore(selection)];
}

/** The box of one row; empty where the row cannot be chosen. */
export function SelectionBox({
  selection,
  id,
  name,
  isHidden,
}: {
  selection: Selection;
  id: string;
  /** How the row is called for who cannot see the box. */
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
    // The row's own click opens the drawer; its box does what it says alone.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stops the click from going on
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only stops the click from going on
    <span onClick={(event) => event.stopPropagation()}>
      <Checkbox checked={isChecked} aria-label={t({ zh: `选择 ${name}`, en: `Choose ${name}` })} onChange={change} />
    </span>
  );
}
