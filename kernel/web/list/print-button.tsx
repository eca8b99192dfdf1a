import { type Field, type Fields, type Label, type Report, setPeriodKeys } from '@boyun/kernel/contract';
import { Button } from 'antd';
import { Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { list, listShape } from '../call.ts';
import { FieldValue, fieldText, isEmpty } from '../cell.tsx';
import { dayText } from '../format.ts';
import type { GridColumn } from '../grid/grid-column.tsx';
import { type GridSetting, isShown, orderedKeys } from '../grid/grid-setting.ts';
import { type Translate, useText } from '../language.ts';
import { type ListContext, ListPlace } from './list-place.tsx';
import { type PrintedColumn, PrintTable } from './print-table.tsx';

/** The most rows that are printed; more are better exported. */
const MOST_ROWS = 1000;
const LABEL = { zh: '打印', en: 'Print' };

type Row = Readonly<Record<string, unknown>>;
interface Printed {
  readonly rows: readonly Row[];
  readonly total: number;
}

interface PrintProps {
  readonly source: Report;
  readonly title?: Label | undefined;
  readonly context: ListContext<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: columns of any rows
  readonly columns: readonly GridColumn<any>[];
  readonly setting: GridSetting;
}

/** Prints all rows of a report with its filters and order, in the columns shown. */
export function ListPrintButton({ source, title = source.title, context, columns, setting }: PrintProps) {
  const t = useText();
  const [printed, setPrinted] = useState<Printed | null>(null);
  const [isReading, setReading] = useState(false);
  const print = async () => {
    setReading(true);
    try {
      const { rows, total } = await list(source, {
        ...context.sent,
        sort: context.state.sort,
        page: 1,
        perPage: MOST_ROWS,
      });
      setPrinted({ rows: rows as readonly Row[], total });
    } finally {
      setReading(false);
    }
  };
  return (
    <>
      <Button
        type="text"
        icon={<Printer />}
        loading={isReading}
        aria-label={t(LABEL)}
        title={t(LABEL)}
        onClick={() => void print().catch(() => undefined)}
      />
      {printed && (
        <ListPlace value={context}>
          <PrintTable
            title={t(title)}
            about={[
              ...filterTexts(listShape(source).filterFields, context.sent, printed.rows[0], t),
              ...(printed.total > printed.rows.length
                ? [t({ zh: '仅打印前{n}行', en: 'The first {n} rows' }, { n: printed.rows.length })]
                : []),
            ]}
            columns={printedColumns(source, columns, setting, context.listing?.totals as Row | undefined)}
            rows={printed.rows}
            onDone={() => setPrinted(null)}
          />
        </ListPlace>
      )}
    </>
  );
}

const isFigure = ({ kind }: Field) => kind === 'money' || kind === 'integer' || kind === 'decimal';

/** The columns shown, in the user's order, as the list draws them; buttons of rows are not printed. */
function printedColumns(
  { totals: fields }: Report,
  columns: PrintProps['columns'],
  setting: GridSetting,
  totals: Row | undefined,
): PrintedColumn[] {
  const byKey = new Map(columns.map((one) => [one.key, one]));
  return orderedKeys(columns, setting)
    .map((key) => byKey.get(key)!)
    .filter((one) => one.field && isShown(one, setting))
    .map(({ key, label, field, cell }) => {
      const summed = totals && fields?.[key];
      const total: ReactNode = summed && <FieldValue field={summed} fieldKey={key} row={totals} />;
      return { key, label, isFigure: isFigure(field!), cell, ...(total ? { total } : {}) };
    });
}

/** The filters of a list in words; what a reference means is known from its rows. */
function filterTexts(fields: Fields, sent: Row, row: Row | undefined, t: Translate): readonly string[] {
  const [fromKey, toKey] = setPeriodKeys(fields, sent) ?? [];
  const { [fromKey ?? '']: from, [toKey ?? '']: to, ...rest } = sent;
  const written = (value: unknown) => (value instanceof Date ? dayText(value) : String(value));
  const period = from || to ? [`${from ? written(from) : ''} ~ ${to ? written(to) : ''}`] : [];
  const others = Object.entries(rest).flatMap(([key, value]) => {
    const field = fields[key];
    if (!field || isEmpty(value)) return [];
    const named = field.kind === 'reference' && row ? { ...row, [key]: value } : { [key]: value };
    return [`${t(field.label)}：${fieldText(field, key, named, t)}`];
  });
  return [...period, ...others];
}
