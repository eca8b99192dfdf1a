import { Chart, chartFrame, colorOf, countText, moneyText, useLanguage, useText, useTheme } from '@boyun/kernel/web';
import { useMemo } from 'react';
import type { ReplayResult } from './charge-replay.contract.ts';

/** Revenue per day, before and after. */
export function DayChart({ result }: { result: ReplayResult }) {
  const t = useText();
  const language = useLanguage();
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts depend on the language, colours on the theme
  const option = useMemo(() => {
    const base = chartFrame(
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
      yAxis: {
        ...base.yAxis,
        axisLabel: { ...base.yAxis.axisLabel, formatter: (fen: number) => countText(fen / 100) },
      },
      series: [
        bars(
          t({ zh: '原收入', en: 'Before' }),
          colorOf('--by-neutral-dot'),
          result.byDay.map((one) => one.beforeFen),
        ),
        bars(
          t({ zh: '新收入', en: 'After' }),
          colorOf('--by-accent'),
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

/** Label of a step, `+5~+10`: an increase starts one fen above a round amount, which the label rounds. */
function stepName({ fromFen, toFen }: Step): string {
  const yuan = (fen: number) => {
    const round = fen > 0 ? fen - 1 : fen;
    return `${round > 0 ? '+' : round < 0 ? '−' : ''}${Math.abs(round) / 100}`;
  };
  if (fromFen === null) return `< ${yuan(toFen!)}`;
  return toFen === null ? `> ${yuan(fromFen)}` : `${yuan(fromFen)} ~ ${yuan(toFen)}`;
}

/** Number of stays by how much their fee changes; unchanged stays would dwarf the others and are shown as a figure. */
export function MoveChart({ result }: { result: ReplayResult }) {
  const t = useText();
  const language = useLanguage();
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts depend on the language, colours on the theme
  const option = useMemo(() => {
    const steps = result.histogram.filter(({ fromFen, toFen }) => !(fromFen === 0 && toFen === 1));
    const base = chartFrame(steps.map(stepName), countText);
    return {
      ...base,
      legend: undefined,
      grid: { ...base.grid, top: 4, right: 44 },
      xAxis: { ...base.yAxis, axisLabel: { show: false }, splitLine: { show: false } },
      yAxis: {
        ...base.xAxis,
        inverse: true,
        axisLine: { show: false },
        axisLabel: { color: colorOf('--by-ink-2'), fontSize: 11, interval: 0 },
      },
      series: [
        {
          name: t({ zh: '订单数', en: 'Stays' }),
          type: 'bar',
          barCategoryGap: '24%',
          barMaxWidth: 20,
          label: {
            show: true,
            position: 'right',
            color: colorOf('--by-ink-2'),
            fontSize: 11,
            formatter: ({ value }: { value: number }) => countText(value),
          },
          data: steps.map(({ toFen, stays }) => ({
            value: stays,
            label: { show: stays > 0 },
            itemStyle: {
              color: colorOf((toFen ?? 1) <= 0 ? '--by-accent' : '--by-warn-dot'),
              borderRadius: [0, 2, 2, 0],
            },
          })),
        },
      ],
    };
  }, [result, theme, language]);
  return <Chart option={option} height={236} label={t({ zh: '费用变化的订单数', en: 'Stays by change of fee' })} />;
}
