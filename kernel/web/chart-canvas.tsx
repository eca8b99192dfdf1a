import './chart-tooltip.css';
import { Button } from 'antd';
import { BarChart, HeatmapChart, LineChart, PieChart } from 'echarts/charts';
import {
  AriaComponent,
  DatasetComponent,
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components';
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { ImageDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useText } from './language.ts';
import { download } from './list/download.ts';
import { useTheme } from './theme.ts';

use([
  BarChart,
  HeatmapChart,
  LineChart,
  PieChart,
  AriaComponent,
  DatasetComponent,
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapComponent,
  CanvasRenderer,
]);

/** A chart: an ECharts option, its height in pixels or that of its container, and a text alternative. */
export interface ChartProps {
  readonly option: EChartsCoreOption;
  readonly label: string;
  readonly height?: number | '100%';
  /** Called on a click on a data point: every figure links to the list it counts. */
  readonly onPick?: (point: { name: string; seriesName?: string; dataIndex: number; value: unknown }) => void;
  /** The chart can be saved as a picture of this name. */
  readonly savedAs?: string;
}

const COLORS = ['#409eff', '#36b37e', '#f5a524', '#7a6ff0', '#22b8cf', '#e5687a', '#8a94a6'];

/** Renders the chart; colours and lines follow the theme. */
export default function ChartCanvas({ option, label, height = 280, onPick, savedAs }: ChartProps) {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const theme = useTheme();
  useEffect(() => {
    const made = init(place.current!, null, { renderer: 'canvas' });
    chart.current = made;
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(place.current!);
    return () => {
      observer.disconnect();
      // A slow machine draws a chart in several frames; one that came after the end would fail. Drawing nothing ends them.
      made.getZr().clear();
      made.getZr().refreshImmediately(true);
      made.dispose();
      chart.current = null;
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read again when the theme changes
  useEffect(() => {
    const style = getComputedStyle(document.documentElement);
    const ink = style.getPropertyValue('--by-ink-2').trim();
    chart.current?.setOption(
      {
        color: COLORS,
        textStyle: { fontFamily: style.getPropertyValue('--by-font'), color: ink },
        animation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
        animationDuration: 300,
        aria: { enabled: true, label: { description: label } },
        ...option,
      },
      true,
    );
  }, [option, label, theme]);
  useEffect(() => {
    const made = chart.current;
    if (!made || !onPick) return;
    const pick = (event: Parameters<typeof onPick>[0]) => onPick(event);
    made.on('click', pick);
    return () => {
      made.off('click', pick);
    };
  }, [onPick]);
  const drawn = <div ref={place} className="by-chart" style={{ height }} role="img" aria-label={label} />;
  if (savedAs === undefined) return drawn;
  const save = () => {
    // Two pixels for one, on paper of the card's colour.
    const backgroundColor = getComputedStyle(document.documentElement).getPropertyValue('--by-card').trim();
    download(chart.current!.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor }), `${savedAs}.png`);
  };
  return (
    <div className="by-saved-chart">
      {drawn}
      <Button
        type="text"
        size="small"
        icon={<ImageDown size={16} />}
        aria-label={t(SAVE)}
        title={t(SAVE)}
        onClick={save}
      />
    </div>
  );
}

const SAVE = { zh: '保存图片', en: 'Save as a picture' };
