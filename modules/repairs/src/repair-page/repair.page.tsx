import { disabledReason, type Label, liveChannel, liveKinds, type ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  can,
  choicesOf,
  countText,
  durationText,
  FigureBox,
  FilterSwitch,
  type ListContext,
  ListPage,
  LiveMark,
  listLink,
  Money,
  notify,
  readSession,
  refreshLists,
  StateDot,
  TimeText,
  useLive,
  useText,
} from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { useState } from 'react';
import {
  RepairState,
  RepairUrgency,
  repairList,
  repairTimes,
  repairTransitions,
  reportRepair,
  startRepair,
  verifyRepair,
} from '../repair/repair.contract.ts';
import {
  repairCancelled,
  repairDispatched,
  repairFinished,
  repairOverdue,
  repairReported,
  repairStarted,
  repairVerified,
} from '../repair/repair-event.contract.ts';
import { type Asked, RepairDialog, type RepairDialogAct } from './repair-act.form.tsx';
import { RepairDetail } from './repair-detail.view.tsx';
import './repair.css';

type Row = ReportRow<typeof repairList>;

const PATH = '/_cloud_device/repair';
const KINDS = liveKinds(
  repairReported,
  repairDispatched,
  repairStarted,
  repairFinished,
  repairVerified,
  repairCancelled,
  repairOverdue,
);
const refresh = () => Promise.all([refreshLists(repairList.name), refreshLists(repairTimes.name)]);

/** Repair orders: reported, dispatched, repaired and verified; on a second tab, how fast persons are. */
export default function RepairPage() {
  const t = useText();
  const [tab, setTab] = useState<'orders' | 'times'>('orders');
  const tabs = (
    <Segmented
      value={tab}
      options={[
        { value: 'orders', label: t(repairList.title) },
        { value: 'times', label: t(repairTimes.title) },
      ]}
      onChange={setTab}
    />
  );
  return tab === 'orders' ? (
    <Orders tabs={tabs} />
  ) : (
    <ListPage
      source={repairTimes}
      toolbar={() => tabs}
      cells={{ name: { isGrowing: true } }}
      empty={{ title: { zh: '还没有派出的工单', en: 'Nothing was dispatched yet' } }}
    />
  );
}

function Orders({ tabs }: { tabs: React.ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = (row: Row) => (act: RepairDialogAct) => setAsked({ act, row });
  const [isReporting, setReporting] = useState(false);
  const soon = () => void refresh();
  const live = useLive(liveChannel, KINDS, soon, { onOpen: soon });
  const t = useText();
  return (
    <>
      <ListPage
        source={repairList}
        columns={[
          'repairNo',
          'state',
          'urgency',
          'deviceName',
          'fault',
          'dueAt',
          'assigneeName',
          'lotId',
          'createdAt',
          'repairMinutes',
          'deviceKind',
          'laneId',
          'reporterName',
          'doneAt',
          'costFen',
          'result',
          'parts',
          'closedAt',
          'closedByName',
        ]}
        filters={['lotId', 'deviceKind', 'word', 'urgency', 'isOverdue', 'from', 'to']}
        sort="-createdAt"
        cells={CELLS}
        above={(context) => <Figures context={context} />}
        toolbar={(context) => (
          <>
            <ActButton type="primary" access={reportRepair.access} onAct={() => setReporting(true)}>
              {t(reportRepair.title)}
            </ActButton>
            {tabs}
            <Switches context={context} />
            <LiveMark state={live} />
          </>
        )}
        rowActs={(row) => <Acts row={row} onAsk={ask(row)} isLink />}
        actsWidth={130}
        rowClass={(row) => (row.isOverdue && !row.closedAt ? 'is-bad' : undefined)}
        detailTitle={(row) => `${row.repairNo} ${row.deviceName}`}
        detailActs={(row) => <Acts row={row} onAsk={ask(row)} />}
        detailWidth={600}
        detail={(row) => <RepairDetail row={row} />}
        empty={{
          title: { zh: '没有维修工单', en: 'No repair orders' },
          hint: {
            zh: '设备报警可一键转工单，也可手动报修或按规则自动报修',
            en: 'Device alarms become orders with one click or by rule; faults are reported by hand too',
          },
        }}
      />
      {asked && <RepairDialog {...asked} onClose={() => setAsked(null)} onDone={refresh} />}
      {isReporting && <RepairDialog act="report" row={null} onClose={() => setReporting(false)} onDone={refresh} />}
    </>
  );
}

const CELLS = {
  repairNo: { width: 156 },
  state: {
    width: 108,
    cell: (row: Row) => <StateDot tone={RepairState[row.state].tone} label={RepairState[row.state]} />,
  },
  urgency: { width: 118, cell: (row: Row) => <Urgency row={row} /> },
  deviceKind: { width: 100, isHiddenAtFirst: true },
  deviceName: { width: 168 },
  fault: { width: 200, isGrowing: true },
  lotId: { width: 140 },
  laneId: { width: 100, isHiddenAtFirst: true },
  createdAt: { width: 134, cell: (row: Row) => <TimeText at={row.createdAt} style="minute" /> },
  dueAt: { width: 134, cell: (row: Row) => <Due row={row} /> },
  assigneeName: { width: 90 },
  repairMinutes: {
    width: 110,
    label: { zh: '维修用时', en: 'Repaired in' },
    cell: (row: Row) =>
      row.repairMinutes === null ? <span className="by-faint">—</span> : durationText(row.repairMinutes * 60),
  },
  reporterName: { isHiddenAtFirst: true },
  doneAt: { isHiddenAtFirst: true },
  costFen: { width: 96, isHiddenAtFirst: true, cell: (row: Row) => <Money fen={row.costFen} /> },
  result: { isHiddenAtFirst: true },
  parts: { isHiddenAtFirst: true },
  closedAt: { isHiddenAtFirst: true },
  closedByName: { isHiddenAtFirst: true },
} as const;

function Urgency({ row }: { row: Row }) {
  const t = useText();
  return <span className={`by-tone-${RepairUrgency[row.urgency].tone}`}>{t(RepairUrgency[row.urgency])}</span>;
}

function Due({ row }: { row: Row }) {
  return (
    <span className={row.isOverdue ? 'by-tone-bad' : undefined}>
      <TimeText at={row.dueAt} style="minute" />
    </span>
  );
}

const IN_HAND = { zh: '处理中', en: 'In hand' };

/** What waits, and how long repairs take, of the filtered list. */
function Figures({ context }: { context: ListContext<Row> }) {
  const totals = (context.listing?.totals ?? {}) as Partial<Record<string, number | null>>;
  const of = (filters: object) => listLink(PATH, { ...context.state.filters, ...filters });
  const figure = (key: string, label: Label, tone: string, to: string) => ({
    label,
    value: countText(totals[key] ?? 0),
    tone: totals[key] ? tone : '',
    to,
  });
  return (
    <div className="by-figures">
      {[
        figure('reportedCount', RepairState.reported, 'by-tone-bad', of({ state: 'reported' })),
        figure('openCount', IN_HAND, 'by-tone-info', of({ state: 'repairing' })),
        figure('doneCount', RepairState.done, 'by-tone-warn', of({ state: 'done' })),
        figure('overdueCount', repairList.columns.isOverdue.label, 'by-tone-bad', of({ isOverdue: true })),
      ].map(({ label, value, tone, to }) => (
        <FigureBox key={label.en} label={label} tone={tone} to={to}>
          {value}
        </FigureBox>
      ))}
      <FigureBox label={{ zh: '平均维修', en: 'Mean repair' }}>
        {totals.meanMinutes == null ? '—' : durationText(totals.meanMinutes * 60)}
      </FigureBox>
      <FigureBox label={repairList.columns.costFen.label}>
        <Money fen={totals.costFen ?? 0} />
      </FigureBox>
    </div>
  );
}

function Switches({ context }: { context: ListContext<Row> }) {
  return (
    <>
      <FilterSwitch context={context} filter="state" choices={choicesOf(RepairState)} />
      {can(startRepair.access) && (
        <FilterSwitch
          context={context}
          filter="isMine"
          choices={[{ value: true, label: repairList.filters.isMine.label }]}
          allLabel={{ zh: '全部人员', en: "Everybody's" }}
        />
      )}
    </>
  );
}

/** What a state offers, the next step first; on a row, that alone. */
const OFFERED: Readonly<Record<RepairState, readonly (RepairDialogAct | 'start')[]>> = {
  reported: ['dispatch', 'cancel'],
  dispatched: ['start', 'finish', 'dispatch', 'cancel'],
  repairing: ['finish', 'dispatch', 'cancel'],
  done: ['verify'],
  verified: [],
  cancelled: [],
};
const LABELS = {
  dispatch: { zh: '派单', en: 'Dispatch' },
  start: { zh: '开始维修', en: 'Begin' },
  finish: { zh: '维修完成', en: 'Done' },
  verify: { zh: '验收', en: 'Verify' },
  cancel: { zh: '取消', en: 'Cancel' },
} as const;
const OTHERS = { zh: '工单派给了其他人', en: 'It was given to somebody else' };

function Acts({ row, onAsk, isLink }: { row: Row; onAsk: (act: RepairDialogAct) => void; isLink?: boolean }) {
  const isOwn = row.assigneeId === readSession('userId');
  // Who repairs it sees the repair first, others who else could be sent.
  const offered = OFFERED[row.state].filter((act) => isOwn || !isLink || (act !== 'start' && act !== 'finish'));
  return (
    <>
      {(isLink ? offered.slice(0, 1) : offered).map((act, index) => (
        <Act key={act} act={act} row={row} isOwn={isOwn} isLink={isLink === true} isFirst={index === 0} onAsk={onAsk} />
      ))}
    </>
  );
}

function Act({
  act,
  row,
  isOwn,
  isLink,
  isFirst,
  onAsk,
}: {
  act: RepairDialogAct | 'start';
  row: Row;
  isOwn: boolean;
  isLink: boolean;
  isFirst: boolean;
  onAsk: (act: RepairDialogAct) => void;
}) {
  const t = useText();
  if (act === 'report') return null;
  const isWork = act === 'start' || act === 'finish';
  const start = async () => {
    await call(startRepair, { repairId: row.id }).finally(refresh);
    notify('good', { zh: '已开始维修', en: 'The repair has begun' });
  };
  return (
    <ActButton
      type={isLink ? 'link' : isFirst ? 'primary' : 'default'}
      size={isLink ? 'small' : undefined}
      danger={act === 'cancel'}
      access={isWork ? startRepair.access : verifyRepair.access}
      disabledReason={disabledReason(repairTransitions, act, row.state) ?? (isWork && !isOwn ? OTHERS : null)}
      onAct={act === 'start' ? start : () => onAsk(act)}
    >
      {t(LABELS[act])}
    </ActButton>
  );
}
