import { WeekDay } from '@boyun/kernel/contract';
import { ActButton, type CellSlots, call, ListPage, OperationDialog, TimeText, useText } from '@boyun/kernel/web';
import { lazy, Suspense, useState } from 'react';
import {
  deleteSchedule,
  NOT_OWN,
  pauseSchedule,
  runList,
  runSchedule,
  ScheduleRhythm,
  type ScheduleRow,
  saveSchedule,
  scheduleList,
} from './report-schedule.contract.ts';

const ScheduleForm = lazy(() => import('./schedule.form.tsx'));

const CELLS: CellSlots<ScheduleRow> = {
  name: { width: 170, isGrowing: true },
  reportTitle: { width: 130 },
  state: { width: 90 },
  when: { label: { zh: '发送时间', en: 'Sent' }, width: 150, cell: (row) => <When row={row} /> },
  period: { width: 100 },
  delivery: { width: 176 },
  recipientIds: { width: 150 },
  ownerName: { width: 90 },
  nextAt: { width: 130, cell: (row) => <TimeText at={row.nextAt} style="minute" /> },
  lastAt: { width: 130, isHiddenAtFirst: true, cell: (row) => <TimeText at={row.lastAt} style="minute" /> },
};

function When({ row }: { row: ScheduleRow }) {
  const t = useText();
  const on =
    row.rhythm === 'week'
      ? t(WeekDay[row.weekDay as keyof typeof WeekDay])
      : row.rhythm === 'month'
        ? t({ zh: '{n}日', en: 'day {n}' }, { n: row.monthDay ?? 1 })
        : '';
  return <span>{`${t(ScheduleRhythm[row.rhythm])} ${on} ${row.atTime}`.replace(/ +/g, ' ')}</span>;
}

/** The schedules of reports. */
export function Schedules() {
  const [edited, setEdited] = useState<ScheduleRow | null>(null);
  const [doomed, setDoomed] = useState<ScheduleRow | null>(null);
  return (
    <ListPage
      source={scheduleList}
      columns={[
        'name',
        'reportTitle',
        'state',
        'when',
        'period',
        'delivery',
        'recipientIds',
        'ownerName',
        'nextAt',
        'lastAt',
      ]}
      cells={CELLS}
      actsWidth={190}
      detail={null}
      rowActs={(row, { refresh }) => <Acts row={row} onEdit={setEdited} onDelete={setDoomed} onDone={refresh} />}
      empty={{
        title: { zh: '还没有定时报表', en: 'No scheduled reports yet' },
        hint: {
          zh: '在报表页面点“定时发送”，按当前筛选条件每天、每周或每月发到邮箱',
          en: 'Press "Schedule" on a report to have it mailed every day, week or month',
        },
      }}
    >
      {() => (
        <Suspense fallback={null}>
          {edited && <Edit row={edited} onClose={() => setEdited(null)} />}
          <OperationDialog
            of={deleteSchedule}
            isOpen={doomed !== null}
            fields={{}}
            given={{ scheduleId: doomed?.id ?? '' }}
            isDangerous
            refreshes={[scheduleList.name, runList.name]}
            onClose={() => setDoomed(null)}
          />
        </Suspense>
      )}
    </ListPage>
  );
}

function Edit({ row, onClose }: { row: ScheduleRow; onClose: () => void }) {
  const { report, name: title, period } = row;
  // Its filters stay as they are.
  return <ScheduleForm of={{ report, title, hasPeriod: period !== 'none', filters: null, row }} onClose={onClose} />;
}

function Acts({
  row,
  onEdit,
  onDelete,
  onDone,
}: {
  row: ScheduleRow;
  onEdit: (row: ScheduleRow) => void;
  onDelete: (row: ScheduleRow) => void;
  onDone: () => Promise<unknown>;
}) {
  const t = useText();
  const reason = row.isOwn ? null : NOT_OWN;
  const isPaused = row.state === 'paused';
  const act = (work: () => Promise<unknown>) => async () => {
    await work();
    await onDone();
  };
  return (
    <>
      <ActButton
        type="link"
        access={runSchedule.access}
        disabledReason={reason ?? (isPaused ? { zh: '已暂停', en: 'It is paused' } : null)}
        onAct={act(() => call(runSchedule, { scheduleId: row.id }))}
      >
        {t({ zh: '立即发送', en: 'Send now' })}
      </ActButton>
      <ActButton type="link" access={saveSchedule.access} disabledReason={reason} onAct={() => onEdit(row)}>
        {t({ zh: '修改', en: 'Edit' })}
      </ActButton>
      <ActButton
        type="link"
        access={pauseSchedule.access}
        disabledReason={reason}
        onAct={act(() => call(pauseSchedule, { scheduleId: row.id, isPaused: !isPaused }))}
      >
        {isPaused ? t({ zh: '启用', en: 'Resume' }) : t({ zh: '暂停', en: 'Pause' })}
      </ActButton>
      <ActButton type="link" danger access={deleteSchedule.access} disabledReason={reason} onAct={() => onDelete(row)}>
        {t({ zh: '删除', en: 'Delete' })}
      </ActButton>
    </>
  );
}
