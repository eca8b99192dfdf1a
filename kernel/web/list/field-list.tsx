import type { Fields } from '@boyun/kernel/contract';
import type { ReactNode } from 'react';
import { FieldValue, isEmpty } from '../cell.tsx';
import { useText } from '../language.ts';

/** When a row came and last changed: the last line of a detail. */
const COURSE = ['createdAt', 'updatedAt'];

/**
 * The body of a detail drawer: amounts as key figures, names and values in two columns, and when the row came and changed. Values that are
 * missing are left out, unless the field says what that means.
 */
export function FieldList({
  fields,
  keys,
  row,
  cells = {},
  zone,
}: {
  fields: Fields;
  keys?: readonly string[];
  row: Readonly<Record<string, unknown>>;
  cells?: Readonly<Record<string, ReactNode>>;
  /** IANA zone of times; the tenant's by default. */
  zone?: string;
}) {
  const t = useText();
  const shown = (keys ?? Object.keys(fields).filter((key) => key !== 'id' && key !== 'version')).filter((key) => {
    const field = fields[key];
    return field && (cells[key] || field.whenEmpty || !isEmpty(row[key]));
  });
  const isCourse = (key: string) => COURSE.includes(key) && shown.length > COURSE.length;
  const isFigure = (key: string) => fields[key]!.kind === 'money';
  const part = (key: string) => {
    const field = fields[key]!;
    return (
      <div key={key} className={field.isLong ? 'by-facts-wide' : undefined}>
        <dt>{t(field.label)}</dt>
        <dd>{cells[key] ?? <FieldValue field={field} fieldKey={key} row={row} zone={zone} />}</dd>
      </div>
    );
  };
  const parts: Readonly<Record<string, readonly string[]>> = {
    'by-facts by-facts-figures': shown.filter(isFigure),
    'by-facts': shown.filter((key) => !isFigure(key) && !isCourse(key)),
    'by-facts by-facts-course': shown.filter(isCourse),
  };
  return Object.entries(parts).map(
    ([look, own]) =>
      own.length > 0 && (
        <dl key={look} className={look}>
          {own.map(part)}
        </dl>
      ),
  );
}
