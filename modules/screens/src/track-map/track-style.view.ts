import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { baseStyle, collection, FONT, inkOf, type MapSource, MOVER_COLOR } from '../base/base-style.view.ts';

const SOURCES = ['way', 'driven', 'marks', 'stops', 'vehicle'] as const;

const TONE: ExpressionSpecification = [
  'match',
  ['get', 'tone'],
  'bad',
  '#d64545',
  'warn',
  '#e08a00',
  'info',
  '#3b82f6',
  'good',
  '#2f9e6e',
  '#8a94a3',
];

/** What is wrong is larger than what is fine. */
const RADIUS: ExpressionSpecification = [
  'case',
  ['get', 'isChosen'],
  10,
  ['match', ['get', 'tone'], ['bad', 'warn', 'info'], 7, 4],
];

function layers(theme: 'light' | 'dark'): LayerSpecification[] {
  const { ink, halo } = inkOf(theme);
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
  return [
    { id: 'way', type: 'line', source: 'way', layout: round, paint: { 'line-color': '#9aa8bd', 'line-width': 4 } },
    {
      id: 'driven',
      type: 'line',
      source: 'driven',
      layout: round,
      paint: { 'line-color': MOVER_COLOR, 'line-width': 4 },
    },
    {
      id: 'stop',
      type: 'circle',
      source: 'stops',
      paint: {
        'circle-color': ['case', ['get', 'isVisited'], '#2f9e6e', 'rgba(255, 255, 255, 0.85)'],
        'circle-radius': 8,
        'circle-stroke-width': 3,
        'circle-stroke-color': ['case', ['get', 'isVisited'], '#ffffff', '#8a94a3'],
      },
    },
    {
      id: 'stop-name',
      type: 'symbol',
      source: 'stops',
      layout: {
        'text-font': FONT,
        'text-field': ['get', 'label'],
        'text-size': 13,
        'text-offset': [0, 1.1],
        'text-anchor': 'top',
        'text-optional': true,
      },
      paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 2 },
    },
    {
      id: 'mark',
      type: 'circle',
      source: 'marks',
      layout: { 'circle-sort-key': ['match', ['get', 'tone'], 'bad', 3, 'warn', 2, 'info', 1, 0] },
      paint: {
        'circle-color': TONE,
        'circle-radius': RADIUS,
        'circle-stroke-width': ['case', ['get', 'isChosen'], 3, 1.5],
        'circle-stroke-color': '#ffffff',
      },
    },
    {
      id: 'vehicle',
      type: 'circle',
      source: 'vehicle',
      paint: {
        'circle-color': MOVER_COLOR,
        'circle-radius': 9,
        'circle-stroke-width': 4,
        'circle-stroke-color': '#ffffff',
      },
    },
  ];
}

/** Returns the style of a map with the way of a vehicle. */
export function trackStyle(source: MapSource, theme: 'light' | 'dark', isZh: boolean): StyleSpecification {
  const base = baseStyle(source, theme, isZh);
  const own = SOURCES.map((name) => [name, { type: 'geojson', data: collection([]) } as const]);
  return {
    ...base,
    sources: { ...base.sources, ...Object.fromEntries(own) },
    layers: [...base.layers, ...layers(theme)],
  };
}
