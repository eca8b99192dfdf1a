import type { Report } from '@boyun/kernel/contract';
import { lazy, Suspense, useMemo } from 'react';
import { ListPage, type ListPageProps } from './list-page.tsx';
import type { ListContext } from './list-place.tsx';
import type { ChartRow } from './report-sums.ts';

const ReportChart = lazy(() => import('./report-bars.tsx'));

/** The columns but ids in plain text, which say nothing to a reader. */
const shownColumns = ({ columns }: Report) =>
  Object.entries(columns)
    .filter(([key, { kind }]) => key !== 'id' && !(kind === 'text' && key.endsWith('Id')))
    .map(([key]) => key);

/** The standard page of a report: filters, chart, sortable table, totals and export, all from its declaration. */
export function ReportPage({ of, empty, toolbar }: { of: Report } & Pick<ListPageProps<Report>, 'empty' | 'toolbar'>) {
  const columns = useMemo(() => shownColumns(of), [of]);
  const chart = (context: ListContext<ChartRow>) => (
    <Suspense fallback={null}>
      <ReportChart source={of} context={context} />
    </Suspense>
  );
  return (
    <ListPage
      source={of}
      columns={columns}
      // A list that never shows all time says which days it shows.
      {...(of.maxDays && 'from' in of.filters ? { opensOn: 'last30' as const } : {})}
      {...(toolbar ? { toolbar } : {})}
      {...(of.chart ? { above: chart } : {})}
      empty={
        empty ?? {
          title: { zh: '暂无数据', en: 'Nothing here yet' },
          hint: { zh: '有数据后会显示在这里', en: 'New entries appear here' },
        }
      }
    />
  );
}
