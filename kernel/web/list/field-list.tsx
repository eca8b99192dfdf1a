import type { Fields } from '@boyun/kernel/contract';
import type { ReactNode } from 'react';
import { FieldValue } from '../cell.tsx';
import { useText } from '../language.ts';

/** Names and values of a row in two columns: the body of a detail drawer. */
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
  const shown = keys ?? Object.keys(fields).filter((key) => key !== 'id' && key !== 'version');
  return (
    <dl className="by-facts">
      {shown.map((key) => {
        const field = fields[key];
        if (!field) return null;
        return (
          <div key={key} className={field.isLong ? 'by-facts-wide' : undefined}>
            <dt>{t(field.label)}</dt>
            <dd>{cells[key] ?? <FieldValue field={field} fieldKey={key} row={row} zone={zone} />}</dd>
          </div>
        );
      })}
    </dl>
  );
}
