import type { Field, FieldKind, Fields, Label, Language } from '@boyun/kernel/contract';
import type { ReactNode } from 'react';
import { FieldValue, isPlate } from '../cell.tsx';
import { currentLanguage } from '../language.ts';

/** A column of a DataGrid. */
export interface GridColumn<T> {
  readonly key: string;
  readonly label: Label;
  /** Shown instead of the label above the column. */
  readonly head?: ReactNode;
  /** The declared field it shows, if any; decides width, alignment and rendering. */
  readonly field?: Field;
  readonly width?: number;
  /** Width of its heading; a growing column shrinks no further. */
  readonly minWidth?: number;
  /** Takes a share of the remaining width. */
  readonly isGrowing?: boolean;
  readonly align?: 'start' | 'end' | 'center';
  readonly isSortable?: boolean;
  readonly pin?: 'start' | 'end';
  /** Hidden until the user turns it on. */
  readonly isHiddenAtFirst?: boolean;
  readonly cell: (row: T) => ReactNode;
  /** The sum at the foot as text, where its field does not say how it is written. */
  readonly total?: (sum: unknown) => string;
}

const WIDTHS: Partial<Record<FieldKind, number>> = {
  plate: 130,
  instant: 156,
  day: 108,
  money: 112,
  integer: 96,
  decimal: 104,
  flag: 76,
  choice: 116,
  reference: 150,
  file: 84,
};

// Widths of characters at 13 px: Chinese ones are square.
const charWidth = (char: string) =>
  char > '\u2e7f' ? 13 : /[mwMW→]/.test(char) ? 11.5 : /[fijlrtI .,·()]/.test(char) ? 4.8 : 8;

// Estimates the width of a heading, with its sort mark if it has one.
function headWidth(label: string, isSortable: boolean): number {
  const chars = [...label].reduce((sum, char) => sum + charWidth(char), 0);
  return Math.min(220, Math.ceil(chars) + (isSortable ? 40 : 26));
}

// State labels are never truncated: the widest one with its dot decides.
function stateWidth(field: Field, language: Language): number {
  const states = Object.values(field.choices ?? {}).filter((one) => one.tone);
  return Math.max(0, ...states.map((one) => headWidth(one[language], false) + 14));
}

/** Custom rendering of single columns, by key: a function renders the cell, an object overrides more. */
export type CellSlots<T> = Readonly<
  Record<string, ((row: T) => ReactNode) | (Partial<GridColumn<T>> & { cell?: (row: T) => ReactNode })>
>;

/** Returns columns for declared fields, in the order of `keys`; slots override their rendering and may add further columns. */
export function columnsOf<T>(
  fields: Fields,
  keys: readonly string[],
  options: { cells?: CellSlots<T>; sortable?: readonly string[]; language?: Language } = {},
): GridColumn<T>[] {
  const { cells = {}, sortable = [], language = currentLanguage() } = options;
  return keys.map((key) => {
    const field = fields[key];
    const slot = cells[key];
    const more = typeof slot === 'function' ? { cell: slot } : (slot ?? {});
    if (!field) {
      if (!more.cell || !more.label) throw new Error(`The column '${key}' is no field and has no label and cell.`);
      return { key, label: more.label, cell: more.cell, ...more };
    }
    const isSortable = more.isSortable ?? sortable.includes(key);
    const minWidth = Math.max(
      headWidth((more.label ?? field.label)[language], isSortable),
      stateWidth(field, language),
    );
    const kind = isPlate(field, key) ? 'plate' : field.kind;
    const isNumber = field.kind === 'money' || field.kind === 'integer' || field.kind === 'decimal';
    return {
      key,
      label: field.label,
      field,
      isGrowing: kind === 'text' || kind === 'reference',
      align: isNumber ? 'end' : 'start',
      cell: (row: T) => <FieldValue field={field} fieldKey={key} row={row as Record<string, unknown>} />,
      ...more,
      isSortable,
      minWidth,
      width: Math.max(more.width ?? WIDTHS[kind] ?? (field.isLong ? 240 : 150), minWidth),
    };
  });
}
