import { tooltipWriter } from './chart-tooltip.ts';

/** Returns a colour of the current theme, `colorOf('--by-accent')`: a canvas cannot read custom properties. */
export function colorOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/**
 * Returns the common options of charts over named steps: subdued lines, a legend at the top right, one axis, a tooltip that formats values
 * with `write`; `scale` enlarges it for a big screen.
 */
export function chartFrame(names: readonly string[], write: (value: number, seriesIndex: number) => string, scale = 1) {
  return {
    grid: { left: 4, right: 8, top: 34 * scale, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    legend: {
      // One row, also on a phone: what does not fit is turned to.
      type: 'scroll',
      top: 0,
      right: 0,
      // Leaves the corner to the button that saves the chart.
      width: '88%',
      pageIconColor: colorOf('--by-ink-2'),
      pageIconInactiveColor: colorOf('--by-line-strong'),
      pageTextStyle: { color: colorOf('--by-ink-3'), fontSize: 11 * scale },
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
