import type { Access, Label, Output } from '@boyun/kernel/contract';
import { Chart, type ChartProps, countText, listLink, Skeleton, useText } from '@boyun/kernel/web';
import { orderList } from '@boyun/orders/contract';
import { paymentList } from '@boyun/payments/contract';
import { Segmented } from 'antd';
import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Jump } from '../console/jump.view.tsx';
import type { getStatistics } from './statistics.contract.ts';

export type Statistics = Output<typeof getStatistics>;

/** The data of a card; `lotId` is null for all lots and undefined where several are chosen. */
export interface CardProps {
  readonly data: Statistics;
  readonly lotId: string | null | undefined;
}

/** A stretch of time, its end outside. */
export interface Stretch {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

const ORDERS = '/_cloud_operation/order';
/** Lists take both ends in. */
const lastOf = ({ endsAt }: Stretch) => new Date(endsAt.getTime() - 1);

/** Addresses of the rows that figures count; null where the choice of lots has no list of its own. */
export function linksOf(lotId: string | null | undefined, at: Stretch) {
  const link = (path: string, filters: object) =>
    lotId === undefined ? null : listLink(path, { lotId, ...(filters as Record<string, unknown>) });
  const entered = { from: at.startsAt, to: lastOf(at) };
  const left = { parkingState: 'left', leftFrom: at.startsAt, leftTo: lastOf(at) };
  return {
    entries: link(ORDERS, entered),
    exits: link(ORDERS, left),
    unpaid: link(ORDERS, { ...left, payState: 'arrears' }),
    received: link('/_cloud_operation/payment', { ...entered, state: 'succeeded' }),
    stays: (minMinutes: number | null, underMinutes: number | null) =>
      link(ORDERS, { ...left, minMinutes: minMinutes || null, underMinutes }),
  };
}

/** A number that links to the rows it counts where the user may see them. */
export function Counted({ to, isMoney, children }: { to: string | null; isMoney?: boolean; children: ReactNode }) {
  const access: Access = isMoney ? paymentList.access : orderList.access;
  return to ? (
    <Jump to={to} access={access} className="by-figure">
      {children}
    </Jump>
  ) : (
    <span className="by-figure">{children}</span>
  );
}

/** A table of figures: its heads, and rows whose first cell names them. */
export interface FigureTable {
  readonly heads: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** A chart that can be switched to a table; in print the table follows the chart. */
export function ChartCard({
  title,
  note,
  tools,
  chart,
  table,
  className,
}: {
  title: Label;
  note?: ReactNode;
  tools?: ReactNode;
  chart: Omit<ChartProps, 'label'>;
  table: FigureTable;
  className?: string;
}) {
  const t = useText();
  const [isTable, setTable] = useState(false);
  return (
    <section className={`by-card-box statistics-card ${className ?? ''}`}>
      <div className="statistics-card-head">
        <h2>{t(title)}</h2>
        <span className="by-faint by-small statistics-note">{note}</span>
        {tools && <span className="statistics-tools">{tools}</span>}
        <Segmented
          size="small"
          value={isTable}
          onChange={setTable}
          aria-label={t({ zh: '图或表', en: 'Chart or table' })}
          options={[
            {
              value: false,
              icon: <ChartColumn size={14} />,
              title: t({ zh: '图', en: 'Chart' }),
            },
            { value: true, icon: <Table2 size={14} />, title: t({ zh: '表', en: 'Table' }) },
          ]}
        />
      </div>
      {!isTable && (
        <Suspense fallback={<Skeleton lines={5} />}>
          <Chart {...chart} label={t(title)} />
        </Suspense>
      )}
      <div className={isTable ? 'statistics-table' : 'statistics-table is-behind'} tabIndex={isTable ? 0 : -1}>
        <table>
          <thead>
            <tr>
              {table.heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(({ key, cells }) => (
              <tr key={key}>
                {cells.map((cell, index) =>
                  index === 0 ? (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row never move
                    <th key={index} scope="row">
                      {cell}
                    </th>
                  ) : (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row never move
                    <td key={index}>{cell}</td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Formats a mean: one decimal below 100, none from 100 on. */
export const meanText = (value: number): string => (value >= 100 ? countText(value) : value.toFixed(1));
