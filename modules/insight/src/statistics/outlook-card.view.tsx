import { dayOfKey, weekdayOf } from '@boyun/domain/period';
import { type Output, WeekDay } from '@boyun/kernel/contract';
import {
  Chart,
  call,
  chartFrame,
  colorOf,
  countText,
  moneyText,
  numberText,
  shareText,
  type Translate,
  timeText,
  useLanguage,
  useText,
  useTheme,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Counted, linksOf } from './chart-card.view.tsx';
import { getOutlook, WatchedFigure } from './outlook.contract.ts';

type Outlook = Output<typeof getOutlook>;

interface OutlookProps {
  readonly lotIds: readonly string[] | null;
  readonly lotId: string | null | undefined;
}

/** What is expected in the next 24 hours, and what was unusual in the last two weeks. */
export function OutlookCards({ lotIds, lotId }: OutlookProps) {
  const t = useText();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['outlook', lotIds, language],
    queryFn: ({ signal }) => call(getOutlook, { lotIds: lotIds as string[] | null }, { signal, isQuiet: true }),
  });
  if (!data) return null;
  return (
    <>
      <section className="by-card-box statistics-outlook">
        <h2>{t({ zh: '未来24小时在场车辆', en: 'Cars inside, next 24 hours' })}</h2>
        {data.hours.length > 0 ? <ForecastChart data={data} /> : null}
        <ErrorWords data={data} />
      </section>
      <section className="by-card-box statistics-outlook">
        <h2>{t({ zh: '异常日（近14天）', en: 'Unusual days of the last 14' })}</h2>
        <UnusualDays data={data} lotId={lotId} />
      </section>
    </>
  );
}

/** How wrong such forecasts were. */
function ErrorWords({ data }: { data: Outlook }) {
  const t = useText();
  return <p className="by-hint">{errorText(data, t)}</p>;
}

function errorText({ error, capacity }: Outlook, t: Translate): string {
  if (!error) return t({ zh: '数据满两周后开始预测', en: 'Forecasts begin once there are two weeks of data' });
  const share = capacity > 0 ? ` (${shareText(error.mean / capacity)})` : '';
  return t(
    {
      zh: '近7天同样的预测平均相差 {mean} 辆{share}；照搬上周同时刻相差 {week}，认为不变相差 {same}。色带含80%的误差。',
      en: 'Such forecasts of the last 7 days were off by {mean} cars{share} on average; the same hour a week before by {week}, no change by {same}. The band holds 80 % of the errors.',
    },
    {
      mean: numberText(error.mean),
      share,
      week: numberText(error.weekBefore),
      same: numberText(error.unchanged),
    },
  );
}

function ForecastChart({ data }: { data: Outlook }) {
  const t = useText();
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours follow the theme
  const option = useMemo(() => {
    const names = [...data.past, ...data.hours].map(({ at }) => timeText(at, 'minute').slice(5));
    const frame = chartFrame(names, (value) => countText(Math.round(value)));
    const gap = Array(data.past.length).fill(null);
    const last = data.past.at(-1)?.cars ?? null;
    const joined = (values: readonly number[]) => [...gap.slice(1), last, ...values];
    const line = (name: string, values: readonly (number | null)[], color: string, more: object = {}) => ({
      name,
      type: 'line',
      data: values,
      showSymbol: false,
      itemStyle: { color: colorOf(color) },
      lineStyle: { color: colorOf(color), width: 2 },
      ...more,
    });
    const none = { lineStyle: { opacity: 0 } };
    const actual = t({ zh: '实际', en: 'Actual' });
    const expected = t({ zh: '预测', en: 'Expected' });
    const low = t({ zh: '下限', en: 'Low' });
    return {
      ...frame,
      // The ends of the band are told at the pointer alone.
      legend: { ...frame.legend, data: [actual, expected] },
      series: [
        line(
          actual,
          data.past.map((one) => one.cars),
          '--by-ink-3',
        ),
        line(expected, joined(data.hours.map((one) => one.cars)), '--by-accent'),
        line(low, joined(data.hours.map((one) => one.low)), '--by-accent', { ...none, stack: 'band' }),
        // The band stands on the low end; of two series with one name the pointer tells the first.
        line(low, [...gap, ...data.hours.map((one) => one.high - one.low)], '--by-accent', {
          ...none,
          stack: 'band',
          areaStyle: { color: colorOf('--by-accent'), opacity: 0.14 },
        }),
        line(t({ zh: '上限', en: 'High' }), joined(data.hours.map((one) => one.high)), '--by-accent', none),
      ],
    };
  }, [data, t, theme]);
  return <Chart option={option} height={220} label={t(getOutlook.title)} />;
}

function UnusualDays({ data, lotId }: { data: Outlook; lotId: OutlookProps['lotId'] }) {
  const t = useText();
  if (data.unusual.length === 0)
    return (
      <p className="by-hint">
        {t({
          zh: '没有明显异常：每天与前8周同一星期几比较，至少需要4周数据',
          en: 'Nothing stands out. Each day is compared with the same weekday of 8 weeks; at least 4 are needed',
        })}
      </p>
    );
  return (
    <ul className="statistics-unusual">
      {data.unusual.map((one) => {
        const isMoney = one.figure === 'received';
        const write = isMoney ? moneyText : countText;
        const links = linksOf(lotId, one);
        const weekday = t(WeekDay[weekdayOf(dayOfKey(one.day)) as keyof typeof WeekDay]);
        const change = one.usual === 0 ? '' : shareText(Math.abs(one.value - one.usual) / one.usual);
        const isLow = one.value < one.usual;
        return (
          <li key={`${one.day} ${one.figure}`}>
            <span>{`${one.day} ${weekday} · ${t(WatchedFigure[one.figure])}`}</span>
            <Counted to={isMoney ? links.received : links.entries} isMoney={isMoney}>
              {write(one.value)}
            </Counted>
            <span className={isLow ? 'by-tone-bad' : 'by-tone-warn'}>
              {t(
                isLow
                  ? { zh: '比通常少 {change}', en: '{change} less than usual' }
                  : { zh: '比通常多 {change}', en: '{change} more than usual' },
                { change },
              )}
            </span>
            <span className="by-faint">
              {t(
                {
                  zh: '前{weeks}个{day}的中位数是 {usual}，{low}–{high} 之间算正常',
                  en: 'The median of {weeks} {day} before is {usual}; {low} to {high} would be normal',
                },
                { weeks: one.weeks, day: weekday, usual: write(one.usual), low: write(one.low), high: write(one.high) },
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
