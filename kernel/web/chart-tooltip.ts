/** The data ECharts passes to a tooltip's formatter for each series at the pointer. */
export interface TooltipPoint {
  readonly name: string;
  readonly axisValueLabel?: string;
  readonly seriesName?: string;
  readonly seriesIndex?: number;
  readonly color?: unknown;
  readonly value: unknown;
}

/**
 * Returns a formatter for ECharts' tooltip: the step's name, then a line per series with its value formatted by `write`. It creates
 * elements, because ECharts' own markup has style attributes, which the pages' Content-Security-Policy blocks.
 */
export function tooltipWriter(
  write: (value: number, seriesIndex: number) => string,
): (at: TooltipPoint | readonly TooltipPoint[]) => HTMLElement {
  return (at) => {
    const points = Array.isArray(at) ? (at as readonly TooltipPoint[]) : [at as TooltipPoint];
    const box = element('div', 'by-chart-tip');
    box.append(element('div', 'by-chart-tip-step', points[0]?.axisValueLabel ?? points[0]?.name));
    // Of series of the same name, drawn one after another, only the one with a value is shown.
    const isTold = ({ seriesName, value }: TooltipPoint) =>
      typeof value === 'number' ||
      points.find((one) => one.seriesName === seriesName && typeof one.value === 'number') === undefined;
    const shown = points.filter(
      (one, index) =>
        isTold(one) && points.findIndex((other) => isTold(other) && other.seriesName === one.seriesName) === index,
    );
    for (const { seriesName, seriesIndex = 0, color, value } of shown) {
      const dot = element('i', 'by-chart-tip-dot');
      dot.style.backgroundColor = typeof color === 'string' ? color : '';
      const words = typeof value === 'number' ? write(value, seriesIndex) : '—';
      // ECharts names an unnamed series `series\0…`.
      const name = seriesName?.includes('\0') ? '' : seriesName;
      box.append(dot, element('span', '', name), element('b', '', words));
    }
    return box;
  };
}

function element(tag: 'div' | 'i' | 'span' | 'b', className: string, text = ''): HTMLElement {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}
