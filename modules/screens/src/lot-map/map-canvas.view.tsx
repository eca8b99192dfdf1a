import { SlotParts, useCommitted } from '@boyun/kernel/web';
import type { GeoJSONSource, LngLatBoundsLike, Map as MapLibre } from 'maplibre-gl';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { MapSource } from '../base/base-style.view.ts';
import { makeMap } from '../base/make-map.view.ts';
import { type MapLook, useMap } from '../base/use-map.view.ts';
import type { MapLot } from './map-lot.view.ts';
import { type MapMover, mapMovers } from './map-slot.view.ts';
import { moverShapes, shapesOf, styleOf } from './map-style.view.ts';

/** The middle of China, while there is no lot. */
const START = { center: [104.5, 35.5] as [number, number], zoom: 3.4 };
const NEAR_ZOOM = 14.5;

/** The map itself: clusters, lots and heat. Its points change in place; it is made again only for another style. */
export default function MapCanvas({
  source,
  lots,
  chosenId,
  showsHeat,
  onChoose,
}: {
  source: MapSource;
  lots: readonly MapLot[];
  chosenId: string | null;
  showsHeat: boolean;
  onChoose: (lotId: string | null) => void;
}) {
  const [movers, setMovers] = useState<readonly MapMover[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const choose = useCommitted(onChoose);
  const map = useMap(source, (look) => makeLotMap(box.current!, look, lots, choose));
  useEffect(() => {
    if (!map) return;
    const shapes = shapesOf(lots, chosenId, source.isGcj02);
    void map.getSource<GeoJSONSource>('lots')?.setData(shapes);
    void map.getSource<GeoJSONSource>('flow')?.setData(shapes);
  }, [map, lots, chosenId, source.isGcj02]);
  useEffect(() => {
    void map?.getSource<GeoJSONSource>('movers')?.setData(moverShapes(movers, source.isGcj02));
  }, [map, movers, source.isGcj02]);
  useEffect(() => {
    map?.setLayoutProperty('heat', 'visibility', showsHeat ? 'visible' : 'none');
  }, [map, showsHeat]);
  useView(map, lots, chosenId, source.isGcj02);
  return (
    <>
      <div ref={box} className="lot-map-canvas" />
      <SlotParts of={mapMovers} props={{ onMove: setMovers }} />
    </>
  );
}

/** Where the lots are: the part of the world a new map shows; null while none has a place. */
function viewOf(lots: readonly MapLot[], isGcj02: boolean): LngLatBoundsLike | null {
  const points = shapesOf(lots, null, isGcj02).features.map(
    (one) => (one.geometry as { coordinates: number[] }).coordinates,
  );
  if (points.length === 0) return null;
  const [west, east] = boundsOf(points.map((one) => one[0]!));
  const [south, north] = boundsOf(points.map((one) => one[1]!));
  return [west, south, east, north];
}

/** Makes the map in its box, showing all lots; a click chooses a lot or opens a cluster. */
function makeLotMap(
  container: HTMLElement,
  { source, theme, isZh }: MapLook,
  lots: readonly MapLot[],
  choose: RefObject<(lotId: string | null) => void>,
): MapLibre {
  const bounds = viewOf(lots, source.isGcj02);
  const map = makeMap(
    {
      container,
      style: styleOf(source, theme, isZh, false),
      ...(bounds ? { bounds, fitBoundsOptions: { padding: 70, maxZoom: NEAR_ZOOM } } : START),
    },
    source.attribution,
  );
  map.on('click', async (event) => {
    const [hit] = map.queryRenderedFeatures(event.point, { layers: ['cluster', 'lot'] });
    if (!hit) return choose.current(null);
    if (hit.layer.id === 'lot') return choose.current(hit.properties.id as string);
    const zoom = await map
      .getSource<GeoJSONSource>('lots')!
      .getClusterExpansionZoom(hit.properties.cluster_id as number);
    // The map may have been removed before its worker answered.
    if (!map.getCanvas().isConnected) return;
    map.easeTo({ center: event.lngLat, zoom: Math.min(zoom + 0.3, 17) });
  });
  for (const layer of ['cluster', 'lot']) {
    map.on('mouseenter', layer, () => map.getCanvas().classList.add('is-hit'));
    map.on('mouseleave', layer, () => map.getCanvas().classList.remove('is-hit'));
  }
  return map;
}

/** Shows a chosen lot that is out of sight. */
function useView(map: MapLibre | null, lots: readonly MapLot[], chosenId: string | null, isGcj02: boolean): void {
  const latest = useCommitted(lots);
  useEffect(() => {
    const lot = latest.current.find((one) => one.id === chosenId);
    if (!map || !lot) return;
    const at = shapesOf([lot], null, isGcj02).features[0]?.geometry as { coordinates: [number, number] } | undefined;
    if (!at) return;
    const isFar = map.getZoom() < NEAR_ZOOM - 2;
    if (isFar || !map.getBounds().contains(at.coordinates))
      map.easeTo({ center: at.coordinates, zoom: Math.max(map.getZoom(), isFar ? NEAR_ZOOM : 0), duration: 600 });
  }, [map, chosenId, latest, isGcj02]);
}

/** The range of the middle 98 of 100 values, so that a lot with a wrong place does not shrink the others to a point. */
function boundsOf(values: readonly number[]): [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const cut = sorted.length >= 100 ? Math.floor(sorted.length / 100) : 0;
  return [sorted[cut]!, sorted.at(-1 - cut)!];
}
