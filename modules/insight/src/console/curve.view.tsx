import { addDays, addMonths } from '@boyun/domain/period';
import type { Label, Output } from '@boyun/kernel/contract';
import {
  Chart,
  can,
  chartFrame,
  colorOf,
  countText,
  listLink,
  moneyText,
  timeText,
  useText,
  useTheme,
} from '@boyun/kernel/web';
import { passingList } from '@boyun/passings/contract';
import { paymentList } from '@boyun/payments/contract';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { CurveSpan, getConsole } from './console.contract.ts';

type Console = Output<typeof getConsole>;
type Point = Console['curve'][number];

/** The data of a curve. With a `scale` it is drawn for a big screen: larger and without links. */
export interface CurveProps {
  readonly data: Console;
  readonly span: CurveSpan;
  readonly lotId: string | null;
  readonly height: number | '100%';
  readonly scale?: number;
}

interface Line {
  readonly name: string;
  /** `running` is the one value of the period under way, which a line must not fall to. */
  readonly kind: 'bar' | 'line' | 'before' | 'running';
  readonly color: string;
  readonly values: readonly (number | null)[];
}

/** The common chart option of both curves: thin lines, one axis, a tooltip in the reader's language. */
function optionOf(
  names: readonly string[],
  lines: readonly Line[],
  write: (value: number) => string,
  short: boolean,
  scale = 1,
) {
  const frame = chartFrame(names, write, scale);
  const { axisLabel: across } = frame.xAxis;
  const { axisLabel: up } = frame.yAxis;
  return {
    ...frame,
    xAxis: { ...frame.xAxis, axisLabel: { ...across, formatter: (name: string) => name.split(' ')[0] } },
    yAxis: {
      ...frame.yAxis,
      axisLabel: { ...up, formatter: (value: number) => countText(short ? value : value / 100) },
    },
    series: lines.map(({ name, kind, color, values }) => ({
      name,
      type: kind === 'bar' ? 'bar' : 'line',
      data: values,
      barMaxWidth: 18 * scale,
      showSymbol: kind === 'running' || isSingle(values),
      symbol: kind === 'running' ? 'emptyCircle' : 'circle',
      symbolSize: 6 * scale,
      smooth: 0.25,
      smoothMonotone: 'x',
      itemStyle: { color, borderRadius: kind === 'bar' ? [3 * scale, 3 * scale, 0, 0] : 0 },
      lineStyle: {
        color,
        width: (kind === 'before' ? 1.5 : 2) * scale,
        type: kind === 'before' ? [4 * scale, 4 * scale] : 'solid',
      },
      ...(kind === 'line' ? { areaStyle: { color, opacity: 0.07 } } : {}),
      z: kind === 'before' ? 1 : 2,
    })),
  };
}

/** Whether no line can be drawn through the values. */
function isSingle(values: readonly (number | null)[]): boolean {
  return values.filter((one) => one !== null).length === 1;
}

/** A line over the periods that are over, and the running one as a point beside it. */
function lineTo(data: Console, line: Omit<Line, 'kind' | 'values'>, pick: (point: Point) => number): Line[] {
  const values = past(data, pick);
  const current = values.findLastIndex((one) => one !== null);
  return [
    { ...line, kind: 'line', values: values.map((one, index) => (index < current ? one : null)) },
    { ...line, kind: 'running', values: values.map((one, index) => (index === current ? one : null)) },
  ];
}

/** Values of the future are empty, not zero. */
function past(data: Console, pick: (point: Point) => number): (number | null)[] {
  return data.curve.map((one) => (one.at <= data.at ? pick(one) : null));
}

const BEFORE: Readonly<Record<CurveSpan, Label>> = {
  hour: { zh: '昨日', en: 'Yesterday' },
  day: { zh: '前14天', en: '14 days before' },
  month: { zh: '上年同期', en: 'Year before' },
};

/** The end of the period that begins at an instant. */
const END_OF: Readonly<Record<CurveSpan, (ms: number, zone: string) => number>> = {
  hour: (ms) => ms + 3_600_000,
  day: (ms, zone) => addDays(ms, 1, zone),
  month: (ms, zone) => addMonths(ms, 1, zone),
};

function useCurve(data: Console, span: CurveSpan) {
  const t = useText();
  // The last period is still running, which its tooltip states.
  const current = data.curve.findLastIndex((one) => one.at <= data.at);
  const names = data.curve.map((one, index) => {
    const day = timeText(one.at, 'day', data.zone);
    const name = { hour: `${index}${t({ zh: '时', en: ':00' })}`, day: day.slice(5), month: day.slice(0, 7) }[span];
    return index === current ? `${name} ${t({ zh: '（至今）', en: '(so far)' })}` : name;
  });
  const stretch = (index: number) => ({
    from: data.curve[index]!.at,
    to: data.curve[index + 1]?.at ?? new Date(END_OF[span](data.curve[index]!.at.getTime(), data.zone)),
  });
  return { t, names, before: t(BEFORE[span]), stretch };
}

/** Money that came in, by hour or day; a click opens the payments of that time. */
export function RevenueCurve({ data, span, lotId, height, scale }: CurveProps) {
  const { t, names, before, stretch } = useCurve(data, span);
  const navigate = useNavigate();
  const theme = useTheme();
  const label = t({ zh: '实收曲线', en: 'Received over time' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: names and words follow data and language; colours the theme
  const option = useMemo(
    () =>
      optionOf(
        names,
        [
          {
            name: t({ zh: '实收', en: 'Received' }),
            kind: 'bar',
            color: colorOf('--by-accent'),
            values: past(data, (one) => one.receivedFen),
          },
          {
            name: before,
            kind: 'before',
            color: colorOf('--by-neutral-dot'),
            values: data.before.map((one) => one.receivedFen),
          },
        ],
        (value) => `¥ ${moneyText(value)}`,
        false,
        scale,
      ),
    [data, span, theme, before, scale],
  );
  const pick =
    can(paymentList.access) && !scale
      ? (point: { dataIndex: number }) =>
          navigate(listLink('/_cloud_operation/payment', { lotId, state: 'succeeded', ...stretch(point.dataIndex) }))
      : undefined;
  return <Chart option={option} label={label} height={height} {...(pick ? { onPick: pick } : {})} />;
}

/** Cars in and out, by hour or day; a click opens the passing records of that time. */
export function FlowCurve({ data, span, lotId, height, scale }: CurveProps) {
  const { t, names, before, stretch } = useCurve(data, span);
  const navigate = useNavigate();
  const theme = useTheme();
  const label = t({ zh: '车流曲线', en: 'Cars over time' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: names and words follow data and language; colours the theme
  const option = useMemo(
    () =>
      optionOf(
        names,
        [
          ...lineTo(
            data,
            { name: t({ zh: '入场', en: 'Entries' }), color: colorOf('--by-accent') },
            (one) => one.entries,
          ),
          ...lineTo(
            data,
            // On a big screen the colour of its exit tags: its green is too near to its blue.
            { name: t({ zh: '出场', en: 'Exits' }), color: colorOf(scale ? '--by-warn-dot' : '--by-good-dot') },
            (one) => one.exits,
          ),
          {
            name: `${before}${t({ zh: '入场', en: ', entries' })}`,
            kind: 'before',
            color: colorOf('--by-neutral-dot'),
            values: data.before.map((one) => one.entries),
          },
        ],
        countText,
        true,
        scale,
      ),
    [data, span, theme, before, scale],
  );
  const pick =
    can(passingList.access) && !scale
      ? (point: { dataIndex: number }) =>
          navigate(listLink('/_cloud_operation/passRecord', { lotId, ...stretch(point.dataIndex) }))
      : undefined;
  return <Chart option={option} label={label} height={height} {...(pick ? { onPick: pick } : {})} />;
}
