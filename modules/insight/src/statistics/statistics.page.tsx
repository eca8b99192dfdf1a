import '../console/console.css';
import './statistics.css';
import { dayOfKey, keyOfDay } from '@boyun/domain/period';
import { exportPermission, type Label, type Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  dayText,
  download,
  Empty,
  ErrorState,
  exportRows,
  now,
  QueryBar,
  Skeleton,
  TimeText,
  tenantZone,
  useLanguage,
  useListState,
  usePhone,
  useText,
} from '@boyun/kernel/web';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Segmented, Tooltip } from 'antd';
import { Download, Printer, RefreshCw } from 'lucide-react';
import { FlowCard, OccupancyCard, RevenueCard } from './day-card.view.tsx';
import { ReturningCard, StayHoursCard } from './habit-card.view.tsx';
import { LotsCard } from './lots-card.view.tsx';
import { OutlookCards } from './outlook-card.view.tsx';
import { getStatistics, STATISTICS_DAYS, statisticsList } from './statistics.contract.ts';
import { isEmpty, StatisticsFigures } from './statistics-figures.view.tsx';
import { StaysCard } from './stays-card.view.tsx';
import { HoursCard, WeekCard } from './week-card.view.tsx';

type Days = { readonly from: string; readonly to: string };

/** Periods that are chosen with one click, as of a day. */
const PRESETS: readonly { readonly key: string; readonly label: Label; readonly of: (today: string) => Days }[] = [
  { key: 'today', label: { zh: '今日', en: 'Today' }, of: (today) => last(today, 1) },
  { key: 'week', label: { zh: '近7天', en: '7 days' }, of: (today) => last(today, 7) },
  { key: 'days', label: { zh: '近30天', en: '30 days' }, of: (today) => last(today, 30) },
  { key: 'month', label: { zh: '本月', en: 'This month' }, of: (today) => ({ from: monthOf(today), to: today }) },
  {
    key: 'before',
    label: { zh: '上月', en: 'Last month' },
    of: (today) => {
      const to = keyOfDay(dayOfKey(monthOf(today)) - 1);
      return { from: monthOf(to), to };
    },
  },
  { key: 'quarter', label: { zh: '近90天', en: '90 days' }, of: (today) => last(today, 90) },
];

const last = (today: string, days: number): Days => ({ from: keyOfDay(dayOfKey(today) - days + 1), to: today });
const monthOf = (day: string) => `${day.slice(0, 7)}-01`;
const USUAL = PRESETS[1]!;

/** Figures of chosen lots over chosen days: each chart has its table, and each number leads to the rows it counts. */
export default function StatisticsPage() {
  const t = useText();
  const language = useLanguage();
  const isPhone = usePhone();
  const { filters, setFilters } = useListState(statisticsList.filters);
  const today = dayText(now(), tenantZone());
  const lotIds = (filters.lotIds ?? null) as string[] | null;
  const usual = USUAL.of(today);
  const days: Days = { from: (filters.from as string) ?? usual.from, to: (filters.to as string) ?? usual.to };
  const asked = useQuery({
    queryKey: ['statistics', lotIds, days, language],
    queryFn: ({ signal }) => call(getStatistics, { lotIds, ...days }, { signal, isQuiet: true }),
    placeholderData: keepPreviousData,
  });
  const preset = PRESETS.find((one) => {
    const { from, to } = one.of(today);
    return from === days.from && to === days.to;
  });
  const choose = (key: string) => setFilters({ ...filters, ...PRESETS.find((one) => one.key === key)!.of(today) });
  return (
    <div className="by-page statistics">
      <header className="console-head">
        <h1>{t(getStatistics.title)}</h1>
        {asked.data && (
          <span className="by-faint by-small">
            {asked.data.total.from} – {asked.data.total.to}
            {t({ zh: '，数据截至 ', en: ', as of ' })}
            <TimeText at={asked.data.at} style="minute" />
          </span>
        )}
        <span className="by-grow" />
        <div className="statistics-presets">
          <Segmented
            value={preset?.key ?? ''}
            options={PRESETS.map((one) => ({ value: one.key, label: t(one.label) }))}
            onChange={choose}
          />
        </div>
        <div className="statistics-acts">
          <Tooltip title={t({ zh: '刷新', en: 'Refresh' })}>
            <Button
              aria-label={t({ zh: '刷新', en: 'Refresh' })}
              icon={<RefreshCw className={asked.isFetching ? 'is-turning' : undefined} />}
              onClick={() => void asked.refetch()}
            />
          </Tooltip>
          {!isPhone && (
            <Button icon={<Printer />} onClick={() => print()}>
              {t({ zh: '打印', en: 'Print' })}
            </Button>
          )}
          <ActButton
            access={exportPermission(statisticsList)}
            icon={<Download />}
            onAct={async () => download(await exportRows(statisticsList, { lotIds, ...days }))}
          >
            {t({ zh: '导出', en: 'Export' })}
          </ActButton>
        </div>
      </header>
      <QueryBar
        fields={statisticsList.filters}
        filters={{ ...filters, ...days }}
        onSearch={(next) => {
          if (!setFilters(next)) void asked.refetch();
        }}
        maxDays={STATISTICS_DAYS}
      />
      {asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : asked.data ? (
        <Board data={asked.data} lotIds={lotIds} />
      ) : (
        <Skeleton lines={14} />
      )}
    </div>
  );
}

function Board({ data, lotIds }: { data: Output<typeof getStatistics>; lotIds: readonly string[] | null }) {
  if (data.lots.length === 0)
    return (
      <Empty
        title={{ zh: '没有可统计的车场', en: 'There is no lot to count' }}
        hint={{ zh: '新建车场并有车辆进出后，这里会显示统计', en: 'Figures appear once a lot exists and cars come' }}
      />
    );
  // A list is narrowed by one lot or by none: several together have no list of their own.
  const lotId = lotIds === null || lotIds.length === 0 ? null : lotIds.length === 1 ? lotIds[0]! : undefined;
  const parts = { data, lotId };
  if (isEmpty(data.total))
    return (
      <Empty
        title={{ zh: '这段时间没有车辆进出，也没有收款', en: 'No car moved in this time, and nothing was received' }}
        hint={{ zh: '换一个日期范围或车场再看', en: 'Choose other days or other lots' }}
      />
    );
  return (
    <>
      <StatisticsFigures {...parts} />
      <div className="statistics-board">
        <RevenueCard {...parts} />
        <FlowCard {...parts} />
        <OccupancyCard {...parts} />
        <StaysCard {...parts} />
        <HoursCard {...parts} />
        <WeekCard {...parts} />
        <StayHoursCard lotIds={lotIds} from={data.total.from} to={data.total.to} />
        <ReturningCard lotIds={lotIds} />
        <OutlookCards lotIds={lotIds} lotId={lotId} />
        <LotsCard data={data} />
      </div>
    </>
  );
}
