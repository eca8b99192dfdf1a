import type { ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  can,
  FilterSwitch,
  type ListContext,
  ListPage,
  notify,
  readSession,
  StateDot,
  TimeText,
  useText,
} from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AssignInspection } from './assign-inspection.form.tsx';
import {
  createInspection,
  InspectionState,
  inspectionList,
  Rating,
  submitInspection,
  takeInspection,
} from './inspection.contract.ts';
import { InspectionDetail } from './inspection-detail.view.tsx';
import { roundList } from './inspection-round.contract.ts';
import { RoundList } from './round-list.view.tsx';

type Row = ReportRow<typeof inspectionList>;

type Show = 'inspections' | 'rounds';

/** Inspections and rounds: inspectors find and submit their own, also on a phone; others see the findings. */
export default function InspectionPage() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const show: Show = query.get('tab') === 'rounds' ? 'rounds' : 'inspections';
  const choice = (
    <Segmented<Show>
      value={show}
      options={[
        { value: 'inspections', label: t({ zh: '巡检', en: 'Inspections' }) },
        { value: 'rounds', label: t(roundList.title) },
      ]}
      onChange={(next) => setQuery(next === 'inspections' ? {} : { tab: next }, { replace: true })}
    />
  );
  return show === 'rounds' ? <RoundList tools={choice} /> : <Inspections tools={choice} />;
}

function Inspections({ tools }: { tools: ReactNode }) {
  const t = useText();
  const [isAssigning, setAssigning] = useState(false);
  return (
    <ListPage
      source={inspectionList}
      columns={['name', 'lotId', 'state', 'inspectorName', 'dueAt', 'doneAt', 'rating', 'problemCount', 'note']}
      filters={['lotId', 'state', 'isOverdue', 'hasProblem', 'from', 'to', 'inspectorId', 'dueFrom', 'dueTo']}
      cells={{
        name: { width: 180, isGrowing: true },
        lotId: { width: 150 },
        state: { width: 104, cell: (row) => <State row={row} /> },
        inspectorName: {
          width: 110,
          cell: (row) => row.inspectorName ?? <span className="by-faint">{t({ zh: '待领取', en: 'Unassigned' })}</span>,
        },
        dueAt: { width: 134, cell: (row) => <TimeText at={row.dueAt} style="minute" /> },
        doneAt: { width: 134, cell: (row) => (row.doneAt ? <TimeText at={row.doneAt} style="minute" /> : '—') },
        rating: { width: 90, cell: (row) => (row.rating ? t(Rating[row.rating]) : '—') },
        problemCount: {
          width: 80,
          cell: (row) => (row.problemCount > 0 ? <b className="by-tone-bad">{row.problemCount}</b> : row.problemCount),
        },
        note: { width: 200, isGrowing: true },
      }}
      rowClass={(row) => (row.state === 'open' && row.isOverdue ? 'is-bad' : undefined)}
      toolbar={(context) => (
        <>
          <ActButton type="primary" access={createInspection.access} onAct={() => setAssigning(true)}>
            {t(createInspection.title)}
          </ActButton>
          {tools}
          {can(submitInspection.access) && (
            <FilterSwitch
              context={context}
              filter="isMine"
              choices={[{ value: true, label: { zh: '我的', en: 'Mine' } }]}
              allLabel={{ zh: '全部人员', en: "Everybody's" }}
            />
          )}
          <OpenSwitch context={context} />
        </>
      )}
      rowActs={(row, context) => <Take row={row} context={context} />}
      actsWidth={84}
      detailTitle={(row) => row.name}
      detailWidth={600}
      detail={(row, context) => <InspectionDetail row={row} onDone={() => context.refresh()} />}
      empty={{
        title: { zh: '没有巡检任务', en: 'No inspections' },
        hint: {
          zh: '在“巡检计划”中设置周期，或直接安排一次巡检',
          en: 'Create a plan under "Inspection plans", or schedule an inspection now',
        },
      }}
    >
      {(context) => (
        <AssignInspection isOpen={isAssigning} onClose={() => setAssigning(false)} onDone={() => context.refresh()} />
      )}
    </ListPage>
  );
}

function OpenSwitch({ context }: { context: ListContext<Row> }) {
  const { openCount, overdueCount } = (context.listing?.totals ?? {}) as { openCount?: number; overdueCount?: number };
  return (
    <>
      <FilterSwitch
        context={context}
        filter="state"
        choices={[
          { value: 'open', label: InspectionState.open, count: openCount },
          { value: 'done', label: InspectionState.done },
        ]}
        allLabel={{ zh: '全部状态', en: 'All states' }}
      />
      <FilterSwitch
        context={context}
        filter="isOverdue"
        choices={[{ value: true, label: inspectionList.columns.isOverdue.label, count: overdueCount }]}
        allLabel={{ zh: '不限期限', en: 'Any time' }}
      />
    </>
  );
}

function State({ row }: { row: Row }) {
  if (row.isOverdue && row.state === 'open') return <StateDot tone="bad" label={{ zh: '已逾期', en: 'Overdue' }} />;
  if (row.isOverdue) return <StateDot tone="warn" label={{ zh: '逾期完成', en: 'Done late' }} />;
  return <StateDot tone={InspectionState[row.state].tone} label={InspectionState[row.state]} />;
}

function Take({ row, context }: { row: Row; context: ListContext<Row> }) {
  const t = useText();
  if (row.state === 'done' || (row.inspectorId && row.inspectorId !== readSession('userId'))) return null;
  if (row.inspectorId) return null;
  return (
    <ActButton
      type="link"
      access={takeInspection.access}
      onAct={async () => {
        await call(takeInspection, { inspectionId: row.id }).finally(() => context.refresh());
        notify('good', { zh: '已领取，点击该行开始巡检', en: 'Inspection taken; click the row to begin' });
      }}
    >
      {t(takeInspection.title)}
    </ActButton>
  );
}
