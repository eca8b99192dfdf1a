import type { Output } from '@boyun/kernel/contract';
import {
  Chart,
  call,
  can,
  chartFrame,
  colorOf,
  countText,
  ErrorState,
  FigureBox,
  listLink,
  moneyText,
  Skeleton,
  useLanguage,
  useText,
  useTheme,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { getActivityDays } from './activity-days.contract.ts';

const SPANS = [14, 30, 90];
const HEIGHT = 220;
const USES = '/_cloud_activity/use';

interface Shown {
  readonly id: string;
  readonly usedFen: number;
  readonly usedCount: number;
  readonly budgetFen: number | null;
}

/** What an activity took off, day by day: amount and number, or the sum on its way to the budget. */
export default function ActivityDays({ row }: { row: Shown }) {
  const t = useText();
  const [days, setDays] = useState(30);
  const [isSum, setSum] = useState(false);
  const isAllowed = can(getActivityDays.access);
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'activity-use', row.id, days],
    queryFn: ({ signal }) => call(getActivityDays, { id: row.id, days }, { signal, isQuiet: true }),
    enabled: isAllowed,
  });
  if (!isAllowed) return null;
  return (
    <section className="activity-preview">
      <header className="by-row">
        <h3>{t({ zh: '使用统计', en: 'Use' })}</h3>
        <Segmented<boolean>
          size="small"
          value={isSum}
          options={[
            { value: false, label: t({ zh: '每日', en: 'By day' }) },
            { value: true, label: t({ zh: '累计', en: 'In all' }) },
          ]}
          onChange={setSum}
        />
        <Segmented<number>
          size="small"
          value={days}
          options={SPANS.map((value) => ({ value, label: t({ zh: '近{n}天', en: 'Last {n} days' }, { n: value }) }))}
          onChange={setDays}
        />
      </header>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton />
      ) : row.usedCount === 0 ? (
        <p className="by-hint">{t({ zh: '还没有使用', en: 'Not used yet' })}</p>
      ) : (
        <>
          <Figures row={row} data={data} />
          {isSum ? <SumChart row={row} data={data} /> : <DayChart row={row} data={data} />}
        </>
      )}
    </section>
  );
}

interface ChartData {
  readonly row: Shown;
  readonly data: Output<typeof getActivityDays>;
}

function Figures({ row, data }: ChartData) {
  const { id: activityId, usedFen, usedCount, budgetFen } = row;
  return (
    <div className="activity-preview-figures">
      <FigureBox label={{ zh: '使用次数', en: 'Times used' }} to={listLink(USES, { activityId })}>
        {countText(usedCount)}
      </FigureBox>
      <FigureBox label={{ zh: '车辆数', en: 'Cars' }}>{countText(data.carCount)}</FigureBox>
      <FigureBox label={{ zh: '已优惠', en: 'Given' }} tone="by-tone-warn">
        {moneyText(usedFen)}
      </FigureBox>
      <FigureBox label={{ zh: '次均优惠', en: 'Each time' }}>{moneyText(Math.round(usedFen / usedCount))}</FigureBox>
      {budgetFen !== null && (
        <FigureBox
          label={{ zh: '预算剩余', en: 'Budget left' }}
          tone={usedFen < budgetFen ? 'by-tone-good' : 'by-tone-bad'}
        >
          {moneyText(Math.max(0, budgetFen - usedFen))}
        </FigureBox>
      )}
    </div>
  );
}

/** Leads from a day to its uses. */
function useDayLink({ row, data }: ChartData) {
  const navigate = useNavigate();
  return useCallback(
    ({ dataIndex }: { dataIndex: number }) => {
      const { from, to } = data.days[dataIndex]!;
      navigate(listLink(USES, { activityId: row.id, from, to }));
    },
    [navigate, row.id, data],
  );
}

const yuan = (fen: number) => `¥ ${moneyText(fen)}`;
const axisYuan = (fen: number) => countText(fen / 100);

function useFrame({ data }: ChartData, write: (value: number, seriesIndex: number) => string) {
  const frame = chartFrame(
    data.days.map((one) => one.day.slice(5)),
    write,
  );
  return {
    ...frame,
    yAxis: { ...frame.yAxis, axisLabel: { ...frame.yAxis.axisLabel, formatter: axisYuan } },
  };
}

/** The amount of each day as bars, its number of uses as a line on an axis of its own. */
function DayChart(props: ChartData) {
  const t = useText();
  const theme = useTheme();
  const language = useLanguage();
  const onPick = useDayLink(props);
  const { days } = props.data;
  const amount = t({ zh: '优惠金额（元）', en: 'Taken off (¥)' });
  const times = t({ zh: '次数', en: 'Times' });
  const frame = useFrame(props, (value, index) => (index === 0 ? yuan(value) : countText(value)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame follows the days; words the language, colours the theme
  const option = useMemo(
    () => ({
      ...frame,
      yAxis: [
        frame.yAxis,
        {
          ...frame.yAxis,
          splitLine: { show: false },
          axisLabel: { ...frame.yAxis.axisLabel, formatter: countText },
        },
      ],
      series: [
        {
          name: amount,
          type: 'bar',
          data: days.map((one) => one.usedFen),
          barMaxWidth: 18,
          itemStyle: { color: colorOf('--by-accent'), borderRadius: [3, 3, 0, 0] },
        },
        {
          name: times,
          type: days.length < 3 ? 'bar' : 'line',
          yAxisIndex: 1,
          data: days.map((one) => one.usedCount),
          showSymbol: false,
          smooth: 0.25,
          smoothMonotone: 'x',
          itemStyle: { color: colorOf('--by-warn-dot') },
          lineStyle: { color: colorOf('--by-warn-dot'), width: 2 },
        },
      ],
    }),
    [days, theme, language],
  );
  return <Chart option={option} height={HEIGHT} label={t({ zh: '每日使用', en: 'Use by day' })} onPick={onPick} />;
}

/** An axis with the line of the budget in sight, also far above what was given. */
const inSight = (axis: ReturnType<typeof useFrame>['yAxis'], budgetFen: number) => ({
  ...axis,
  axisLabel: { ...axis.axisLabel, showMaxLabel: false },
  max: ({ max }: { max: number }) => Math.max(max, budgetFen * 1.1),
});

/** The sum given up to each day, below the line of the budget. */
function SumChart(props: ChartData) {
  const t = useText();
  const theme = useTheme();
  const language = useLanguage();
  const onPick = useDayLink(props);
  const { row, data } = props;
  const given = t({ zh: '累计优惠（元）', en: 'Given in all (¥)' });
  const budget = t({ zh: '预算', en: 'Budget' });
  const frame = useFrame(props, yuan);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame follows the days; words the language, colours the theme
  const option = useMemo(() => {
    let sumFen = data.earlierFen;
    const sums = data.days.map((one) => {
      sumFen += one.usedFen;
      return sumFen;
    });
    const color = colorOf('--by-accent');
    const line = { type: 'dashed', width: 1.5, color: colorOf('--by-bad-dot') };
    const label = { position: 'insideEndTop', color: colorOf('--by-bad-dot'), fontSize: 11 };
    const mark = {
      symbol: 'none',
      silent: true,
      lineStyle: line,
      label: { ...label, formatter: () => `${budget} ${yuan(row.budgetFen ?? 0)}` },
      data: [{ yAxis: row.budgetFen }],
    };
    return {
      ...frame,
      ...(row.budgetFen === null ? {} : { yAxis: inSight(frame.yAxis, row.budgetFen) }),
      series: [
        {
          name: given,
          type: sums.length < 3 ? 'bar' : 'line',
          data: sums,
          barMaxWidth: 18,
          showSymbol: false,
          itemStyle: { color },
          lineStyle: { color, width: 2 },
          areaStyle: { color, opacity: 0.12 },
          ...(row.budgetFen === null ? {} : { markLine: mark }),
        },
      ],
    };
  }, [data, row.budgetFen, theme, language]);
  return <Chart option={option} height={HEIGHT} label={t({ zh: '累计优惠', en: 'Given in all' })} onPick={onPick} />;
}
