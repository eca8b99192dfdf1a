import type { Report, ReportRow } from '@boyun/kernel/contract';
import {
  type CellSlots,
  can,
  countText,
  type FilterKey,
  ListPage,
  listLink,
  Money,
  moneyText,
  type RowOf,
  TimeText,
  useAddressWord,
  useText,
} from '@boyun/kernel/web';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { sentryOperationList } from '../sentry-operation/sentry-operation.contract.ts';
import { shiftList } from '../shift/shift.contract.ts';
import { sentryDataByPerson, sentryDataBySentry, sentryDataByShift } from './sentry-data.contract.ts';

type ShiftRow = ReportRow<typeof sentryDataByShift>;

const VIEWS = {
  shift: { zh: '按班次', en: 'By shift' },
  sentry: { zh: '按岗亭', en: 'By sentry box' },
  person: { zh: '按人员', en: 'By person' },
} as const;
type View = keyof typeof VIEWS;

const FIGURES = [
  'dutyHours',
  'entryCount',
  'exitCount',
  'cashCount',
  'cashFen',
  'differenceFen',
  'freeCount',
  'forcedCount',
  'operationCount',
] as const;
const FILTERS = ['lotId', 'sentryId', 'from', 'to'] as const;
const OPERATIONS = '/_cloud_operation/sentryOperateLog';

/** Cars, cash and barriers opened by hand, by shift, booth and person. */
export default function SentryDataPage() {
  const t = useText();
  const navigate = useNavigate();
  const [word, setView] = useAddressWord('tab');
  const view: View = word === 'sentry' || word === 'person' ? word : 'shift';
  const tabs = (
    <Segmented<View>
      value={view}
      options={(Object.keys(VIEWS) as View[]).map((key) => ({ value: key, label: t(VIEWS[key]) }))}
      onChange={(next) => setView(next === 'shift' ? null : next)}
    />
  );
  if (view === 'sentry')
    return (
      <DutyList
        source={sentryDataBySentry}
        columns={['sentryId', 'lotId', 'shiftCount']}
        filters={FILTERS}
        tabs={tabs}
      />
    );
  if (view === 'person')
    return (
      <DutyList source={sentryDataByPerson} columns={['holderName', 'shiftCount']} filters={FILTERS} tabs={tabs} />
    );
  return (
    <DutyList
      source={sentryDataByShift}
      filters={['holderId', ...FILTERS]}
      columns={['sentryId', 'lotId', 'holderName', 'state', 'openedAt', 'countedAt']}
      tabs={tabs}
      cells={SHIFT_CELLS}
      {...(can(shiftList.access) ? { onOpen: (row) => void navigate(shiftLink(row)) } : {})}
    />
  );
}

function DutyList<S extends Report>({
  source,
  columns,
  filters,
  tabs,
  cells = CELLS,
  onOpen,
}: {
  source: S;
  columns: readonly string[];
  filters: readonly FilterKey<S>[];
  tabs: ReactNode;
  cells?: CellSlots<ShiftRow>;
  onOpen?: (row: ShiftRow) => void;
}) {
  return (
    <ListPage
      source={source}
      title={sentryDataByShift.title}
      columns={[...columns, ...FIGURES]}
      filters={filters}
      cells={cells as CellSlots<ReportRow<S>>}
      toolbar={() => tabs}
      detail={null}
      {...(onOpen ? { onOpen: onOpen as unknown as (row: RowOf<S>) => void } : {})}
      empty={{
        title: { zh: '这段时间没有班次', en: 'No shifts in this period' },
        hint: { zh: '未选时间时统计最近31天', en: 'Default: the last 31 days' },
      }}
    />
  );
}

/** The address of a shift among those of its booth. */
const shiftLink = ({ id, sentryId, openedAt }: ShiftRow) =>
  `${listLink('/_cloud_basic/shiftSentry', { sentryId, from: openedAt, to: openedAt })}&open=${id}`;

const CELLS: CellSlots<ShiftRow> = {
  sentryId: { width: 140, isGrowing: true },
  lotId: { width: 150, isGrowing: true },
  holderName: { width: 100, isGrowing: true },
  state: { width: 96 },
  openedAt: { width: 134, cell: (row) => <TimeText at={row.openedAt} style="minute" /> },
  countedAt: { isHiddenAtFirst: true },
  shiftCount: { width: 90 },
  dutyHours: { width: 96, cell: (row) => <span className="by-figure">{row.dutyHours.toFixed(1)}</span> },
  cashCount: { width: 90 },
  differenceFen: { cell: (row) => <Difference fen={row.differenceFen} /> },
};

/** A shift is a record: what was done in it is in the log of its booth. */
const SHIFT_CELLS: CellSlots<ShiftRow> = {
  ...CELLS,
  freeCount: { cell: (row) => <Operations row={row} count={row.freeCount} abnormalType="11" /> },
  forcedCount: { cell: (row) => <Operations row={row} count={row.forcedCount} /> },
  operationCount: { cell: (row) => <Operations row={row} count={row.operationCount} /> },
};

function Difference({ fen }: { fen: number }) {
  return fen === 0 ? <Money fen={fen} /> : <b className="by-tone-bad by-figure">{moneyText(fen)}</b>;
}

function Count({ value }: { value: number }) {
  return <span className={value === 0 ? 'by-figure by-faint' : 'by-figure'}>{countText(value)}</span>;
}

/** A number of operations, linked to them for rows with a booth. */
function Operations({ row, count, abnormalType }: { row: ShiftRow; count: number; abnormalType?: string }) {
  if (count === 0 || !row.sentryId || !can(sentryOperationList.access)) return <Count value={count} />;
  const period = row.openedAt ? { from: row.openedAt, to: row.countedAt } : {};
  return <Link to={listLink(OPERATIONS, { sentryId: row.sentryId, abnormalType, ...period })}>{countText(count)}</Link>;
}
