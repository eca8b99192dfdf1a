import type { Output } from '@boyun/kernel/contract';
import type { getMapSource } from '@boyun/lot-desk/contract';
import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { CITY_NAMES, ORIGINS, type Point, ROADS, WATER } from './base-map.view.ts';

/** A shape of the map in GeoJSON. */
export interface Feature {
  readonly type: 'Feature';
  readonly properties: Record<string, string | number | boolean>;
  readonly geometry:
    | { type: 'Point'; coordinates: number[] }
    | { type: 'LineString'; coordinates: number[][] }
    | { type: 'Polygon'; coordinates: number[][][] };
}
/** Shapes of the map in GeoJSON. */
export interface FeatureCollection {
  type: 'FeatureCollection';
  features: Feature[];
}

/** The tiles of the installation. */
export type MapSource = Output<typeof getMapSource>;

/** The font of names on maps. */
export const FONT = ['Noto Sans SC'];
/** The colour of a vehicle on maps. */
export const MOVER_COLOR = '#2b6cff';
/** The names of provinces are shown from far away, those of districts from nearby. */
const NEAR_ZOOM = 8;

interface Paints {
  readonly ground: string;
  readonly water: string;
  readonly wide: string;
  readonly road: string;
  readonly ink: string;
  readonly halo: string;
}

const PAINTS: Readonly<Record<'light' | 'dark', Paints>> = {
  light: { ground: '#f3f4f1', water: '#cfe0ee', wide: '#ffffff', road: '#ffffff', ink: '#7c8796', halo: '#f3f4f1' },
  dark: { ground: '#141a24', water: '#1b2b40', wide: '#33415a', road: '#263349', ink: '#8291a8', halo: '#141a24' },
};

/** Returns shapes as one collection. */
export const collection = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features });
const copy = (line: readonly Point[]) => line.map(([x, y]) => [x, y]);

/** Returns the base drawn for this product as GeoJSON: water, roads and names. */
function baseShapes(isZh: boolean): FeatureCollection {
  const name =
    (kind: string) =>
    (one: { zh: string; en: string; at: Point }): Feature => ({
      type: 'Feature',
      properties: { kind, name: isZh ? one.zh : one.en },
      geometry: { type: 'Point', coordinates: [...one.at] },
    });
  return collection([
    ...WATER.map(
      (ring): Feature => ({
        type: 'Feature',
        properties: { kind: 'water' },
        geometry: { type: 'Polygon', coordinates: [copy([...ring, ring[0]!])] },
      }),
    ),
    ...ROADS.map(
      (one): Feature => ({
        type: 'Feature',
        properties: { kind: one.isWide ? 'wide' : 'road', name: isZh ? one.zh : one.en },
        geometry: { type: 'LineString', coordinates: copy(one.line) },
      }),
    ),
    ...CITY_NAMES.map(name('district')),
    // Letters name cities within a province.
    ...Object.entries(ORIGINS)
      .filter(([sign]) => sign.length === 1)
      .map(([, one]) => name('province')(one)),
  ]);
}

const kindIs = (...kinds: string[]): ExpressionSpecification => ['in', ['get', 'kind'], ['literal', kinds]];

function baseLayers(paint: Paints): LayerSpecification[] {
  const width = (narrow: number, broad: number): ExpressionSpecification => [
    'interpolate',
    ['exponential', 1.5],
    ['zoom'],
    8,
    narrow,
    16,
    broad,
  ];
  const text = { 'text-font': FONT, 'text-field': ['get', 'name'] as ExpressionSpecification };
  const ink = { 'text-color': paint.ink, 'text-halo-color': paint.halo, 'text-halo-width': 1.5 };
  return [
    { id: 'water', type: 'fill', source: 'base', filter: kindIs('water'), paint: { 'fill-color': paint.water } },
    {
      id: 'road',
      type: 'line',
      source: 'base',
      filter: kindIs('road', 'wide'),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': ['match', ['get', 'kind'], 'wide', paint.wide, paint.road],
        'line-width': [
          'interpolate',
          ['exponential', 1.5],
          ['zoom'],
          8,
          ['match', ['get', 'kind'], 'wide', 1.4, 0.6],
          16,
          ['match', ['get', 'kind'], 'wide', 22, 12],
        ],
      },
    },
    {
      id: 'road-name',
      type: 'symbol',
      source: 'base',
      minzoom: 12,
      filter: kindIs('road', 'wide'),
      layout: { ...text, 'symbol-placement': 'line', 'text-size': width(10, 15) },
      paint: ink,
    },
    {
      id: 'district',
      type: 'symbol',
      source: 'base',
      minzoom: NEAR_ZOOM,
      filter: kindIs('district'),
      layout: { ...text, 'text-size': 15 },
      paint: ink,
    },
    {
      id: 'province',
      type: 'symbol',
      source: 'base',
      maxzoom: NEAR_ZOOM,
      filter: kindIs('province'),
      layout: { ...text, 'text-size': 13 },
      paint: ink,
    },
  ];
}

/** Returns the addresses of tiles; `{s}` stands for one of three servers. */
function addressesOf(tiles: string): string[] {
  return tiles.includes('{s}') ? ['a', 'b', 'c'].map((one) => tiles.replace('{s}', one)) : [tiles];
}

/** Returns the style of a map without anything on it: the tiles of the installation, or the base of the product. */
export function baseStyle(source: MapSource, theme: 'light' | 'dark', isZh: boolean): StyleSpecification {
  const paint = PAINTS[theme];
  return {
    version: 8,
    sources: source.tiles
      ? {
          tiles: {
            type: 'raster',
            tiles: addressesOf(source.tiles),
            tileSize: 256,
            maxzoom: 18,
            attribution: source.attribution ?? '',
          },
        }
      : { base: { type: 'geojson', data: baseShapes(isZh), tolerance: 0.1, maxzoom: 14 } },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': paint.ground } },
      ...(source.tiles ? [{ id: 'tiles', type: 'raster', source: 'tiles' } as const] : baseLayers(paint)),
    ],
  };
}

/** Returns how names on a map are written: their ink and what sets them off from it. */
export function inkOf(theme: 'light' | 'dark'): { readonly ink: string; readonly halo: string } {
  return { ink: theme === 'dark' ? '#eef2f8' : '#1c2733', halo: PAINTS[theme].halo };
}
