import { createContext, type ReactNode, useContext } from 'react';
import type { Listing } from '../call.ts';
import type { GridColumn } from '../grid/grid-column.tsx';
import type { ListState } from './list-model.ts';

/** Context passed to the slots of a list page. */
export interface ListContext<T> {
  readonly state: ListState;
  /** The current page of rows; undefined before the first response. */
  readonly listing: Listing<T> | undefined;
  /** Filters as sent, including fixed ones. */
  readonly sent: Readonly<Record<string, unknown>>;
  refresh(): Promise<unknown>;
}

const ACTS_KEY = '__acts';
const NUMBER_KEY = '__number';

/** The context of the list around a row: its buttons follow it without the other cells being drawn again. */
// biome-ignore lint/suspicious/noExplicitAny: one React context serves lists of any rows
export const ListPlace = createContext<ListContext<any> | null>(null);

function RowActs<T>({ row, acts }: { row: T; acts: (row: T, context: ListContext<T>) => ReactNode }) {
  return acts(row, useContext(ListPlace)!);
}

/** The column with the buttons of a row. */
export function actsColumn<T>(acts: (row: T, context: ListContext<T>) => ReactNode, width: number): GridColumn<T> {
  return {
    key: ACTS_KEY,
    label: { zh: '操作', en: 'Actions' },
    width,
    pin: 'end',
    cell: (row) => (
      // A click on the row opens the drawer; clicks on its buttons must not.
      // biome-ignore lint/a11y/noStaticElementInteractions: it only stops the click from going on
      // biome-ignore lint/a11y/useKeyWithClickEvents: it only stops the click from going on
      <div className="by-acts" onClick={(event) => event.stopPropagation()}>
        <RowActs row={row} acts={acts} />
      </div>
    ),
  };
}

function RowNumber({ row }: { row: unknown }) {
  const { state, listing } = useContext(ListPlace)!;
  const at = listing?.rows.indexOf(row) ?? -1;
  return <span className="by-figure by-faint">{at < 0 ? '' : (state.page - 1) * state.perPage + at + 1}</span>;
}

/** The column with the number of a row within the whole list; hidden until the user turns it on. */
export function numberColumn<T>(): GridColumn<T> {
  return {
    key: NUMBER_KEY,
    label: { zh: '序号', en: 'No.' },
    width: 60,
    pin: 'start',
    align: 'end',
    isHiddenAtFirst: true,
    cell: (row) => <RowNumber row={row} />,
  };
}
