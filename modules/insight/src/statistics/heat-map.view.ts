import { chartFrame, colorOf, countText } from '@boyun/kernel/web';

/** The hours of a day. */
export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Returns the beginning of an hour as text: 9 → `09:00`. */
export const clockText = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
/** An hour of the day with its end. */
export const hourSpan = (hour: number) => `${clockText(hour)}–${clockText(hour + 1)}`;

/** A value at the places of its column and row; null for none. */
export type HeatCell = readonly [column: number, row: number, value: number | null];

/** Returns a heat map, the first row at the top; `write` says what a cell means. */
export function heatMap(
  columns: readonly string[],
  rows: readonly string[],
  cells: readonly HeatCell[],
  write: (cell: HeatCell) => string,
) {
  const frame = chartFrame(columns, countText);
  const most = Math.max(1, ...cells.map(([, , value]) => value ?? 0));
  return {
    ...frame,
    legend: { show: false },
    grid: { ...frame.grid, top: 4, bottom: 34 },
    tooltip: { ...frame.tooltip, trigger: 'item', formatter: ({ value }: { value: HeatCell }) => write(value) },
    yAxis: {
      type: 'category',
      data: rows,
      inverse: true,
      axisTick: { show: false },
      axisLine: { show: false },
      axisLabel: { color: colorOf('--by-ink-2'), fontSize: 11 },
    },
    visualMap: {
      min: 0,
      max: most,
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      itemWidth: 10,
      itemHeight: 120,
      precision: 0,
      calculable: false,
      text: [countText(Math.max(1, Math.round(most))), '0'],
      textStyle: { color: colorOf('--by-ink-3'), fontSize: 11 },
      inRange: { color: [colorOf('--by-accent-soft'), colorOf('--by-accent'), colorOf('--statistics-hot')] },
    },
    series: [
      {
        type: 'heatmap',
        data: cells,
        itemStyle: { borderColor: colorOf('--by-card'), borderWidth: 1.5, borderRadius: 3 },
      },
    ],
  };
}
