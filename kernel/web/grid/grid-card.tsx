import { Fragment } from 'react';
import { useText } from '../language.ts';
import { useIsLoading } from '../query.ts';
import type { DataGridProps } from './grid-props.ts';
import { isShown, orderedKeys } from './grid-setting.ts';

/** The rows of a grid as cards, on a phone: the first column is the heading, the others are shown with name and value. */
export function GridCards<T extends { readonly id: string }>(props: DataGridProps<T>) {
  const { columns, rows, setting, onOpen, rowClass } = props;
  const t = useText();
  const isBusy = useIsLoading(props.queryKey);
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const shown = orderedKeys(columns, setting)
    .map((key) => byKey.get(key)!)
    .filter((column) => isShown(column, setting));
  const acts = shown.filter((column) => column.pin === 'end');
  const facts = shown.filter((column) => column.pin !== 'end');
  // The check box of the row is placed before the heading.
  const heads = facts.slice(0, facts[0]?.key === 'pick' ? 2 : 1);
  const rest = facts.slice(heads.length);
  return (
    <ul className="by-cards" aria-label={props.label} aria-busy={isBusy}>
      {rows.map((row) => (
        <li key={row.id} className={`by-card ${rowClass?.(row) ?? ''}`}>
          <div className="by-card-head">
            {heads.map((column) => (
              <Fragment key={column.key}>{column.cell(row)}</Fragment>
            ))}
            {onOpen && (
              <button type="button" className="by-card-open" onClick={() => onOpen(row)}>
                {t({ zh: '详情', en: 'Details' })}
              </button>
            )}
          </div>
          <dl>
            {rest.map((column) => (
              <div key={column.key}>
                <dt>{t(column.label)}</dt>
                <dd>{column.cell(row)}</dd>
              </div>
            ))}
          </dl>
          {acts.map((column) => (
            <div key={column.key} className="by-card-acts">
              {column.cell(row)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}
