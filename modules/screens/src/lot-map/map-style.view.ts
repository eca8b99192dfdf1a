import { gcj02Of } from '@boyun/domain/place';
import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import {
  baseStyle,
  collection,
  type Feature,
  type FeatureCollection,
  FONT,
  inkOf,
  type MapSource,
  MOVER_COLOR,
} from '../base/base-style.view.ts';
import { type MapLot, OCCUPANCY_STEPS } from './map-lot.view.ts';
import type { MapMover } from './map-slot.view.ts';

/** Lots closer than this many pixels are one circle, up to this zoom. */
const CLUSTER_PIXELS = 46;
const CLUSTER_ZOOM = 13;
/** The share of spots taken, of a lot or of a circle of several. */
const SHARE: ExpressionSpecification = ['/', ['get', 'inside'], ['max', 1, ['get', 'capacity']]];
const COLOR: ExpressionSpecification = [
  'step',
  SHARE,
  OCCUPANCY_STEPS[0].color,
  OCCUPANCY_STEPS[1].from,
  OCCUPANCY_STEPS[1].color,
  OCCUPANCY_STEPS[2].from,
  OCCUPANCY_STEPS[2].color,
];

function lotLayers(theme: 'light' | 'dark', showsHeat: boolean): LayerSpecification[] {
  const { ink, halo } = inkOf(theme);
  const one: ExpressionSpecification = ['!', ['has', 'point_count']];
  return [
    {
      id: 'heat',
      type: 'heatmap',
      source: 'flow',
      layout: { visibility: showsHeat ? 'visible' : 'none' },
      paint: {
        'heatmap-weight': ['interpolate', ['linear'], ['get', 'flow'], 0, 0, 200, 1],
        'heatmap-radius': ['interpolate', ['linear'], ['zoom'], 4, 18, 14, 70],
        'heatmap-intensity': ['interpolate', ['linear'], ['zoom'], 4, 1, 14, 3],
        'heatmap-opacity': 0.65,
      },
    },
    {
      id: 'cluster',
      type: 'circle',
      source: 'lots',
      filter: ['has', 'point_count'],
      paint: {
        'circle-color': COLOR,
        'circle-radius': ['step', ['get', 'point_count'], 16, 20, 21, 200, 27, 2000, 34],
        'circle-stroke-width': 3,
        'circle-stroke-color': 'rgba(255, 255, 255, 0.65)',
      },
    },
    {
      id: 'cluster-count',
      type: 'symbol',
      source: 'lots',
      filter: ['has', 'point_count'],
      layout: {
        'text-font': FONT,
        'text-field': ['get', 'point_count_abbreviated'],
        'text-size': 13,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': '#fff' },
    },
    {
      id: 'lot',
      type: 'circle',
      source: 'lots',
      filter: one,
      paint: {
        'circle-color': COLOR,
        'circle-radius': ['case', ['get', 'isChosen'], 13, 10],
        'circle-stroke-width': ['case', ['get', 'isTrouble'], 4, 2.5],
        'circle-stroke-color': ['case', ['get', 'isTrouble'], '#7a1f1f', '#fff'],
      },
    },
    {
      id: 'lot-name',
      type: 'symbol',
      source: 'lots',
      filter: one,
      minzoom: 10,
      layout: {
        'text-font': FONT,
        'text-field': ['get', 'label'],
        'text-size': 13,
        'text-offset': [0, 1.1],
        'text-anchor': 'top',
        'text-optional': true,
      },
      paint: {
        'text-color': ink,
        'text-halo-color': halo,
        'text-halo-width': 2,
      },
    },
  ];
}

/** Returns the style of the map of lots. */
export function styleOf(
  source: MapSource,
  theme: 'light' | 'dark',
  isZh: boolean,
  showsHeat: boolean,
): StyleSpecification {
  const base = baseStyle(source, theme, isZh);
  const empty = collection([]);
  return {
    ...base,
    sources: {
      ...base.sources,
      flow: { type: 'geojson', data: empty },
      movers: { type: 'geojson', data: empty },
      lots: {
        type: 'geojson',
        data: empty,
        cluster: true,
        clusterRadius: CLUSTER_PIXELS,
        clusterMaxZoom: CLUSTER_ZOOM,
        clusterProperties: { inside: ['+', ['get', 'inside']], capacity: ['+', ['get', 'capacity']] },
      },
    },
    layers: [...base.layers, ...lotLayers(theme, showsHeat), ...moverLayers(theme)],
  };
}

/** What moves on the map is drawn above the lots: a ring with its name. */
function moverLayers(theme: 'light' | 'dark'): LayerSpecification[] {
  const { ink, halo } = inkOf(theme);
  return [
    {
      id: 'mover',
      type: 'circle',
      source: 'movers',
      paint: {
        'circle-color': MOVER_COLOR,
        'circle-radius': 8,
        'circle-stroke-width': 3,
        'circle-stroke-color': '#fff',
      },
    },
    {
      id: 'mover-name',
      type: 'symbol',
      source: 'movers',
      layout: {
        'text-font': FONT,
        'text-field': ['get', 'label'],
        'text-size': 12,
        'text-offset': [0, -1.1],
        'text-anchor': 'bottom',
        'text-optional': true,
      },
      paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 2 },
    },
  ];
}

/** Returns what moves as points of the map. */
export function moverShapes(movers: readonly MapMover[], isGcj02: boolean): FeatureCollection {
  return collection(
    movers.map(({ id, label, longitude, latitude }): Feature => {
      const at = isGcj02 ? gcj02Of({ longitude, latitude }) : { longitude, latitude };
      return {
        type: 'Feature',
        properties: { id, label },
        geometry: { type: 'Point', coordinates: [at.longitude, at.latitude] },
      };
    }),
  );
}

/** Returns lots as points of the map; those without a place are left out. */
export function shapesOf(lots: readonly MapLot[], chosenId: string | null, isGcj02: boolean): FeatureCollection {
  return collection(
    lots.flatMap((one): Feature[] => {
      if (one.longitude === null || one.latitude === null) return [];
      const at = { longitude: one.longitude, latitude: one.latitude };
      const { longitude, latitude } = isGcj02 ? gcj02Of(at) : at;
      const share = one.capacity > 0 ? Math.round((one.carsInside / one.capacity) * 100) : 0;
      return [
        {
          type: 'Feature',
          properties: {
            id: one.id,
            label: `${one.name}\n${share}%`,
            inside: Math.max(0, one.carsInside),
            capacity: one.capacity,
            flow: one.flow,
            isTrouble: one.alarms > 0 || one.offline > 0,
            isChosen: one.id === chosenId,
          },
          geometry: { type: 'Point', coordinates: [longitude, latitude] },
        },
      ];
    }),
  );
}
