import { call, ErrorState, Skeleton, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense } from 'react';
import { getMapSource } from './map.contract.ts';

const PointMap = lazy(() => import('./point-map.view.tsx'));

/**
 * The installation's map with a point on it; where no map is configured, a coordinate grid to set the point on, and
 * nothing in read-only use.
 */
export function PlaceMap(props: Omit<ComponentProps<typeof PointMap>, 'source'>) {
  const t = useText();
  const source = useQuery({
    queryKey: [getMapSource.name],
    queryFn: ({ signal }) => call(getMapSource, {}, { signal, isQuiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (source.error) return <ErrorState error={source.error} onRetry={() => void source.refetch()} />;
  if (!source.data) return props.onChange ? <Skeleton lines={8} /> : null;
  if (!source.data.tiles && !props.onChange) return null;
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      <PointMap source={source.data} {...props} />
      {!source.data.tiles && (
        <p className="by-small by-faint" title="MAP_TILES">
          {t({
            zh: '未配置地图，仅显示经纬度网格。',
            en: 'No map is configured. A coordinate grid is shown instead.',
          })}
        </p>
      )}
    </Suspense>
  );
}
