import { disabledReason, liveChannel, liveKinds, type ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  choicesOf,
  durationText,
  FilterSwitch,
  type ListContext,
  ListPage,
  notify,
  numberText,
  OperationDialog,
  refreshLists,
  StateDot,
  TimeText,
  useLive,
  useText,
} from '@boyun/kernel/web';
import { useState } from 'react';
import { endTour, startTour, TourState, tourList } from './patrol-tour.contract.ts';
import { tourEnded, tourMissed, tourStarted } from './patrol-tour-event.contract.ts';
import { TourTrack } from './tour-track.view.tsx';

type Row = ReportRow<typeof tourList>;

const KINDS = liveKinds(tourStarted, tourEnded, tourMissed);
const REFRESH_MS = 15_000;
const NO_CAR = { zh: '请选择巡逻车', en: 'Choose a car' };
const { carId, routeId } = startTour.input;
const refresh = () => refreshLists(tourList.name);

/** The tours of patrol cars; a row opens its track. */
export default function PatrolTourPage() {
  const t = useText();
  const [isStarting, setStarting] = useState(false);
  useLive(liveChannel, KINDS, () => void refresh(), { onOpen: () => void refresh() });
  return (
    <ListPage
      source={tourList}
      everyMs={REFRESH_MS}
      columns={COLUMNS}
      filters={['carId', 'routeId', 'lotId', 'state', 'from', 'to']}
      cells={{
        state: {
          width: 100,
          cell: (row) => <StateDot tone={TourState[row.state].tone} label={TourState[row.state]} />,
        },
        carId: { width: 130, isGrowing: true },
        name: { width: 150, isGrowing: true },
        at: { width: 134, cell: (row) => <TimeText at={row.at} style="minute" /> },
        driverName: { width: 90 },
        minutes: { width: 96, cell: (row) => (row.minutes === null ? '—' : durationText(row.minutes * 60)) },
        metres: { label: { zh: '里程', en: 'Driven' }, width: 90, cell: (row) => kilometres(row.metres) },
        progress: {
          label: { zh: '车场', en: 'Stops' },
          width: 76,
          cell: (row) => `${row.visitedCount}/${row.stopCount}`,
        },
        sightingCount: { width: 88 },
        findingCount: {
          width: 88,
          cell: (row) => (row.findingCount > 0 ? <b className="by-tone-warn">{row.findingCount}</b> : row.findingCount),
        },
        endedBy: { width: 140 },
        plannedAt: { isHiddenAtFirst: true },
        startedAt: { isHiddenAtFirst: true },
        endedAt: { isHiddenAtFirst: true },
        lotIds: { isHiddenAtFirst: true },
      }}
      rowClass={(row) => (row.state === 'missed' ? 'is-bad' : undefined)}
      toolbar={(context) => (
        <>
          <ActButton type="primary" access={startTour.access} onAct={() => setStarting(true)}>
            {t(startTour.title)}
          </ActButton>
          <States context={context} />
        </>
      )}
      actsWidth={76}
      rowActs={(row) => <End row={row} type="link" />}
      detailTitle={(row) => `${(row as { carName?: string }).carName ?? ''} ${row.name ?? t(FREE)}`.trim()}
      detailActs={(row) => <End row={row} type="default" />}
      detailWidth={1120}
      detail={(row) => <TourTrack key={row.id} row={row} />}
      empty={{
        title: { zh: '还没有巡逻记录', en: 'No patrols yet' },
        hint: {
          zh: '在“巡逻路线”中设置计划，或点“出车”；车载终端也可以自己出车',
          en: 'Plan them under "Patrol routes", or start one here; the device of a car may start one too',
        },
      }}
    >
      {() => <StartTour isOpen={isStarting} onClose={() => setStarting(false)} />}
    </ListPage>
  );
}

/** Starts a tour, of a route or freely. */
function StartTour({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <OperationDialog
      isOpen={isOpen}
      onClose={onClose}
      of={startTour}
      given={{}}
      fields={{ carId, routeId }}
      width={440}
      okText={startTour.title}
      disabledReason={(values) => (values.carId ? null : NO_CAR)}
      done={{ zh: '已出车', en: 'The patrol has started' }}
      refreshes={[tourList.name]}
    />
  );
}

const FREE = { zh: '自由巡逻', en: 'Free patrol' };
const COLUMNS = [
  'state',
  'at',
  'carId',
  'name',
  'driverName',
  'progress',
  'sightingCount',
  'findingCount',
  'minutes',
  'metres',
  'endedBy',
  'plannedAt',
  'startedAt',
  'endedAt',
  'lotIds',
];

const kilometres = (metres: number) => `${numberText(Math.round(metres / 100) / 10)} km`;

function States({ context }: { context: ListContext<Row> }) {
  return (
    <FilterSwitch
      context={context}
      filter="state"
      choices={choicesOf(TourState)}
      allLabel={{ zh: '全部状态', en: 'All states' }}
    />
  );
}

const LIFE = {
  end: { from: ['driving'], to: 'done', otherwise: { zh: '该巡逻没有在进行', en: 'It is not under way' } },
} as const;

function End({ row, type }: { row: Row; type: 'link' | 'default' }) {
  const t = useText();
  if (row.state !== 'driving') return null;
  return (
    <ActButton
      type={type}
      size="small"
      access={endTour.access}
      disabledReason={disabledReason(LIFE, 'end', row.state)}
      onAct={async () => {
        await call(endTour, { tourId: row.id }).finally(refresh);
        notify('good', { zh: '已收车', en: 'The patrol has ended' });
      }}
    >
      {t({ zh: '收车', en: 'End' })}
    </ActButton>
  );
}
