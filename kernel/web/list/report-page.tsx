import type { Report } from '@boyun/kernel/contract';
import { ListPage, type ListPageProps } from './list-page.tsx';

/** The standard page of a report: filters, sortable table, totals and export, all from its declaration. */
export function ReportPage({ of, empty }: { of: Report } & Pick<ListPageProps<Report>, 'empty'>) {
  return (
    <ListPage
      source={of}
      empty={
        empty ?? {
          title: { zh: '暂无数据', en: 'Nothing here yet' },
          hint: { zh: '有数据后会显示在这里', en: 'New entries appear here' },
        }
      }
    />
  );
}
