import { useCommitted, useLanguage, useTheme } from '@boyun/kernel/web';
import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import type { MapSource } from './base-style.view.ts';

/** What a map's style depends on: it is made again when one of them changes. */
export interface MapLook {
  readonly source: MapSource;
  readonly theme: 'light' | 'dark';
  readonly isZh: boolean;
}

/**
 * Makes a map for the current look and removes it with its page. Null until its style is there, and from the moment another look is
 * wanted: a map that becomes ready in the commit that replaces it is already removed when the effects of that commit run.
 */
export function useMap(source: MapSource, make: (look: MapLook) => MapLibre): MapLibre | null {
  const theme = useTheme();
  const isZh = useLanguage() === 'zh';
  const [ready, setReady] = useState<{ map: MapLibre; look: MapLook } | null>(null);
  const latest = useCommitted(make);
  useEffect(() => {
    const look = { source, theme, isZh };
    const map = latest.current(look);
    map.on('load', () => setReady({ map, look }));
    return () => {
      setReady(null);
      map.remove();
    };
  }, [source, theme, isZh, latest]);
  const isCurrent = ready && ready.look.source === source && ready.look.theme === theme && ready.look.isZh === isZh;
  return isCurrent ? ready.map : null;
}
