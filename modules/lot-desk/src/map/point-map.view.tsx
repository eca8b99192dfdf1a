import './point-map.css';
import 'leaflet/dist/leaflet.css';
import { gcj02Of, type Place, roundPlace, wgs84Of } from '@boyun/domain/place';
import type { Output } from '@boyun/kernel/contract';
import { useCommitted, useText } from '@boyun/kernel/web';
import {
  circleMarker,
  control,
  DomUtil,
  divIcon,
  type FeatureGroup,
  featureGroup,
  GridLayer,
  type LatLng,
  type LatLngExpression,
  type Map as LeafletMap,
  map,
  marker,
  Point,
  tileLayer,
} from 'leaflet';
import { type RefObject, useEffect, useRef } from 'react';
import type { getMapSource } from './map.contract.ts';

/** A point shown for orientation. */
export interface Landmark extends Place {
  readonly name: string;
}

/** The centre of China, while there is no point yet. */
const START: LatLngExpression = [35.5, 104.5];
const PIN =
  '<svg viewBox="-11 -31 22 32" width="28" height="41" aria-hidden="true"><path d="M0 0C-9-12-11-15-11-20a11 11 0 0 1 22 0c0 5-2 8-11 20Z"/><circle cy="-20" r="4"/></svg>';

/** A grid labelled with the degrees of its corners, where no map is configured. */
const Degrees = GridLayer.extend({
  createTile(this: GridLayer & { _map: LeafletMap }, { x, y, z }: { x: number; y: number; z: number }) {
    const tile = DomUtil.create('div', 'map-degrees');
    const corner = this._map.unproject(new Point(x, y).multiplyBy(256), z);
    const digits = Math.max(0, Math.ceil(z * 0.301 - 2));
    const degrees = (value: number, letters: string) =>
      `${Math.abs(value).toFixed(digits)}°${letters[value < 0 ? 1 : 0]}`;
    tile.textContent = `${degrees(corner.wrap().lng, 'EW')}, ${degrees(corner.lat, 'NS')}`;
    return tile;
  },
}) as unknown as new () => GridLayer;

/** What the effects use of the newest props: how places are drawn, and where a chosen one goes. */
interface Held {
  drawn(place: Place): LatLngExpression;
  report(at: LatLng): void;
  readonly isSettable: boolean;
}

/** The map and whether it shows a chosen part of the world already. */
interface Shown {
  map: LeafletMap | null;
  hasView: boolean;
}

/** A point on a map, read-only or set by a click or by dragging the pin. Input and output are WGS-84. */
export default function PointMap({
  source,
  value,
  landmarks,
  onChange,
}: {
  source: Output<typeof getMapSource>;
  value: Place | null;
  landmarks: readonly Landmark[];
  onChange?: (place: Place) => void;
}) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef<Shown>({ map: null, hasView: false });
  const { tiles, attribution, isGcj02 } = source;
  const held = useCommitted<Held>({
    drawn(place) {
      const { latitude, longitude } = isGcj02 ? gcj02Of(place) : place;
      return [latitude, longitude];
    },
    report({ lat, lng }) {
      const place = { latitude: lat, longitude: lng };
      onChange?.(isGcj02 ? wgs84Of(place) : roundPlace(place));
    },
    isSettable: onChange !== undefined,
  });
  useMap(box, shown, held, tiles);
  useLandmarks(shown, held, landmarks);
  usePin(shown, held, value);
  return (
    <div className="map-point">
      <div
        ref={box}
        className={onChange ? 'map-box is-set' : 'map-box'}
        role="application"
        aria-label={t(
          onChange
            ? { zh: '地图，点击设置车场位置', en: 'Map, click to set the location of the lot' }
            : { zh: '车场位置地图', en: 'Map of the lot location' },
        )}
      />
      {attribution && tiles && <small className="map-owner">{attribution}</small>}
    </div>
  );
}

/** Makes the map, once for each address of tiles. */
function useMap(
  box: RefObject<HTMLDivElement | null>,
  shown: RefObject<Shown>,
  held: { readonly current: Held },
  tiles: string | null,
): void {
  useEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const made = map(box.current!, {
      center: START,
      zoom: 4,
      minZoom: 3,
      maxZoom: 19,
      attributionControl: false,
      zoomAnimation: !isStill,
      fadeAnimation: tiles !== null && !isStill,
    });
    shown.current = { map: made, hasView: false };
    if (tiles) tileLayer(tiles, { maxZoom: 19 }).addTo(made);
    else new Degrees().addTo(made);
    control.scale({ imperial: false }).addTo(made);
    made.on('click', ({ latlng }) => held.current.report(latlng.wrap()));
    const measure = new ResizeObserver(() => made.invalidateSize());
    measure.observe(box.current!);
    return () => {
      measure.disconnect();
      made.remove();
    };
  }, [box, shown, held, tiles]);
}

/** Draws the other points, and shows all of them while nothing else is chosen. */
function useLandmarks(shown: RefObject<Shown>, held: { readonly current: Held }, landmarks: readonly Landmark[]): void {
  useEffect(() => {
    const view = shown.current;
    const others = featureGroup(
      landmarks.map((one) =>
        circleMarker(held.current.drawn(one), { radius: 5, className: 'map-other', interactive: false }).bindTooltip(
          document.createTextNode(one.name) as unknown as HTMLElement,
          { permanent: true, direction: 'right' },
        ),
      ),
    ).addTo(view.map!);
    if (!view.hasView && landmarks.length > 0) {
      view.map!.fitBounds(others.getBounds(), { maxZoom: 15, padding: [40, 40] });
      view.hasView = true;
    }
    const spread = () => spreadLabels(others);
    spread();
    view.map!.on('zoomend moveend resize', spread);
    return () => {
      view.map?.off('zoomend moveend resize', spread);
      others.remove();
    };
  }, [shown, held, landmarks]);
}

/** The sides of a point where its label may stand, the preferred one first. */
const SIDES = ['right', 'left', 'top', 'bottom'] as const;

/** Puts the label of each point on the first side where it covers no label placed before. */
function spreadLabels(points: FeatureGroup): void {
  const placed: DOMRect[] = [];
  points.eachLayer((point) => {
    const label = point.getTooltip();
    const isCovered = ({ left, right, top, bottom }: DOMRect) =>
      placed.some((one) => left < one.right && right > one.left && top < one.bottom && bottom > one.top);
    for (const direction of [...SIDES, SIDES[0]]) {
      if (!label) return;
      label.options.direction = direction;
      label.update();
      const box = label.getElement()?.getBoundingClientRect();
      if (!box || isCovered(box)) continue;
      placed.push(box);
      return;
    }
  });
}

/** Draws the pin, which can be dragged where the point can be set. */
function usePin(shown: RefObject<Shown>, held: { readonly current: Held }, value: Place | null): void {
  const { longitude, latitude } = value ?? {};
  useEffect(() => {
    if (longitude === undefined || latitude === undefined) return;
    const view = shown.current;
    const { drawn, isSettable } = held.current;
    const at = drawn({ longitude, latitude });
    const own = marker(at, {
      draggable: isSettable,
      interactive: isSettable,
      keyboard: false,
      icon: divIcon({ html: PIN, className: 'map-own', iconSize: [28, 41], iconAnchor: [14, 40] }),
    }).addTo(view.map!);
    own.on('dragend', () => held.current.report(own.getLatLng().wrap()));
    if (!view.hasView || !view.map!.getBounds().contains(at)) view.map!.setView(at, Math.max(view.map!.getZoom(), 15));
    view.hasView = true;
    return () => void own.remove();
  }, [shown, held, longitude, latitude]);
}
