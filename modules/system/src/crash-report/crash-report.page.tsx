import { FieldList, ListPage } from '@boyun/kernel/web';
import { crashReportList } from './crash-report.contract.ts';
import './crash-report.css';

/** Unhandled errors of pages, one row per kind. */
export default function CrashReportPage() {
  return (
    <ListPage
      source={crashReportList}
      columns={['message', 'count', 'page', 'lastAt', 'firstAt', 'account', 'productVersion']}
      cells={{
        message: { isGrowing: true, cell: (row) => <span title={row.message}>{row.message}</span> },
        count: { width: 90 },
        page: { width: 220, isGrowing: false },
        lastAt: { width: 156 },
        firstAt: { width: 156, isHiddenAtFirst: true },
        account: { width: 120, isGrowing: false },
        productVersion: { width: 110, isGrowing: false },
      }}
      detailTitle={(row) => row.message}
      detailWidth={720}
      detail={(row) => (
        <>
          <FieldList
            fields={crashReportList.columns}
            keys={['count', 'lastAt', 'firstAt', 'page', 'account', 'productVersion', 'agent']}
            row={row}
          />
          {row.stack && <pre className="crash-stack">{row.stack}</pre>}
        </>
      )}
      empty={{
        title: { zh: '暂无页面异常', en: 'No errors' },
        hint: {
          zh: '员工使用中发生的页面异常会记录在这里',
          en: 'Errors that occur while people work are recorded here',
        },
      }}
    />
  );
}
