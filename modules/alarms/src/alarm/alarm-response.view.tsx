import type { ReportRow } from '@boyun/kernel/contract';
import {
  countText,
  Drawer,
  DurationText,
  Empty,
  ErrorState,
  FigureBox,
  type ListContext,
  listLink,
  Skeleton,
  useListing,
  useText,
} from '@boyun/kernel/web';
import { Link, useLocation } from 'react-router';
import { AlarmState, alarmList, alarmResponse } from './alarm.contract.ts';
import './alarm-response.css';

type Row = ReportRow<typeof alarmList>;

interface Totals {
  readonly newCount?: number;
  readonly claimedCount?: number;
  readonly respondSeconds?: number | null;
  readonly handleSeconds?: number | null;
}

/** Open alarms and response times of the filtered list. */
export function AlarmFigures({ context }: { context: ListContext<Row> }) {
  const { pathname } = useLocation();
  const of = (state: AlarmState) => listLink(pathname, { ...context.state.filters, state });
  const totals = (context.listing?.totals ?? {}) as Totals;
  const boxes = [
    {
      label: AlarmState.new,
      value: countText(totals.newCount),
      tone: totals.newCount ? 'by-tone-bad' : '',
      to: of('new'),
    },
    {
      label: AlarmState.claimed,
      value: countText(totals.claimedCount),
      tone: totals.claimedCount ? 'by-tone-warn' : '',
      to: of('claimed'),
    },
    { label: { zh: '平均响应时长', en: 'Mean time to claim' }, value: <Took seconds={totals.respondSeconds} /> },
    { label: { zh: '平均处理时长', en: 'Mean time to handle' }, value: <Took seconds={totals.handleSeconds} /> },
  ];
  return (
    <div className="by-figures alarm-figures">
      {boxes.map(({ label, value, tone, to }) => (
        <FigureBox key={label.en} label={label} tone={tone} to={to}>
          {value}
        </FigureBox>
      ))}
      <EarlierNew context={context} />
    </div>
  );
}

/** A link to the new alarms before the period of the list, which would otherwise be forgotten. */
function EarlierNew({ context }: { context: ListContext<Row> }) {
  const t = useText();
  const { pathname } = useLocation();
  const { from, to: _, state: __, ...rest } = context.sent;
  const before = from instanceof Date ? new Date(from.getTime() - 1000) : null;
  const filters: Readonly<Record<string, unknown>> = { ...rest, state: 'new', to: before };
  const total = useListing(alarmList, { ...filters, page: 1, perPage: 1 }, { isOff: before === null }).data?.total ?? 0;
  if (before === null || total === 0) return null;
  const { isDevice: ___, ...shown } = filters;
  return (
    <p className="alarm-earlier">
      <Link to={listLink(pathname, shown)}>
        {t({ zh: '更早还有 {n} 条新报警', en: '{n} new alarms before this period' }, { n: countText(total) })}
      </Link>
    </p>
  );
}

/** A duration, or a dash where there is none. */
export function Took({ seconds }: { seconds: number | null | undefined }) {
  return seconds === null || seconds === undefined ? (
    <span className="by-faint">—</span>
  ) : (
    <DurationText seconds={seconds} />
  );
}

const KEYS = ['lotId', 'kind', 'isDevice', 'from', 'to'];

/** Response times by person, fastest first, for the filtered list in any state. */
export function ResponseDrawer({
  isOpen,
  filters,
  onClose,
}: {
  isOpen: boolean;
  filters: Readonly<Record<string, unknown>>;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <Drawer isOpen={isOpen} width={640} title={t(alarmResponse.title)} onClose={onClose}>
      <People filters={Object.fromEntries(Object.entries(filters).filter(([key]) => KEYS.includes(key)))} />
    </Drawer>
  );
}

function People({ filters }: { filters: Readonly<Record<string, unknown>> }) {
  const t = useText();
  const asked = useListing(alarmResponse, { ...filters, page: 1, perPage: 200 });
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton lines={6} />;
  const { rows } = asked.data;
  if (rows.length === 0)
    return (
      <Empty
        title={{ zh: '还没有人认领过报警', en: 'No alarms claimed yet' }}
        hint={{ zh: '换一个时间段，或先认领一条报警', en: 'Select another period, or claim an alarm' }}
      />
    );
  const slowest = Math.max(1, ...rows.map((row) => row.respondSeconds ?? 0));
  return (
    <ol className="alarm-people">
      {rows.map((row, index) => (
        <li key={row.id}>
          <span className={index === 0 && rows.length > 1 ? 'alarm-rank is-first' : 'alarm-rank'}>{index + 1}</span>
          <strong>{row.name}</strong>
          <span className="alarm-speed" title={t(alarmResponse.columns.respondSeconds.label)}>
            <i aria-hidden="true" style={{ width: `${((row.respondSeconds ?? 0) / slowest) * 100}%` }} />
            <b className="by-figure">
              <Took seconds={row.respondSeconds} />
            </b>
          </span>
          <span className="alarm-person by-small by-faint">
            {t(
              {
                zh: '认领 {claimed} · 已处理 {handled} · 误报 {wrong} · 处理中 {open}',
                en: '{claimed} claimed · {handled} handled · {wrong} false · {open} open',
              },
              { claimed: row.claimedCount, handled: row.handledCount, wrong: row.falseCount, open: row.openCount },
            )}
            <span>
              {t({ zh: '平均处理 ', en: 'handled in ' })}
              <Took seconds={row.handleSeconds} />
            </span>
            <span>
              {t({ zh: '最慢响应 ', en: 'slowest ' })}
              <Took seconds={row.slowestSeconds} />
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}
