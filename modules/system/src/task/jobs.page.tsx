import { canSeeAllTasks, isTaskOpen, type ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  type CellSlots,
  Confirm,
  can,
  download,
  FieldList,
  ImportDialog,
  type ListContext,
  ListPage,
  stopTask,
  TaskProgress,
  TimeText,
  useImportable,
  useText,
} from '@boyun/kernel/web';
import { Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { taskList } from './task.contract.ts';

type Row = ReportRow<typeof taskList>;

const EVERY_MS = 1000;

const CELLS: CellSlots<Row> = {
  title: { width: 112 },
  kind: { width: 72 },
  state: { width: 96 },
  progress: {
    label: { zh: '进度', en: 'Progress' },
    width: 176,
    cell: (row) =>
      row.error ? (
        <span className="by-tone-bad" title={row.error}>
          {row.error}
        </span>
      ) : (
        <TaskProgress task={row} />
      ),
  },
  fileName: { width: 190, isGrowing: true },
  account: { width: 84 },
  createdAt: { width: 132, cell: (row) => <TimeText at={row.createdAt} style="minute" /> },
  endedAt: { width: 132, isHiddenAtFirst: true, cell: (row) => <TimeText at={row.endedAt} style="minute" /> },
  expiresAt: { width: 132, cell: (row) => <TimeText at={row.expiresAt} style="minute" /> },
};

/** Exports, imports and long calculations of the account with progress, files and results, as long as they are kept. */
export default function JobsPage() {
  const [isMoving, setMoving] = useState(true);
  const [doomed, setDoomed] = useState<Row | null>(null);
  const [opened, setOpened] = useState<Row | null>(null);
  const seesAll = can(canSeeAllTasks);
  return (
    <ListPage
      source={taskList}
      // Refetched only while a task is running.
      everyMs={isMoving ? EVERY_MS : undefined}
      columns={[
        'title',
        'kind',
        'state',
        'progress',
        'fileName',
        ...(seesAll ? ['account'] : []),
        'createdAt',
        'endedAt',
        'expiresAt',
      ]}
      filters={['kind', 'state', ...(seesAll ? (['isMine'] as const) : []), 'from', 'to']}
      cells={CELLS}
      above={(context) => <Watch context={context} onMoving={setMoving} />}
      detail={(row) => (
        <FieldList
          fields={taskList.columns}
          keys={Object.keys(taskList.columns).filter((key) => !['id', 'source', 'path'].includes(key))}
          row={row}
          cells={row.url ? { url: <a href={row.url}>{row.fileName}</a> } : {}}
        />
      )}
      detailTitle={(row) => row.title}
      actsWidth={144}
      rowActs={(row, { refresh }) => (
        <TaskActs
          row={row}
          onResult={() => setOpened(row)}
          onCancel={async () => {
            if (row.kind === 'import') setDoomed(row);
            else {
              await stopTask(row.id);
              await refresh();
            }
          }}
        />
      )}
      empty={{
        title: { zh: '还没有任务', en: 'No tasks yet' },
        hint: {
          zh: '在任意列表导出或导入数据，或回放收费规则，进度、文件和结果会出现在这里',
          en: 'Progress, files and results of exports, imports and replays appear here',
        },
      }}
    >
      {({ refresh }) => (
        <>
          <CancelImport task={doomed} onClose={() => setDoomed(null)} onDone={refresh} />
          {opened && (
            <Suspense fallback={null}>
              <Result
                key={opened.id}
                task={opened}
                onClose={() => {
                  setOpened(null);
                  void refresh();
                }}
              />
            </Suspense>
          )}
        </>
      )}
    </ListPage>
  );
}

/** Asks before an import is cancelled. */
function CancelImport({
  task,
  onClose,
  onDone,
}: {
  task: Row | null;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}) {
  const t = useText();
  return (
    <Confirm
      isOpen={task !== null}
      text={t({
        zh: '取消后，已导入的行会保留，其余行不再导入。确定取消吗？',
        en: 'Rows already imported are kept; the others are not imported. Cancel the import?',
      })}
      onClose={onClose}
      onConfirm={async () => {
        await stopTask(task!.id);
        await onDone();
      }}
    />
  );
}

/** Buttons of a task: its file, its result, cancel it while it runs. */
function TaskActs({ row, onResult, onCancel }: { row: Row; onResult: () => void; onCancel: () => Promise<void> }) {
  const t = useText();
  return (
    <>
      {row.url && (
        <ActButton type="link" size="small" onAct={() => download(row.url!)}>
          {t({ zh: '下载', en: 'Download' })}
        </ActButton>
      )}
      {row.path && row.state !== 'cancelled' && (
        <Link to={row.path}>
          {t(isTaskOpen(row.state) ? { zh: '查看', en: 'View' } : { zh: '结果', en: 'Result' })}
        </Link>
      )}
      {row.kind === 'import' && !isTaskOpen(row.state) && (
        <ActButton type="link" size="small" onAct={onResult}>
          {t({ zh: '结果', en: 'Result' })}
        </ActButton>
      )}
      {isTaskOpen(row.state) && (
        <ActButton type="link" size="small" danger onAct={onCancel}>
          {t({ zh: '取消', en: 'Cancel' })}
        </ActButton>
      )}
    </>
  );
}

function Result({ task, onClose }: { task: Row; onClose: () => void }) {
  const of = useImportable(task.source);
  return of && <ImportDialog of={of} isOpen taskId={task.id} onClose={onClose} />;
}

/** Reports whether any task of the list is running. */
function Watch({ context, onMoving }: { context: ListContext<Row>; onMoving: (isMoving: boolean) => void }) {
  const openCount = (context.listing?.totals as { openCount?: number } | undefined)?.openCount ?? 0;
  useEffect(() => onMoving(openCount > 0), [openCount, onMoving]);
  return null;
}
