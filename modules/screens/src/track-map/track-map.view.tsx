import './track-map.css';
import { gcj02Of, type Place } from '@boyun/domain/place';
import type { Label, Tone } from '@boyun/kernel/contract';
import { call, ErrorState, Skeleton, useCommitted, useText } from '@boyun/kernel/web';
import { getMapSource } from '@boyun/lot-desk/contract';
import { useQuery } from '@tanstack/react-query';
import type { GeoJSONSource, LngLatBoundsLike, Map as MapLibre } from 'maplibre-gl';
import { type RefObject, useEffect, useRef } from 'react';
import { collection, type Feature, type MapSource } from '../base/base-style.view.ts';
import { canDraw } from '../base/can-draw.view.ts';
import { makeMap } from '../base/make-map.view.ts';
import { type MapLook, useMap } from '../base/use-map.view.ts';
import { trackStyle } from './track-style.view.ts';

/** Something at a place beside a track. */
export interface TrackMark extends Place {
  readonly id: string;
  readonly tone: Tone;
}

/** A place the track leads to. */
export interface TrackStop extends Place {
  readonly id: string;
  readonly name: string;
  readonly isVisited: boolean;
}

/** What a map of a track shows. */
export interface TrackMapProps {
  /** The whole way, and what of it is driven by now. */
  readonly way: readonly Place[];
  readonly driven: readonly Place[];
  /** Where the vehicle is. */
  readonly vehicle: Place | null;
  readonly marks: readonly TrackMark[];
  readonly stops: readonly TrackStop[];
  readonly chosenId: string | null;
  readonly onChoose: (id: string) => void;
}

const NO_WEBGL: Label = {
  zh: '当前浏览器不支持 WebGL，无法显示地图。',
  en: 'This browser has no WebGL, so the map cannot be drawn.',
};

/** A map with the way of a vehicle, what is beside it, and where the vehicle is. */
export default function TrackMap(props: TrackMapProps) {
  const t = useText();
  const source = useQuery({
    queryKey: [getMapSource.name],
    queryFn: ({ signal }) => call(getMapSource, {}, { signal, isQuiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!canDraw()) return <p className="track-map track-map-none">{t(NO_WEBGL)}</p>;
  if (source.data) return <Canvas {...props} source={source.data} />;
  return source.error ? (
    <ErrorState error={source.error} onRetry={() => void source.refetch()} />
  ) : (
    <Skeleton lines={8} />
  );
}

function Canvas({ source, ...props }: TrackMapProps & { source: MapSource }) {
  const { way, driven, vehicle, marks, stops, chosenId } = props;
  const box = useRef<HTMLDivElement>(null);
  const { isGcj02 } = source;
  const latest = useCommitted<TrackMapProps>(props);
  const map = useMap(source, (look) => makeTrackMap(box.current!, look, latest));
  useEffect(() => {
    void map?.getSource<GeoJSONSource>('way')?.setData(lineOf(way, isGcj02));
  }, [map, way, isGcj02]);
  useEffect(() => {
    void map?.getSource<GeoJSONSource>('driven')?.setData(lineOf(driven, isGcj02));
  }, [map, driven, isGcj02]);
  useEffect(() => {
    const shapes = marks.map((one) =>
      pointOf(one, { id: one.id, tone: one.tone, isChosen: one.id === chosenId }, isGcj02),
    );
    void map?.getSource<GeoJSONSource>('marks')?.setData(collection(shapes));
  }, [map, marks, chosenId, isGcj02]);
  useEffect(() => {
    const shapes = stops.map((one) => pointOf(one, { label: one.name, isVisited: one.isVisited }, isGcj02));
    void map?.getSource<GeoJSONSource>('stops')?.setData(collection(shapes));
  }, [map, stops, isGcj02]);
  useEffect(() => {
    void map?.getSource<GeoJSONSource>('vehicle')?.setData(collection(vehicle ? [pointOf(vehicle, {}, isGcj02)] : []));
  }, [map, vehicle, isGcj02]);
  return <div ref={box} className="track-map" />;
}

/** Makes the map in its box, showing the whole way; a click chooses a mark. */
function makeTrackMap(
  container: HTMLElement,
  { source, theme, isZh }: MapLook,
  latest: RefObject<TrackMapProps>,
): MapLibre {
  const { way, marks, stops } = latest.current;
  const bounds = boundsOf([...(way.length > 0 ? way : stops), ...marks], source.isGcj02);
  const map = makeMap(
    {
      container,
      style: trackStyle(source, theme, isZh),
      ...(bounds ? { bounds, fitBoundsOptions: { padding: 48, maxZoom: 16 } } : {}),
    },
    source.attribution,
  );
  map.on('click', ({ point }) => {
    const around: [[number, number], [number, number]] = [
      [point.x - 5, point.y - 5],
      [point.x + 5, point.y + 5],
    ];
    const [hit] = map.queryRenderedFeatures(around, { layers: ['mark'] });
    if (hit) latest.current.onChoose(hit.properties.id as string);
  });
  map.on('mouseenter', 'mark', () => map.getCanvas().classList.add('is-hit'));
  map.on('mouseleave', 'mark', () => map.getCanvas().classList.remove('is-hit'));
  return map;
}

const drawn = (place: Place, isGcj02: boolean): [number, number] => {
  const { longitude, latitude } = isGcj02 ? gcj02Of(place) : place;
  return [longitude, latitude];
};

function pointOf(place: Place, properties: Feature['properties'], isGcj02: boolean): Feature {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: drawn(place, isGcj02) } };
}

function lineOf(places: readonly Place[], isGcj02: boolean) {
  const coordinates = places.map((one) => drawn(one, isGcj02));
  return collection(
    coordinates.length > 1 ? [{ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } }] : [],
  );
}

function boundsOf(places: readonly Place[], isGcj02: boolean): LngLatBoundsLike | null {
  if (places.length === 0) return null;
  const points = places.map((one) => drawn(one, isGcj02));
  const east = points.map(([longitude]) => longitude);
  const north = points.map(([, latitude]) => latitude);
  const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), 180);
  const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), -180);
  return [least(east), least(north), most(east), most(north)];
}
