import type { ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  type CellSlots,
  call,
  ErrorState,
  ListPage,
  OperationDialog,
  refreshLists,
  Skeleton,
  StateDot,
  TimeText,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  BoxUpdateState,
  boxUpdateList,
  cancelBoxUpdate,
  getBoxUpdate,
  planBoxUpdate,
} from '../update/box-update.contract.ts';
import './box-update-tab.css';

type Row = ReportRow<typeof boxUpdateList>;

const CELLS: CellSlots<Row> = {
  createdAt: { width: 150 },
  appVersion: { width: 100, cell: (row) => <b className="by-strong by-figure">{row.appVersion}</b> },
  notBefore: { width: 150 },
  notAfter: { width: 150 },
  boxCount: { width: 76 },
  openCount: { width: 84 },
  appliedCount: { width: 84 },
  failedCount: {
    width: 104,
    cell: ({ failedCount: count }) =>
      count > 0 ? <b className="by-bad by-figure">{count}</b> : <span className="by-faint">—</span>,
  },
  madeBy: { width: 110 },
  remark: { isGrowing: true },
};
const NOTHING = {};

/** Updates of boxes: planned here, followed box by box. */
export function BoxUpdates({ tabs }: { tabs: ReactNode }) {
  const t = useText();
  const [isPlanning, setPlanning] = useState(false);
  const [cancelled, setCancelled] = useState<Row | null>(null);
  const done = () => refreshLists(boxUpdateList.name);
  return (
    <>
      <ListPage
        source={boxUpdateList}
        columns={[
          'appVersion',
          'createdAt',
          'notBefore',
          'notAfter',
          'boxCount',
          'openCount',
          'appliedCount',
          'failedCount',
          'madeBy',
          'remark',
        ]}
        filters={['appVersion', 'from', 'to']}
        cells={CELLS}
        everyMs={10_000}
        toolbar={() => (
          <>
            <ActButton type="primary" access={planBoxUpdate.access} onAct={() => setPlanning(true)}>
              {t(planBoxUpdate.title)}
            </ActButton>
            {tabs}
          </>
        )}
        rowActs={(row) =>
          row.openCount > 0 &&
          row.cancelledAt === null && (
            <ActButton type="link" size="small" access={cancelBoxUpdate.access} onAct={() => setCancelled(row)}>
              {t(cancelBoxUpdate.title)}
            </ActButton>
          )
        }
        detailTitle={(row) => row.appVersion}
        detail={(row) => <Progress updateId={row.id} />}
        empty={{
          title: { zh: '还没有升级计划', en: 'No updates yet' },
          hint: {
            zh: '选择盒子、版本和时段；盒子下载并校验后在时段内切换，逐台上报进度',
            en: 'Choose boxes, a version and a window: each box fetches and checks it, switches in the window and reports',
          },
        }}
      />
      <OperationDialog
        isOpen={isPlanning}
        of={planBoxUpdate}
        given={NOTHING}
        fields={planBoxUpdate.input}
        width={560}
        done={{ zh: '已计划，盒子下次心跳时取走', en: 'Planned, boxes take it with their next heartbeat' }}
        onClose={() => setPlanning(false)}
        onDone={done}
      />
      {cancelled && (
        <OperationDialog
          isOpen
          of={cancelBoxUpdate}
          given={{ updateId: cancelled.id }}
          fields={NOTHING}
          onClose={() => setCancelled(null)}
          onDone={done}
        />
      )}
    </>
  );
}

const REFRESH_MS = 10_000;

/** How far an update is on each box. */
function Progress({ updateId }: { updateId: string }) {
  const asked = useQuery({
    queryKey: [getBoxUpdate.name, updateId],
    queryFn: () => call(getBoxUpdate, { updateId }),
    refetchInterval: REFRESH_MS,
  });
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton lines={4} />;
  return (
    <ul className="edge-progress">
      {asked.data.boxes.map((one) => (
        <li key={one.boxId}>
          <b>{one.name}</b>
          <span className="by-faint">{one.lot}</span>
          <StateDot tone={BoxUpdateState[one.state].tone} label={BoxUpdateState[one.state]} />
          <span className="by-figure">{one.appVersion}</span>
          <span className="by-faint">{one.reportedAt && <TimeText at={one.reportedAt} style="minute" />}</span>
          {one.detail && <small>{one.detail}</small>}
        </li>
      ))}
    </ul>
  );
}
