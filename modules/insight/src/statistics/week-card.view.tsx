import { type Label, parseWireTime } from '@boyun/kernel/contract';
import { can, chartFrame, colorOf, countText, listLink, useText, useTheme } from '@boyun/kernel/web';
import { orderList } from '@boyun/orders/contract';
import { Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { type CardProps, ChartCard, Counted, meanText, type Statistics } from './chart-card.view.tsx';
import { clockText, HOURS, heatMap, hourSpan } from './heat-map.view.ts';

type Hour = Statistics['hours'][number];
type Measure = 'entries' | 'exits' | 'inside';

const WEEKDAYS: readonly Label[] = [
  { zh: '周一', en: 'Mon' },
  { zh: '周二', en: 'Tue' },
  { zh: '周三', en: 'Wed' },
  { zh: '周四', en: 'Thu' },
  { zh: '周五', en: 'Fri' },
  { zh: '周六', en: 'Sat' },
  { zh: '周日', en: 'Sun' },
];
const MEASURES: Readonly<Record<Measure, Label>> = {
  entries: { zh: '入场', en: 'Entries' },
  exits: { zh: '出场', en: 'Exits' },
  inside: { zh: '在场', en: 'Inside' },
};

/** How many days of each weekday, Monday first, the period has had so far. */
function daysOfWeek({ days, at }: Statistics): number[] {
  const counts = WEEKDAYS.map(() => 0);
  for (const { day, startsAt } of days) {
    const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
    if (startsAt <= at) counts[weekday]! += 1;
  }
  return counts;
}

/** Cars by the hour of the day, on average of the days of the period. */
export function HoursCard({ data }: CardProps) {
  const t = useText();
  const theme = useTheme();
  const count = Math.max(
    1,
    daysOfWeek(data).reduce((sum, one) => sum + one, 0),
  );
  const [entries, exits] = (['entries', 'exits'] as const).map((key) =>
    HOURS.map((hour) => data.hours.reduce((sum, one) => sum + (one.hour === hour ? one[key] : 0), 0) / count),
  ) as [number[], number[]];
  const [into, out] = [t({ zh: '时均入场', en: 'Entries an hour' }), t({ zh: '时均出场', en: 'Exits an hour' })];
  const peakOf = (values: readonly number[]) => values.indexOf(Math.max(...values));
  const isEmpty = entries.every((one) => one === 0) && exits.every((one) => one === 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: values and words follow data and language; colours the theme
  const option = useMemo(() => {
    const frame = chartFrame(HOURS.map(clockText), meanText);
    const bar = (name: string, color: string, values: readonly number[]) => ({
      name,
      type: 'bar',
      data: values,
      barMaxWidth: 12,
      barGap: '10%',
      itemStyle: { color: colorOf(color), borderRadius: [2, 2, 0, 0] },
    });
    return {
      ...frame,
      yAxis: {
        ...frame.yAxis,
        axisLabel: { ...frame.yAxis.axisLabel, formatter: (value: number) => countText(value) },
      },
      series: [bar(into, '--by-accent', entries), bar(out, '--by-good-dot', exits)],
    };
  }, [data, theme, t]);
  return (
    <ChartCard
      title={{ zh: '高峰时段', en: 'Peak hours' }}
      note={
        !isEmpty &&
        t(
          { zh: '入场高峰 {in}，出场高峰 {out}', en: 'most come {in}, most leave {out}' },
          { in: hourSpan(peakOf(entries)), out: hourSpan(peakOf(exits)) },
        )
      }
      chart={{ option, height: 250 }}
      table={{
        heads: [t({ zh: '时段', en: 'Hour' }), into, out],
        rows: HOURS.map((hour) => ({
          key: String(hour),
          cells: [hourSpan(hour), meanText(entries[hour]!), meanText(exits[hour]!)],
        })),
      }}
    />
  );
}

/** Hours of the week as a heat map: on average of the days of each weekday. */
export function WeekCard({ data, lotId }: CardProps) {
  const t = useText();
  const theme = useTheme();
  const navigate = useNavigate();
  const [measure, setMeasure] = useState<Measure>('entries');
  const counts = daysOfWeek(data);
  const values = data.hours.map((one) => figureOf(one, measure, counts));
  const most = Math.max(0, ...values.map((one) => one ?? 0));
  const peak = most > 0 ? data.hours[values.indexOf(most)] : undefined;
  const names = WEEKDAYS.map((one) => t(one));
  const linkOf = (one: Hour) => (lotId === undefined ? null : hourLink(data, one, measure, counts, lotId));
  // biome-ignore lint/correctness/useExhaustiveDependencies: values and words follow data, measure and language; colours the theme
  const option = useMemo(
    () =>
      heatMap(
        HOURS.map(String),
        names,
        data.hours.map((one, index) => [one.hour, one.weekday - 1, values[index] ?? null]),
        ([hour, weekday, value]) =>
          `${names[weekday]} ${hourSpan(hour)}<br/>${t(MEASURES[measure])} <b>${value === null ? '—' : meanText(value)}</b>`,
      ),
    [data, measure, theme, t],
  );
  const onPick = ({ dataIndex }: { dataIndex: number }) => {
    const to = linkOf(data.hours[dataIndex]!);
    if (to && can(orderList.access)) navigate(to);
  };
  return (
    <ChartCard
      title={{ zh: '星期 × 时段', en: 'Weekday × hour' }}
      note={
        peak &&
        t(
          { zh: '最高 {day} {hour}，平均{n}辆', en: 'most on {day} {hour}: {n} cars' },
          {
            day: names[peak.weekday - 1]!,
            hour: hourSpan(peak.hour),
            n: meanText(most),
          },
        )
      }
      tools={
        <Segmented
          size="small"
          value={measure}
          onChange={setMeasure}
          options={(Object.keys(MEASURES) as Measure[]).map((key) => ({ value: key, label: t(MEASURES[key]) }))}
        />
      }
      chart={{ option, height: 250, onPick }}
      table={{
        heads: [t({ zh: '时段', en: 'Hour' }), ...names],
        rows: HOURS.map((hour) => ({
          key: String(hour),
          cells: [
            clockText(hour),
            ...WEEKDAYS.map((_, weekday) => {
              const index = weekday * 24 + hour;
              const value = values[index] ?? null;
              return (
                <Counted key={names[weekday]} to={linkOf(data.hours[index]!)}>
                  {value === null ? '—' : meanText(value)}
                </Counted>
              );
            }),
          ],
        })),
      }}
    />
  );
}

/** Returns a figure of an hour on average of its days; null for what has not begun, which is no zero. */
function figureOf(one: Hour, measure: Measure, counts: readonly number[]): number | null {
  const count = counts[one.weekday - 1]!;
  if (measure === 'inside') return one.inside;
  return count === 0 || one.inside === null ? null : one[measure] / count;
}

/**
 * Returns the address of the orders counted in an hour; null where no list shows them. Each weekday comes once within a week: its hours are
 * stretches of time that lists can show.
 */
function hourLink(
  data: Statistics,
  { weekday, hour }: Hour,
  measure: Measure,
  counts: readonly number[],
  lotId: string | null,
): string | null {
  const day = data.days.length <= 7 && counts[weekday - 1] === 1 && dayOf(data, weekday);
  if (!day || measure === 'inside') return null;
  const from = parseWireTime(`${day} ${clockText(hour)}:00`, data.zone);
  const to = parseWireTime(`${day} ${clockText(hour).slice(0, 2)}:59:59`, data.zone);
  const range = measure === 'entries' ? { from, to } : { parkingState: 'left', leftFrom: from, leftTo: to };
  return listLink('/_cloud_operation/order', { lotId, ...range });
}

const dayOf = ({ days }: Statistics, weekday: number): string | undefined =>
  days.find(({ day }) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7 === weekday - 1)?.day;
