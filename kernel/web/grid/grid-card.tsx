import { Fragment, isValidElement, type ReactNode, useState } from 'react';
import { useText } from '../language.ts';
import { useIsLoading } from '../query.ts';
import type { GridColumn } from './grid-column.tsx';
import type { DataGridProps } from './grid-props.ts';
import { isShown, orderedKeys } from './grid-setting.ts';

/** Facts of a card besides its heading. */
const FACTS = 4;
const MORE = { zh: '更多', en: 'More' };
const LESS = { zh: '收起', en: 'Less' };

const isBlankNode = (node: ReactNode) => node === null || node === undefined || node === '' || node === '—';

/** Whether a cell shows no value. */
function isBlank<T>(column: GridColumn<T>, row: T): boolean {
  const value = (row as Readonly<Record<string, unknown>>)[column.key];
  if (column.field && !column.field.whenEmpty && (value === null || value === '')) return true;
  const node = column.cell(row);
  return isBlankNode(
    isValidElement<{ children?: ReactNode }>(node) && node.type === 'span' ? node.props.children : node,
  );
}

const isAmount = <T,>({ field }: GridColumn<T>) => field?.kind === 'money';
const isState = <T,>({ key, field }: GridColumn<T>) => field?.kind === 'choice' && /^(state|status)$|State$/.test(key);

/** The facts of a card that is closed, in their order: an amount and a state are among them; the first others fill up. */
function chiefFacts<T>(facts: readonly GridColumn<T>[]): readonly GridColumn<T>[] {
  const chief = [facts.find(isAmount), facts.find(isState)].filter((one) => one !== undefined);
  const others = facts.filter((one) => !chief.includes(one)).slice(0, FACTS - chief.length);
  return facts.filter((one) => chief.includes(one) || others.includes(one));
}

/**
 * The rows of a grid as cards, on a phone: the first column is the heading; below it four facts that have a value, its amount and state
 * among them.
 */
export function GridCards<T extends { readonly id: string }>(props: DataGridProps<T>) {
  const { columns, rows, setting } = props;
  const isBusy = useIsLoading(props.queryKey);
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const shown = orderedKeys(columns, setting)
    .map((key) => byKey.get(key)!)
    .filter((column) => isShown(column, setting));
  return (
    <ul className="by-cards" aria-label={props.label} aria-busy={isBusy}>
      {rows.map((row) => (
        <Card key={row.id} {...props} row={row} shown={shown} />
      ))}
    </ul>
  );
}

function Card<T extends { readonly id: string }>({
  row,
  shown,
  onOpen,
  rowClass,
}: DataGridProps<T> & { row: T; shown: readonly GridColumn<T>[] }) {
  const t = useText();
  const [isWhole, setWhole] = useState(false);
  const acts = shown.filter((column) => column.pin === 'end');
  const facts = shown.filter((column) => column.pin !== 'end' && column.key !== 'number');
  // The check box of the row is placed before the heading.
  const heads = facts.slice(0, facts[0]?.key === 'pick' ? 2 : 1);
  const rest = facts.slice(heads.length).filter((column) => !isBlank(column, row));
  // Where a row opens, its drawer has the other facts.
  const isLong = !onOpen && rest.length > FACTS;
  return (
    <li className={`by-card ${rowClass?.(row) ?? ''}`}>
      <div className="by-card-head">
        {heads.map((column) => (
          <Fragment key={column.key}>{column.cell(row)}</Fragment>
        ))}
        {(onOpen || isLong) && (
          <button
            type="button"
            className="by-card-open"
            aria-expanded={isLong ? isWhole : undefined}
            onClick={() => (onOpen ? onOpen(row) : setWhole(!isWhole))}
          >
            {t(onOpen ? { zh: '详情', en: 'Details' } : isWhole ? LESS : MORE)}
          </button>
        )}
      </div>
      <dl>
        {(isLong && isWhole ? rest : chiefFacts(rest)).map((column) => (
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
  );
}
