import { Chart, countText, moneyText, useLanguage, useText, useTheme } from '@boyun/kernel/web';
import { useMemo } from 'react';
import type { ReplayResult } from './charge-replay.contract.ts';

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function frame(names: readonly string[], write: (value: number) => string) {
  return {
    grid: { left: 4, right: 8, top: 30, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      trigger: 'axis',
      backgroundColor: token('--by-card'),
      borderColor: token('--by-line'),
      textStyle: { color: token('--by-ink'), fontSize: 12 },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? write(value) : '—'),
    },
    xAxis: {
      type: 'category',
      data: names,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: token('--by-line-strong') } },
      axisLabel: { color: token('--by-ink-3'), fontSize: 11, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      splitNumber: 4,
      splitLine: { lineStyle: { color: token('--by-line') } },
      axisLabel: { color: token('--by-ink-3'), fontSize: 11 },
    },
  };
}

/** Revenue of each day, before and after. */
export function DayChart({ result }: { result: ReplayResult }) {
  const t = useText();
  const language = useLanguage();
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: words follow the language, colours the theme
  const option = useMemo(() => {
    const base = frame(
      result.byDay.map(({ day }) => day.slice(5)),
      (value) => `¥ ${moneyText(value)}`,
    );
    const bars = (name: string, color: string, values: readonly number[]) => ({
      name,
      type: 'bar',
      data: values,
      barMaxWidth: 14,
      barGap: '10%',
      itemStyle: { color, borderRadius: [2, 2, 0, 0] },
    });
    return {
      ...base,
      legend: { top: 0, right: 0, itemWidth: 12, itemHeight: 8, textStyle: { color: token('--by-ink-2') } },
      yAxis: {
        ...base.yAxis,
        axisLabel: { ...base.yAxis.axisLabel, formatter: (fen: number) => countText(fen / 100) },
      },
      series: [
        bars(
          t({ zh: '原收入', en: 'Before' }),
          token('--by-neutral-dot'),
          result.byDay.map((one) => one.beforeFen),
        ),
        bars(
          t({ zh: '新收入', en: 'After' }),
          token('--by-accent'),
          result.byDay.map((one) => one.afterFen),
        ),
      ],
    };
  }, [result, theme, language]);
  return (
    <Chart
      option={option}
      height={236}
      label={t({ zh: '每日收入，回放前后', en: 'Revenue by day, before and after' })}
    />
  );
}

type Step = ReplayResult['histogram'][number];

/** `+5~+10`: rises begin a fen above a round amount, which nobody has to read. */
function stepName({ fromFen, toFen }: Step): string {
  const yuan = (fen: number) => {
    const round = fen > 0 ? fen - 1 : fen;
    return `${round > 0 ? '+' : round < 0 ? '−' : ''}${Math.abs(round) / 100}`;
  };
  if (fromFen === null) return `< ${yuan(toFen!)}`;
  return toFen === null ? `> ${yuan(fromFen)}` : `${yuan(fromFen)} ~ ${yuan(toFen)}`;
}

/** How many stays get cheaper or dearer by how much; those that stay the same are a figure, they would dwarf the rest. */
export function MoveChart({ result }: { result: ReplayResult }) {
  const t = useText();
  const language = useLanguage();
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: words follow the language, colours the theme
  const option = useMemo(() => {
    const steps = result.histogram.filter(({ fromFen, toFen }) => !(fromFen === 0 && toFen === 1));
    const base = frame(steps.map(stepName), countText);
    return {
      ...base,
      grid: { ...base.grid, top: 4, right: 44 },
      xAxis: { ...base.yAxis, axisLabel: { show: false }, splitLine: { show: false } },
      yAxis: {
        ...base.xAxis,
        inverse: true,
        axisLine: { show: false },
        axisLabel: { color: token('--by-ink-2'), fontSize: 11, interval: 0 },
      },
      series: [
        {
          name: t({ zh: '停车数', en: 'Stays' }),
          type: 'bar',
          barCategoryGap: '24%',
          barMaxWidth: 20,
          label: {
            show: true,
            position: 'right',
            color: token('--by-ink-2'),
            fontSize: 11,
            formatter: ({ value }: { value: number }) => countText(value),
          },
          data: steps.map(({ toFen, stays }) => ({
            value: stays,
            label: { show: stays > 0 },
            itemStyle: {
              color: token((toFen ?? 1) <= 0 ? '--by-accent' : '--by-warn-dot'),
              borderRadius: [0, 2, 2, 0],
            },
          })),
        },
      ],
    };
  }, [result, theme, language]);
  return (
    <Chart option={option} height={236} label={t({ zh: '费用变化的停车数', en: 'Stays by how far their fee moves' })} />
  );
}
