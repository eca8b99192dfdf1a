import { lazy, Suspense } from 'react';
import type { ChartProps } from './chart-canvas.tsx';
import { Skeleton } from './state.tsx';

const ChartCanvas = lazy(() => import('./chart-canvas.tsx'));

export type { ChartProps };

/** An ECharts chart (lines, bars, pies, heat maps); the library is loaded when the first one is shown. */
export function Chart(props: ChartProps) {
  return (
    <Suspense
      fallback={
        <div style={{ height: props.height ?? 280 }}>
          <Skeleton lines={5} />
        </div>
      }
    >
      <ChartCanvas {...props} />
    </Suspense>
  );
}
