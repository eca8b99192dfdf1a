import { DeviceState } from '@boyun/devices/contract';
import type { ReportRow } from '@boyun/kernel/contract';
import { type CellSlots, FieldList, ListPage, StateDot, useText } from '@boyun/kernel/web';
import type { ReactNode } from 'react';
import { BoxDataState, boxWorkList } from '../box-work/box-work.contract.ts';
import { BoxUpdateState } from '../update/box-update.contract.ts';

type Row = ReportRow<typeof boxWorkList>;

/** Seconds a clock may be off before it is shown as wrong. */
const WRONG_SECONDS = 30;

const faint = <span className="by-faint">—</span>;

const CELLS: CellSlots<Row> = {
  name: { width: 180, isGrowing: true, cell: (row) => <b className="by-strong">{row.name}</b> },
  lotId: { width: 140 },
  state: { width: 88, cell: (row) => <StateDot tone={DeviceState[row.state].tone} label={DeviceState[row.state]} /> },
  lastSeenAt: { width: 150 },
  queueLength: {
    width: 84,
    cell: ({ queueLength: waiting }) => (waiting ? <b className="by-figure">{waiting}</b> : faint),
  },
  clockOffsetMs: { width: 100, cell: (row) => <ClockOff row={row} /> },
  dataState: {
    width: 96,
    cell: (row) => <StateDot tone={BoxDataState[row.dataState].tone} label={BoxDataState[row.dataState]} />,
  },
  appVersion: { width: 84 },
  updateState: { width: 150, cell: (row) => <Update row={row} /> },
  handedAt: { width: 150 },
  dayCount: { width: 104 },
  refusedCount: {
    width: 84,
    cell: ({ refusedCount: count }) => (count > 0 ? <b className="by-bad by-figure">{count}</b> : faint),
  },
};

function ClockOff({ row: { clockOffsetMs: off } }: { row: Row }) {
  const t = useText();
  if (off === null) return faint;
  const seconds = Math.round(off / 100) / 10;
  const text = t({ zh: '{seconds} 秒', en: '{seconds} s' }, { seconds: `${seconds > 0 ? '+' : ''}${seconds}` });
  return <span className={Math.abs(seconds) > WRONG_SECONDS ? 'by-bad by-figure' : 'by-figure'}>{text}</span>;
}

function Update({ row: { updateState: state, updateVersion } }: { row: Row }) {
  if (!state) return faint;
  const { tone, zh, en } = BoxUpdateState[state];
  return <StateDot tone={tone} label={{ zh: `${zh} ${updateVersion}`, en: `${en} ${updateVersion}` }} />;
}

/** How the boxes are doing. */
export function BoxesAtWork({ tabs }: { tabs: ReactNode }) {
  return (
    <ListPage
      source={boxWorkList}
      columns={[
        'name',
        'lotId',
        'state',
        'lastSeenAt',
        'queueLength',
        'clockOffsetMs',
        'dataState',
        'appVersion',
        'updateState',
        'handedAt',
        'dayCount',
        'refusedCount',
      ]}
      filters={['lotId', 'name', 'state']}
      cells={CELLS}
      toolbar={() => tabs}
      everyMs={10_000}
      rowClass={(row) => (row.state === 'offline' ? 'is-bad' : undefined)}
      detailTitle={(row) => row.name}
      detail={(row) => (
        <FieldList
          fields={boxWorkList.columns}
          row={row}
          cells={row.clockOffsetMs === null ? {} : { clockOffsetMs: <ClockOff row={row} /> }}
        />
      )}
      empty={{
        title: { zh: '还没有盒子', en: 'No boxes yet' },
        hint: { zh: '在“盒子管理”登记盒子并生成密钥', en: 'Add a box and make its secret under "Edge boxes"' },
      }}
    />
  );
}
