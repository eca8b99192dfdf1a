import './composed-report.css';
import {
  ActButton,
  type CellSlots,
  can,
  Empty,
  ErrorState,
  ListPage,
  list as listRows,
  OperationDialog,
  Skeleton,
  TimeText,
  useAddressWord,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type ComposedReport, composedList, deleteComposed, saveComposed } from './composed-report.contract.ts';
import { Composer } from './composer.view.tsx';
import { DIMENSIONS, type Dimension, MEASURES, type Measure } from './dataset.contract.ts';

const CELLS: CellSlots<ComposedReport> = {
  name: { width: 180, isGrowing: true },
  dataset: { width: 130 },
  measures: { width: 200, isGrowing: true, cell: (row) => <Words keys={row.measures} of={MEASURES} /> },
  dimensions: { width: 150, cell: (row) => <Words keys={row.dimensions} of={DIMENSIONS} /> },
  period: { width: 100 },
  compare: { width: 100 },
  ownerName: { width: 90 },
  updatedAt: { width: 130, cell: (row) => <TimeText at={row.updatedAt} style="minute" /> },
};

function Words({
  keys,
  of,
}: {
  keys: readonly (Measure | Dimension | string)[];
  of: Readonly<Record<string, { readonly label: { zh: string; en: string } }>>;
}) {
  const t = useText();
  return <span>{keys.map((key) => t(of[key]!.label)).join(t({ zh: '、', en: ', ' }))}</span>;
}

const NEW = 'new';

/** Reports that people put together themselves: the list of them, or one of them. */
export default function ComposedReportPage() {
  const [id, setId] = useAddressWord('report');
  if (id === null) return <ComposedReports onOpen={setId} />;
  return <One key={id} id={id} onOpen={setId} />;
}

function ComposedReports({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useText();
  const [doomed, setDoomed] = useState<ComposedReport | null>(null);
  return (
    <ListPage
      source={composedList}
      columns={['name', 'dataset', 'measures', 'dimensions', 'period', 'compare', 'ownerName', 'updatedAt']}
      cells={CELLS}
      onOpen={(row) => onOpen(row.id)}
      toolbar={() => (
        <ActButton type="primary" icon={<Plus />} access={saveComposed.access} onAct={() => onOpen(NEW)}>
          {t({ zh: '新建报表', en: 'Compose a report' })}
        </ActButton>
      )}
      actsWidth={80}
      rowActs={(row) => (
        <ActButton
          type="link"
          danger
          access={deleteComposed.access}
          disabledReason={row.isOwn ? null : { zh: '只有制作人可以删除', en: 'Only its maker may delete it' }}
          onAct={() => setDoomed(row)}
        >
          {t({ zh: '删除', en: 'Delete' })}
        </ActButton>
      )}
      empty={{
        title: { zh: '还没有自定义报表', en: 'No composed reports yet' },
        hint: {
          zh: '选择数据、指标和维度，保存后可以导出、定时发送，并指定哪些角色可以查看',
          en: 'Choose data, measures and dimensions. A saved report can be exported, scheduled and shared with roles',
        },
      }}
    >
      {() => (
        <OperationDialog
          of={deleteComposed}
          isOpen={doomed !== null}
          fields={{}}
          given={{ composedReportId: doomed?.id ?? '' }}
          isDangerous
          refreshes={[composedList.name]}
          onClose={() => setDoomed(null)}
        />
      )}
    </ListPage>
  );
}

function One({ id, onOpen }: { id: string; onOpen: (id: string | null) => void }) {
  const t = useText();
  const isNew = id === NEW;
  const asked = useQuery({
    queryKey: ['list', composedList.name, 'all'],
    queryFn: ({ signal }) => listRows(composedList, { perPage: 1000 }, { signal }),
    enabled: !isNew,
  });
  if (isNew)
    return can(saveComposed.access) ? (
      <Composer report={null} onOpen={onOpen} />
    ) : (
      <Empty title={{ zh: '没有权限', en: 'No permission' }} />
    );
  if (asked.isPending) return <Skeleton lines={8} />;
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  const report = asked.data.rows.find((one) => one.id === id);
  if (!report)
    return (
      <Empty
        title={{ zh: '报表不存在，或未对您开放', en: 'This report does not exist or is not shared with you' }}
        action={<Button onClick={() => onOpen(null)}>{t({ zh: '返回列表', en: 'Back to the list' })}</Button>}
      />
    );
  return <Composer report={report} onOpen={onOpen} />;
}
