import type { ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  can,
  FilterSwitch,
  type ListContext,
  ListPage,
  OperationDialog,
  StateDot,
  TimeText,
  useText,
} from '@boyun/kernel/web';
import { type ReactNode, useState } from 'react';
import { assignRound, createRound, RoundState, roundList, startRound } from './inspection-round.contract.ts';
import { RoundDetail } from './round-detail.view.tsx';

type Row = ReportRow<typeof roundList>;
type Context = ListContext<Row>;

const MISSING = { zh: '请选择路线和截止时间', en: 'Choose a route and when it is due' };
const NO_TIME = { zh: '请选择截止时间', en: 'Choose when it is due' };
const { routeId, inspectorId, dueAt } = createRound.input;
const ASSIGNED = { inspectorId: assignRound.input.inspectorId, dueAt: assignRound.input.dueAt };

/** The rounds with their progress; a row opens its stops, which its inspector walks there in order. */
export function RoundList({ tools }: { tools: ReactNode }) {
  const t = useText();
  const [dialog, setDialog] = useState<'create' | Row | null>(null);
  const close = () => setDialog(null);
  return (
    <ListPage
      source={roundList}
      columns={COLUMNS}
      cells={{
        name: { width: 170, isGrowing: true },
        lotIds: { width: 200, isGrowing: true },
        state: { width: 104, cell: (row) => <State row={row} /> },
        progress: { label: { zh: '进度', en: 'Progress' }, width: 132, cell: (row) => <Progress row={row} /> },
        inspectorName: { width: 104, cell: (row) => <Inspector row={row} /> },
        problemCount: {
          width: 76,
          cell: (row) => (row.problemCount > 0 ? <b className="by-tone-bad">{row.problemCount}</b> : row.problemCount),
        },
        dueAt: { width: 134, cell: (row) => <TimeText at={row.dueAt} style="minute" /> },
        endedAt: { width: 134, cell: (row) => (row.endedAt ? <TimeText at={row.endedAt} style="minute" /> : '—') },
        minutes: { width: 96 },
        expectedMinutes: { isHiddenAtFirst: true },
        createdAt: { isHiddenAtFirst: true },
        startedAt: { isHiddenAtFirst: true },
      }}
      rowClass={(row) => (row.state === 'overdue' ? 'is-bad' : undefined)}
      toolbar={(context) => (
        <>
          <ActButton type="primary" access={createRound.access} onAct={() => setDialog('create')}>
            {t(createRound.title)}
          </ActButton>
          {tools}
          <Switches context={context} />
        </>
      )}
      actsWidth={104}
      rowActs={(row) => row.state !== 'done' && <Assign text="link" onAct={() => setDialog(row)} />}
      detailTitle={(row) => row.name}
      detailWidth={640}
      detailActs={(row) => row.state !== 'done' && <Assign text="default" onAct={() => setDialog(row)} />}
      detail={(row, context) => <RoundDetail key={row.id} row={row} onChanged={() => context.refresh()} />}
      empty={{
        title: { zh: '没有路线巡检', en: 'No rounds' },
        hint: {
          zh: '在“巡检路线”中设置路线，再由“巡检计划”定期生成，或直接安排一轮',
          en: 'Add a route under "Inspection routes", then make a plan for it, or have it walked now',
        },
      }}
    >
      {(context) => <Dialogs dialog={dialog} close={close} context={context} />}
    </ListPage>
  );
}

const COLUMNS = [
  'name',
  'state',
  'progress',
  'dueAt',
  'inspectorName',
  'problemCount',
  'lotIds',
  'endedAt',
  'minutes',
  'expectedMinutes',
  'createdAt',
  'startedAt',
];

function Dialogs({ dialog, close, context }: { dialog: 'create' | Row | null; close: () => void; context: Context }) {
  const row = dialog === 'create' ? null : dialog;
  return (
    <>
      <OperationDialog
        isOpen={dialog === 'create'}
        onClose={close}
        of={createRound}
        given={{}}
        fields={{ routeId, inspectorId, dueAt }}
        width={440}
        okText={{ zh: '确定', en: 'OK' }}
        disabledReason={(values) => (values.routeId && values.dueAt ? null : MISSING)}
        done={{ zh: '已安排', en: 'Scheduled' }}
        onDone={() => context.refresh()}
      />
      <OperationDialog
        key={row?.id}
        isOpen={row !== null}
        onClose={close}
        of={assignRound}
        given={{ roundId: row?.id ?? '' }}
        fields={ASSIGNED}
        initial={{ inspectorId: row?.inspectorId ?? null, inspectorName: row?.inspectorName, dueAt: row?.dueAt }}
        width={440}
        okText={{ zh: '确定', en: 'OK' }}
        disabledReason={(values) => (values.dueAt ? null : NO_TIME)}
        done={{ zh: '已保存', en: 'Saved' }}
        onDone={() => context.refresh()}
      />
    </>
  );
}

function Assign({ text, onAct }: { text: 'link' | 'default'; onAct: () => void }) {
  const t = useText();
  return (
    <ActButton type={text} size="small" access={assignRound.access} onAct={onAct}>
      {text === 'link' ? t({ zh: '改派', en: 'Reassign' }) : t(assignRound.title)}
    </ActButton>
  );
}

function Switches({ context }: { context: Context }) {
  const { overdueCount } = (context.listing?.totals ?? {}) as { overdueCount?: number };
  return (
    <>
      {can(startRound.access) && (
        <FilterSwitch
          context={context}
          filter="isMine"
          choices={[{ value: true, label: { zh: '我的', en: 'Mine' } }]}
          allLabel={{ zh: '全部人员', en: "Everybody's" }}
        />
      )}
      <FilterSwitch
        context={context}
        filter="state"
        choices={[
          { value: 'waiting', label: RoundState.waiting },
          { value: 'walking', label: RoundState.walking },
          { value: 'overdue', label: RoundState.overdue, count: overdueCount },
          { value: 'done', label: RoundState.done },
        ]}
        allLabel={{ zh: '全部状态', en: 'All states' }}
      />
    </>
  );
}

function State({ row }: { row: Row }) {
  if (row.state === 'done' && row.isLate) return <StateDot tone="warn" label={{ zh: '逾期完成', en: 'Done late' }} />;
  return <StateDot tone={RoundState[row.state].tone} label={RoundState[row.state]} />;
}

function Inspector({ row }: { row: Row }) {
  const t = useText();
  return row.inspectorName ?? <span className="by-faint">{t({ zh: '待领取', en: 'Unassigned' })}</span>;
}

function Progress({ row }: { row: Row }) {
  const t = useText();
  return (
    <>
      {row.doneCount + row.skippedCount}/{row.stopCount}
      {row.skippedCount > 0 && (
        <span className="by-faint">{t({ zh: '（跳过{n}）', en: ' ({n} skipped)' }, { n: row.skippedCount })}</span>
      )}
    </>
  );
}
