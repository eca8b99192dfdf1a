import { tooltipWriter } from './chart-tooltip.ts';

/** A colour of the theme in force, `colorOf('--by-accent')`: a canvas knows no custom properties. */
export function colorOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** What charts over named steps share: quiet lines, a key at the top right, one axis, a tooltip that writes values as `write` does; `scale` enlarges it for a big screen. */
export function chartFrame(names: readonly string[], write: (value: number, seriesIndex: number) => string, scale = 1) {
  return {
    grid: { left: 4, right: 8, top: 34 * scale, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    legend: {
      top: 0,
      right: 0,
      itemWidth: 12 * scale,
      itemHeight: 8 * scale,
      itemGap: 14 * scale,
      textStyle: { color: colorOf('--by-ink-2'), fontSize: 12 * scale },
    },
    tooltip: {
      trigger: 'axis',
      backgroundColor: colorOf('--by-card'),
      borderColor: colorOf('--by-line'),
      textStyle: { color: colorOf('--by-ink'), fontSize: 12 * scale },
      formatter: tooltipWriter(write),
    },
    xAxis: {
      type: 'category',
      data: names,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colorOf('--by-line-strong') } },
      axisLabel: { color: colorOf('--by-ink-3'), fontSize: 11 * scale, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      splitNumber: 4,
      splitLine: { lineStyle: { color: colorOf('--by-line') } },
      axisLabel: { color: colorOf('--by-ink-3'), fontSize: 11 * scale },
    },
  };
}
