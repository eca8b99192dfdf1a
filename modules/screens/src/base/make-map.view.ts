import 'maplibre-gl/dist/maplibre-gl.css';
import './make-map.css';
import {
  AttributionControl,
  Map as MapLibre,
  type MapOptions,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';

setWorkerUrl(workerUrl);

/** Makes a map that looks straight down, with its scale and buttons. */
export function makeMap(options: MapOptions, attribution: string | null): MapLibre {
  const map = new MapLibre({
    attributionControl: false,
    maxZoom: 18,
    dragRotate: false,
    pitchWithRotate: false,
    fadeDuration: 0,
    ...options,
  });
  map.addControl(new NavigationControl({ showCompass: false }), 'bottom-right');
  map.addControl(new ScaleControl(), 'bottom-left');
  if (attribution) map.addControl(new AttributionControl({ compact: true }), 'bottom-left');
  return map;
}
