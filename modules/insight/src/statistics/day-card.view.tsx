import { can, chartFrame, colorOf, countText, moneyText, shareText, useText, useTheme } from '@boyun/kernel/web';
import { orderList } from '@boyun/orders/contract';
import { paymentList } from '@boyun/payments/contract';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { type CardProps, ChartCard, Counted, linksOf, type Statistics } from './chart-card.view.tsx';

type Day = Statistics['days'][number];

interface Line {
  readonly name: string;
  readonly kind: 'bar' | 'line';
  readonly color: string;
  readonly pick: (day: Day) => number | null;
}

const HEIGHT = 250;

/** A chart option over the days of the period; days that have not begun are empty, not zero. */
function useDays(
  data: Statistics,
  lines: readonly Line[],
  write: (value: number, seriesIndex: number) => string,
  axis: (value: number) => string = (value) => write(value, 0),
) {
  const theme = useTheme();
  const t = useText();
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines and words follow data and language; colours the theme
  return useMemo(() => {
    const names = data.days.map(({ day, startsAt, endsAt }) => {
      const isRunning = startsAt <= data.at && data.at < endsAt;
      return isRunning ? `${day.slice(5)} ${t({ zh: '（至今）', en: '(so far)' })}` : day.slice(5);
    });
    const frame = chartFrame(names, write);
    const { axisLabel: across } = frame.xAxis;
    const isSingle = names.length < 3;
    return {
      ...frame,
      xAxis: { ...frame.xAxis, axisLabel: { ...across, formatter: (name: string) => name.split(' ')[0] } },
      yAxis: { ...frame.yAxis, axisLabel: { ...frame.yAxis.axisLabel, formatter: axis } },
      series: lines.map(({ name, kind, color, pick }) => ({
        name,
        // A line needs days to run over.
        type: isSingle ? 'bar' : kind,
        data: data.days.map((one) => (one.startsAt <= data.at ? pick(one) : null)),
        barMaxWidth: 22,
        showSymbol: false,
        smooth: 0.25,
        smoothMonotone: 'x',
        itemStyle: { color: colorOf(color), borderRadius: kind === 'bar' || isSingle ? [3, 3, 0, 0] : 0 },
        lineStyle: { color: colorOf(color), width: 2 },
      })),
    };
  }, [data, theme, t]);
}

/** Money by day: payments received, and fees of ended stays. */
export function RevenueCard({ data, lotId }: CardProps) {
  const t = useText();
  const navigate = useNavigate();
  const received = t({ zh: '实收', en: 'Received' });
  const fees = t({ zh: '停车费应收', en: 'Parking fees' });
  const option = useDays(
    data,
    [
      { name: received, kind: 'bar', color: '--by-accent', pick: (one) => one.receivedFen },
      { name: fees, kind: 'line', color: '--by-warn-dot', pick: (one) => one.feeFen },
    ],
    (value) => `¥ ${moneyText(value)}`,
    (value) => countText(value / 100),
  );
  const onPick = ({ dataIndex }: { dataIndex: number }) => {
    const { received: to } = linksOf(lotId, data.days[dataIndex]!);
    if (to && can(paymentList.access)) navigate(to);
  };
  return (
    <ChartCard
      title={{ zh: '收入（元）', en: 'Revenue (¥)' }}
      chart={{ option, height: HEIGHT, onPick }}
      table={{
        heads: [
          t({ zh: '日期', en: 'Day' }),
          received,
          fees,
          t({ zh: '优惠', en: 'Reduced' }),
          t({ zh: '离场欠费', en: 'Left owing' }),
        ],
        rows: data.days.map((one) => {
          const links = linksOf(lotId, one);
          return {
            key: one.day,
            cells: [
              one.day,
              <Counted key="received" to={links.received} isMoney>
                {moneyText(one.receivedFen)}
              </Counted>,
              <Counted key="fee" to={links.exits}>
                {moneyText(one.feeFen)}
              </Counted>,
              moneyText(one.reducedFen),
              <Counted key="unpaid" to={links.unpaid}>
                {moneyText(one.unpaidFen)}
              </Counted>,
            ],
          };
        }),
      }}
    />
  );
}

/** Cars in and out by day. */
export function FlowCard({ data, lotId }: CardProps) {
  const t = useText();
  const navigate = useNavigate();
  const entries = t({ zh: '入场', en: 'Entries' });
  const exits = t({ zh: '出场', en: 'Exits' });
  const option = useDays(
    data,
    [
      { name: entries, kind: 'line', color: '--by-accent', pick: (one) => one.entries },
      { name: exits, kind: 'line', color: '--by-good-dot', pick: (one) => one.exits },
    ],
    countText,
  );
  const onPick = ({ dataIndex, seriesName }: { dataIndex: number; seriesName?: string }) => {
    const links = linksOf(lotId, data.days[dataIndex]!);
    const to = seriesName === exits ? links.exits : links.entries;
    if (to && can(orderList.access)) navigate(to);
  };
  return (
    <ChartCard
      title={{ zh: '车流（辆）', en: 'Cars in and out' }}
      chart={{ option, height: HEIGHT, onPick }}
      table={{
        heads: [t({ zh: '日期', en: 'Day' }), entries, exits, t({ zh: '日周转率', en: 'Turnover' })],
        rows: data.days.map((one) => {
          const links = linksOf(lotId, one);
          return {
            key: one.day,
            cells: [
              one.day,
              <Counted key="entries" to={links.entries}>
                {countText(one.entries)}
              </Counted>,
              <Counted key="exits" to={links.exits}>
                {countText(one.exits)}
              </Counted>,
              one.turnover === null ? '—' : one.turnover.toFixed(2),
            ],
          };
        }),
      }}
    />
  );
}

/** Occupancy and turnover per spot by day. */
export function OccupancyCard({ data }: CardProps) {
  const t = useText();
  const occupancy = t({ zh: '平均占用率', en: 'Mean occupancy' });
  const turnover = t({ zh: '日周转率', en: 'Turnover' });
  // That of a day under way would be scaled up from its first hours.
  const turnoverOf = (one: Day) => (one.endsAt > data.at ? null : one.turnover);
  const share = useDays(
    data,
    [
      { name: occupancy, kind: 'line', color: '--by-accent', pick: (one) => one.occupancy },
      { name: turnover, kind: 'bar', color: '--by-good-dot', pick: turnoverOf },
    ],
    (value, seriesIndex) => (seriesIndex === 0 ? shareText(value) : value.toFixed(2)),
    (value) => `${Math.round(value * 100)}%`,
  );
  // Two measures: the share on the left, cars for each spot on the right.
  const option = useMemo(() => {
    const [line, bars] = share.series;
    const { yAxis } = share;
    return {
      ...share,
      yAxis: [
        { ...yAxis, minInterval: 0 },
        {
          ...yAxis,
          minInterval: 0,
          splitLine: { show: false },
          axisLabel: { ...yAxis.axisLabel, formatter: (value: number) => value.toFixed(1) },
        },
      ],
      series: [
        line,
        {
          ...bars,
          yAxisIndex: 1,
          itemStyle: { ...bars!.itemStyle, opacity: 0.45 },
        },
      ],
    };
  }, [share]);
  return (
    <ChartCard
      title={{ zh: '占用与周转', en: 'Occupancy and turnover' }}
      chart={{ option, height: HEIGHT }}
      table={{
        heads: [t({ zh: '日期', en: 'Day' }), occupancy, turnover],
        rows: data.days.map((one) => ({
          key: one.day,
          cells: [one.day, shareText(one.occupancy), turnoverOf(one)?.toFixed(2) ?? '—'],
        })),
      }}
    />
  );
}
