import {
  disabledReason,
  type Fields,
  type Label,
  liveChannel,
  liveKinds,
  type ReportRow,
} from '@boyun/kernel/contract';
import {
  ActButton,
  type CellSlots,
  can,
  choicesOf,
  FilterSwitch,
  type ListContext,
  ListPage,
  LiveMark,
  type LiveState,
  listLink,
  notify,
  Plate,
  refreshLists,
  SlotParts,
  useLive,
  useText,
  ZoomPicture,
} from '@boyun/kernel/web';
import { Button } from 'antd';
import { Timer } from 'lucide-react';
import { useRef, useState } from 'react';
import {
  AlarmKind,
  AlarmState,
  alarmList,
  alarmResponse,
  alarmTransitions,
  claimAlarm,
  DEVICE_KINDS,
  handleAlarm,
} from './alarm.contract.ts';
import { AlarmDetail } from './alarm-detail.view.tsx';
import { alarmClaimed, alarmClosed, alarmRaised } from './alarm-event.contract.ts';
import { AlarmFigures, ResponseDrawer, Took } from './alarm-response.view.tsx';
import { alarmActs } from './alarm-slot.view.ts';
import { DismissAlarms } from './dismiss-alarm.form.tsx';
import HandleAlarm from './handle-alarm.form.tsx';
import { SnoozeAlarms } from './snooze-alarm.form.tsx';
import { takeAlarm } from './take-alarm.view.ts';
import './alarm-dispose.css';

type Row = ReportRow<typeof alarmList>;
type Context = ListContext<Row>;

const KINDS = liveKinds(alarmRaised, alarmClaimed, alarmClosed);
/** Minimum interval between refetches of the list, however many alarms are raised. */
const SOONEST_MS = 800;

const COLUMNS = [
  'kind',
  'severity',
  'state',
  'raisedAt',
  'plate',
  'picture',
  'description',
  'lotId',
  'laneId',
  'claimedByName',
  'respondSeconds',
  'handleSeconds',
  'closedAt',
  'note',
] as const;

const FILTERS: readonly (keyof typeof alarmList.filters)[] = ['plate', 'from', 'to', 'state', 'kind', 'lotId'];

/** The filter by kind with the kinds of one page alone. */
const kindsOf = (ofDevices: boolean): Fields => ({
  kind: {
    ...alarmList.filters.kind,
    choices: Object.fromEntries(
      Object.entries(AlarmKind).filter(([kind]) => DEVICE_KINDS.includes(kind) === ofDevices),
    ),
  },
});
const DEVICE_FILTERS = kindsOf(true);
const PASSING_FILTERS = kindsOf(false);

/** Alarms of devices name their device, and how often they came; those of barriers also the car before it. */
const DEVICE_COLUMNS = COLUMNS.flatMap((one) => {
  if (one === 'plate') return ['plate', 'deviceName', 'seenCount'] as const;
  if (one === 'picture') return [];
  return one === 'claimedByName' ? (['snoozedUntil', one, 'deviceKind', 'lastRaisedAt'] as const) : [one];
}) as readonly (keyof typeof alarmList.columns)[];
const DEVICE_LIST_FILTERS: readonly (keyof typeof alarmList.filters)[] = [...FILTERS, 'deviceKind', 'isSnoozed'];

/** The alarms about vehicles. */
export default function AlarmDisposePage() {
  return <AlarmPage />;
}

/** A list of alarms to claim, inspect and close: of vehicles, or with a title of its own those of devices. */
export function AlarmPage({ ofDevices }: { ofDevices?: Label }) {
  const t = useText();
  const [handled, setHandled] = useState<Row | null>(null);
  const soon = useRefreshSoon();
  const live = useLive(liveChannel, KINDS, soon, { onOpen: soon });
  return (
    <ListPage
      source={alarmList}
      title={ofDevices}
      fixed={{ isDevice: ofDevices !== undefined }}
      columns={ofDevices ? DEVICE_COLUMNS : COLUMNS}
      filters={ofDevices ? DEVICE_LIST_FILTERS : FILTERS}
      filterFields={ofDevices ? DEVICE_FILTERS : PASSING_FILTERS}
      opensOn="today"
      cells={cells}
      above={(context) => <AlarmFigures context={context} />}
      toolbar={(context) => <States context={context} live={live} />}
      rowClass={(row) => (row.state === 'new' && row.severity === 'high' ? 'is-bad' : undefined)}
      rowActs={(row) => <Acts row={row} onHandle={() => setHandled(row)} isLink />}
      actsWidth={116}
      batch={{
        name: (row) => `${t(AlarmKind[row.kind])} ${row.plate ?? ''}`.trim(),
        isHidden: (row) => !isOpen(row) || !can(handleAlarm.access),
        acts: (rows, clear) => (
          <>
            {ofDevices && <SnoozeAlarms rows={rows} onDone={clear} />}
            <DismissAlarms rows={rows} onDone={clear} />
          </>
        ),
      }}
      detailTitle={(row) => <Kind row={row} />}
      detailActs={(row) => (
        <>
          {isOpen(row) && <Offered row={row} />}
          {ofDevices && isOpen(row) && <SnoozeAlarms rows={[row]} onDone={() => undefined} />}
          <Acts row={row} onHandle={() => setHandled(row)} />
        </>
      )}
      detailWidth={620}
      detail={(row) => <AlarmDetail row={row} />}
      empty={{
        title: { zh: '没有报警', en: 'No alarms' },
        hint: { zh: '有新报警时会立即显示在这里', en: 'New alarms appear here as they are raised' },
      }}
    >
      {() => (
        <HandleAlarm
          row={handled}
          onClose={() => setHandled(null)}
          onDone={async () => {
            notify('good', { zh: '报警已处理', en: 'Alarm closed' });
            await refreshLists(alarmList.name);
          }}
        />
      )}
    </ListPage>
  );
}

/** Returns a function that refetches the list soon, once for all alarms until then. */
function useRefreshSoon(): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      void refreshLists(alarmList.name);
    }, SOONEST_MS);
  };
}

/** How the cells of the list are shown. */
const cells: CellSlots<Row> = {
  severity: { width: 92, label: { zh: '级别', en: 'Level' } },
  kind: { width: 192, cell: (row) => <Kind row={row} /> },
  raisedAt: { width: 156 },
  plate: {
    width: 124,
    isGrowing: false,
    cell: (row) =>
      row.plate ? (
        <Plate text={row.plate} to={listLink('/_cloud_operation/passRecord', { plate: row.plate })} />
      ) : (
        <span className="by-faint">—</span>
      ),
  },
  picture: {
    width: 76,
    cell: (row) => <ZoomPicture address={row.picture} label={{ zh: '报警图片', en: 'Picture' }} />,
  },
  description: {
    width: 260,
    isGrowing: true,
    cell: (row) => <span title={row.description}>{row.description}</span>,
  },
  lotId: { width: 136 },
  laneId: { width: 110 },
  state: { width: 110 },
  deviceName: { width: 168 },
  deviceKind: { isHiddenAtFirst: true },
  seenCount: { width: 70 },
  lastRaisedAt: { isHiddenAtFirst: true },
  snoozedUntil: { width: 140 },
  claimedByName: { width: 90, isGrowing: false },
  respondSeconds: {
    width: 104,
    label: { zh: '响应用时', en: 'Claimed after' },
    cell: (row) => <Took seconds={row.respondSeconds} />,
  },
  handleSeconds: {
    width: 104,
    label: { zh: '处理用时', en: 'Handled in' },
    cell: (row) => <Took seconds={row.handleSeconds} />,
  },
  closedAt: { isHiddenAtFirst: true },
  note: { isHiddenAtFirst: true },
};

const isOpen = (row: Row) => row.state === 'new' || row.state === 'claimed';

/** Buttons contributed by the modules that raise alarms. */
function Offered({ row }: { row: Row }) {
  return <SlotParts of={alarmActs} props={{ alarm: row, onChanged: () => refreshLists(alarmList.name) }} />;
}

/** Buttons for the current state: a new alarm can be claimed, a claimed one closed. */
function Acts({ row, onHandle, isLink }: { row: Row; onHandle: () => void; isLink?: boolean }) {
  const t = useText();
  const type = isLink ? 'link' : 'default';
  if (!isOpen(row)) return null;
  return row.state === 'new' ? (
    <ActButton
      type={isLink ? 'link' : 'primary'}
      access={claimAlarm.access}
      disabledReason={disabledReason(alarmTransitions, 'claim', row.state)}
      onAct={async () => {
        await takeAlarm(row).finally(() => refreshLists(alarmList.name));
        notify('good', { zh: '已认领，请处理', en: 'Alarm claimed' });
      }}
    >
      {t(claimAlarm.title)}
    </ActButton>
  ) : (
    <ActButton
      type={type}
      access={claimAlarm.access}
      disabledReason={disabledReason(alarmTransitions, 'handle', row.state)}
      onAct={onHandle}
    >
      {t({ zh: '处理', en: 'Close' })}
    </ActButton>
  );
}

/** The kind of an alarm, with a mark while it is new. */
function Kind({ row }: { row: Row }) {
  const t = useText();
  return <span className={row.state === 'new' ? 'alarm-kind is-new' : 'alarm-kind'}>{t(AlarmKind[row.kind])}</span>;
}

function States({ context, live }: { context: Context; live: LiveState }) {
  const t = useText();
  const [isRanking, setRanking] = useState(false);
  const { newCount, claimedCount } = (context.listing?.totals ?? {}) as { newCount?: number; claimedCount?: number };
  const counts: Readonly<Record<string, number | undefined>> = { new: newCount, claimed: claimedCount };
  const choices = choicesOf(AlarmState).map((one) => ({ ...one, count: counts[String(one.value)] }));
  return (
    <>
      <FilterSwitch context={context} filter="state" choices={choices} />
      <Button icon={<Timer size={14} aria-hidden />} onClick={() => setRanking(true)}>
        {t(alarmResponse.title)}
      </Button>
      <LiveMark state={live} />
      <ResponseDrawer isOpen={isRanking} onClose={() => setRanking(false)} filters={context.sent} />
    </>
  );
}
