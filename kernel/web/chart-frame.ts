/** A colour of the theme in force, `colorOf('--by-accent')`: a canvas knows no custom properties. */
export function colorOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** What charts over named steps share: quiet lines, a key at the top right, one axis, a tooltip that writes values as `write` does. */
export function chartFrame(names: readonly string[], write: (value: number) => string) {
  return {
    grid: { left: 4, right: 8, top: 34, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    legend: {
      top: 0,
      right: 0,
      itemWidth: 12,
      itemHeight: 8,
      itemGap: 14,
      textStyle: { color: colorOf('--by-ink-2') },
    },
    tooltip: {
      trigger: 'axis',
      backgroundColor: colorOf('--by-card'),
      borderColor: colorOf('--by-line'),
      textStyle: { color: colorOf('--by-ink'), fontSize: 12 },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? write(value) : '—'),
    },
    xAxis: {
      type: 'category',
      data: names,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colorOf('--by-line-strong') } },
      axisLabel: { color: colorOf('--by-ink-3'), fontSize: 11, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      splitNumber: 4,
      splitLine: { lineStyle: { color: colorOf('--by-line') } },
      axisLabel: { color: colorOf('--by-ink-3'), fontSize: 11 },
    },
  };
}
