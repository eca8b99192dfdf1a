import type { Report, ReportRow } from '@boyun/kernel/contract';
import {
  type CellSlots,
  can,
  countText,
  ListPage,
  listLink,
  Money,
  moneyText,
  TimeText,
  useAddressWord,
  useText,
} from '@boyun/kernel/web';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { sentryOperationList } from '../sentry-operation/sentry-operation.contract.ts';
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
const OPERATIONS = '/_cloud_operation/sentryOperateLog';

/** Cars, cash and barriers opened by hand, by shift, booth and person. */
export default function SentryDataPage() {
  const t = useText();
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
    return <DutyList source={sentryDataBySentry} columns={['sentryId', 'lotId', 'shiftCount']} tabs={tabs} />;
  if (view === 'person')
    return <DutyList source={sentryDataByPerson} columns={['holderName', 'shiftCount']} tabs={tabs} />;
  return (
    <DutyList
      source={sentryDataByShift}
      columns={['sentryId', 'lotId', 'holderName', 'state', 'openedAt', 'countedAt']}
      tabs={tabs}
    />
  );
}

function DutyList<S extends Report>({
  source,
  columns,
  tabs,
}: {
  source: S;
  columns: readonly string[];
  tabs: ReactNode;
}) {
  return (
    <ListPage
      source={source}
      title={sentryDataByShift.title}
      columns={[...columns, ...FIGURES]}
      filters={['lotId', 'sentryId', 'from', 'to']}
      cells={CELLS as CellSlots<ReportRow<S>>}
      toolbar={() => tabs}
      detail={null}
      empty={{
        title: { zh: '这段时间没有班次', en: 'No shifts in this period' },
        hint: { zh: '未选时间时统计最近31天', en: 'Default: the last 31 days' },
      }}
    />
  );
}

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
  freeCount: { cell: (row) => <Operations row={row} count={row.freeCount} abnormalType="11" /> },
  forcedCount: { cell: (row) => <Count value={row.forcedCount} /> },
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
