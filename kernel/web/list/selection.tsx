import type { Label, Resource } from '@boyun/kernel/contract';
import { Button, Checkbox } from 'antd';
import { type ReactNode, useContext, useMemo, useState } from 'react';
import { deleteRows } from '../call.ts';
import type { GridColumn } from '../grid/grid-column.tsx';
import { useText } from '../language.ts';
import { Modal } from '../modal.tsx';
import { notify, REMOVED_WORDS } from '../notice.tsx';
import { ActButton } from '../permission.tsx';
import { refreshLists } from '../query.ts';
import { createStore, type Store, useStore } from '../store.ts';
import { CallFailure } from '../transport.ts';
import { ListPlace } from './list-place.tsx';

/** Ids of the rows of a list that the user has selected. */
export type Selection = Store<ReadonlySet<string>>;

/** What can be done with several rows of a list at once. */
export interface Batch<T> {
  /** Accessible name of a row. */
  readonly name: (row: T) => string;
  /** Whether a row cannot be selected. */
  readonly isHidden?: (row: T) => boolean;
  /** Buttons for the selected rows, which are all on the page shown; `clear` unselects them. */
  readonly acts: (rows: readonly T[], clear: () => void) => ReactNode;
}

/** The selection of a list: its column, and the selected rows among those shown. */
export function useSelection<T extends { readonly id: string }>(batch: Batch<T> | undefined, rows: readonly T[]) {
  const [selection] = useState(() => createStore<ReadonlySet<string>>(new Set()));
  const ids = useStore(selection);
  const column = useMemo<GridColumn<T> | null>(
    () =>
      batch
        ? {
            key: 'pick',
            label: { zh: '选择', en: 'Select' },
            head: <AllBox selection={selection} batch={batch as unknown as Batch<Picked>} />,
            width: 44,
            pin: 'start',
            align: 'center',
            cell: (row) =>
              batch.isHidden?.(row) ? null : <SelectionBox selection={selection} id={row.id} name={batch.name(row)} />,
          }
        : null,
    [batch, selection],
  );
  const chosen = batch && ids.size > 0 ? rows.filter((row) => ids.has(row.id) && !batch.isHidden?.(row)) : [];
  return { column, chosen, clear: () => selection.set(new Set()) };
}

type Picked = { readonly id: string };

/** The check box of one row. */
export function SelectionBox({ selection, id, name }: { selection: Selection; id: string; name: string }) {
  const t = useText();
  const isChecked = useStore(selection).has(id);
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

/** The check box of all rows shown. */
function AllBox({ selection, batch }: { selection: Selection; batch: Batch<Picked> }) {
  const t = useText();
  const chosen = useStore(selection);
  const rows = (useContext(ListPlace)?.listing?.rows ?? []) as readonly Picked[];
  const ids = rows.filter((row) => !batch.isHidden?.(row)).map((row) => row.id);
  const count = ids.filter((id) => chosen.has(id)).length;
  const isAll = count > 0 && count === ids.length;
  return (
    <Checkbox
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      disabled={ids.length === 0}
      aria-label={t({ zh: '选择本页全部', en: 'Select all rows shown' })}
      onChange={() => selection.set(new Set(isAll ? [] : ids))}
    />
  );
}

/** Says how many rows are selected, and unselects them. */
export function SelectedCount({ count, onClear }: { count: number; onClear: () => void }) {
  const t = useText();
  return (
    <span className="by-row by-selected">
      <span role="status">{t({ zh: '已选 {count} 项', en: '{count} selected' }, { count })}</span>
      <Button type="link" size="small" onClick={onClear}>
        {t({ zh: '取消选择', en: 'Clear' })}
      </Button>
    </span>
  );
}

/** What became of one of several rows: why it was refused, or null. */
export interface BatchOutcome {
  readonly name: string;
  readonly refused: string | null;
}

/** Does the same with several rows, one after the other; a refusal does not stop the rest. */
export async function runEach<T>(
  rows: readonly T[],
  name: (row: T) => string,
  run: (row: T) => Promise<unknown>,
): Promise<BatchOutcome[]> {
  const outcomes: BatchOutcome[] = [];
  for (const row of rows)
    try {
      await run(row);
      outcomes.push({ name: name(row), refused: null });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      outcomes.push({ name: name(row), refused: error.message });
    }
  return outcomes;
}

/** The rows that were refused, with the reason of each; nothing where all succeeded. */
export function BatchResult({ outcomes, onClose }: { outcomes: readonly BatchOutcome[] | null; onClose: () => void }) {
  const t = useText();
  const refused = (outcomes ?? []).filter((one) => one.refused !== null);
  const done = (outcomes?.length ?? 0) - refused.length;
  return (
    <Modal
      open={refused.length > 0}
      width={560}
      title={t({ zh: '批量操作结果', en: 'Result' })}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t({ zh: '关闭', en: 'Close' })}</Button>}
    >
      <p>
        {t(
          { zh: '成功 {done} 项，失败 {count} 项：', en: '{done} done, {count} refused:' },
          { done, count: refused.length },
        )}
      </p>
      <div className="by-failed">
        <table>
          <tbody>
            {refused.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same name
              <tr key={index}>
                <td>{one.name}</td>
                <td>{one.refused}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Modal>
  );
}

/** Deletes the selected rows of a plain table: one password and question for all, then the result of those that were refused. */
export function DeleteRows<T extends { readonly id: string }>({
  of,
  rows,
  name,
  onDone,
}: {
  of: Resource;
  rows: readonly T[];
  name: (row: T) => string;
  onDone: (outcomes: readonly BatchOutcome[]) => void;
}) {
  const t = useText();
  const remove = async () => {
    const count = rows.length;
    const question: Label = { zh: `是否删除选中的 ${count} 项？`, en: `Delete the ${count} selected rows?` };
    const ids = rows.map((row) => row.id);
    const results = await deleteRows(of, ids, { question });
    const refused = new Map(results.map((one) => [one.id, one.refused]));
    onDone(rows.map((row) => ({ name: name(row), refused: refused.get(row.id) ?? null })));
    const kinds = new Set(results.flatMap((one) => one.done ?? []));
    for (const kind of kinds) notify('good', REMOVED_WORDS[kind]);
    await refreshLists(of.name);
  };
  return (
    <ActButton danger access={of.can.delete} onAct={remove}>
      {t({ zh: '删除', en: 'Delete' })} ({rows.length})
    </ActButton>
  );
}
