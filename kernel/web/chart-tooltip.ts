/** What ECharts passes to a tooltip's formatter for each series at the pointer. */
export interface TooltipPoint {
  readonly name: string;
  readonly axisValueLabel?: string;
  readonly seriesName?: string;
  readonly seriesIndex?: number;
  readonly color?: unknown;
  readonly value: unknown;
}

/**
 * A formatter for ECharts' tooltip: the step's name, then a line of each series with its value as `write` words it. It makes
 * elements, because ECharts' own markup has style attributes, which the pages' Content-Security-Policy refuses.
 */
export function tooltipWriter(
  write: (value: number, seriesIndex: number) => string,
): (at: TooltipPoint | readonly TooltipPoint[]) => HTMLElement {
  return (at) => {
    const points = Array.isArray(at) ? (at as readonly TooltipPoint[]) : [at as TooltipPoint];
    const box = element('div', 'by-chart-tip');
    box.append(element('div', 'by-chart-tip-step', points[0]?.axisValueLabel ?? points[0]?.name));
    for (const { seriesName, seriesIndex = 0, color, value } of points) {
      const dot = element('i', 'by-chart-tip-dot');
      dot.style.backgroundColor = typeof color === 'string' ? color : '';
      const words = typeof value === 'number' ? write(value, seriesIndex) : '—';
      // ECharts names a series without a name `series\0…`.
      const name = seriesName?.includes('\0') ? '' : seriesName;
      box.append(dot, element('span', '', name), element('b', '', words));
    }
    return box;
  };
}

function element(tag: 'div' | 'i' | 'span' | 'b', className: string, text = ''): HTMLElement {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}
