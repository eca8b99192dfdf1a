import { type Place, roundPlace } from '@boyun/domain/place';
import { useText } from '@boyun/kernel/web';
import { Button } from 'antd';
import { Locate, Minus, Plus } from 'lucide-react';
import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';

/** A point that is shown for orientation. */
export interface Landmark extends Place {
  readonly name: string;
}

interface View extends Place {
  /** Degrees of latitude a pixel takes. */
  readonly scale: number;
}

const HEIGHT = 300;
const METRES_PER_DEGREE = 111_320;
const CLOSE = 0.00002;
const FAR = 0.1;
/** The middle of China, for who has no point yet. */
const START: View = { longitude: 104.5, latitude: 35.5, scale: FAR };

/**
 * Sets a point on a grid of degrees: click sets, dragging moves the view, the wheel comes closer. There is no base map in it,
 * nothing is fetched from anywhere.
 */
export function PointGrid({
  value,
  landmarks,
  onChange,
}: {
  value: Place | null;
  landmarks: readonly Landmark[];
  onChange: (place: Place) => void;
}) {
  const t = useText();
  const box = useRef<SVGSVGElement>(null);
  const drag = useRef<{ x: number; y: number; view: View; hasMoved: boolean } | null>(null);
  const [width, setWidth] = useState(600);
  const [chosen, setChosen] = useState<View | null>(null);
  const view = chosen ?? viewOf(value ? [value] : landmarks, width);
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = new ResizeObserver(() => setWidth(element.clientWidth || 600));
    measure.observe(element);
    return () => measure.disconnect();
  }, []);
  const shrink = Math.cos((view.latitude / 180) * Math.PI);
  const xOf = (longitude: number) => width / 2 + ((longitude - view.longitude) * shrink) / view.scale;
  const yOf = (latitude: number) => HEIGHT / 2 - (latitude - view.latitude) / view.scale;
  const zoom = (factor: number) =>
    setChosen({ ...view, scale: Math.min(FAR, Math.max(CLOSE / 10, view.scale * factor)) });
  const onMove = (event: PointerEvent) => {
    const from = drag.current;
    if (!from) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!from.hasMoved && Math.hypot(dx, dy) < 4) return;
    from.hasMoved = true;
    setChosen({
      scale: from.view.scale,
      longitude: from.view.longitude - (dx * from.view.scale) / shrink,
      latitude: Math.min(85, Math.max(-85, from.view.latitude + dy * from.view.scale)),
    });
  };
  const onUp = (event: PointerEvent) => {
    const from = drag.current;
    drag.current = null;
    if (!from || from.hasMoved) return;
    const rect = box.current!.getBoundingClientRect();
    const place = {
      longitude: view.longitude + ((event.clientX - rect.left - width / 2) * view.scale) / shrink,
      latitude: view.latitude - (event.clientY - rect.top - HEIGHT / 2) * view.scale,
    };
    onChange(roundPlace(place));
    // The view stays where it was clicked, instead of following the new point.
    setChosen(view);
  };
  const step = stepOf(view.scale * 110);
  const metres = stepOf(view.scale * METRES_PER_DEGREE * 90);
  return (
    <div className="point-grid">
      <svg
        ref={box}
        height={HEIGHT}
        width="100%"
        role="img"
        aria-label={t({ zh: '经纬度网格，点击设置车场位置', en: 'Grid of degrees, click to set where the lot is' })}
        onPointerDown={(event) => {
          drag.current = { x: event.clientX, y: event.clientY, view, hasMoved: false };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onWheel={(event) => zoom(event.deltaY > 0 ? 1.25 : 0.8)}
      >
        {linesOf(view.longitude, ((width / 2) * view.scale) / shrink, step).map((degrees) => (
          <g key={`x${degrees}`}>
            <line x1={xOf(degrees)} x2={xOf(degrees)} y1={0} y2={HEIGHT} />
            <text x={xOf(degrees) + 3} y={HEIGHT - 5}>
              {degreeText(degrees, step)}°
            </text>
          </g>
        ))}
        {linesOf(view.latitude, (HEIGHT / 2) * view.scale, step).map((degrees) => (
          <g key={`y${degrees}`}>
            <line x1={0} x2={width} y1={yOf(degrees)} y2={yOf(degrees)} />
            <text x={4} y={yOf(degrees) - 3}>
              {degreeText(degrees, step)}°
            </text>
          </g>
        ))}
        {landmarks.map((one) => (
          <g key={one.name} className="point-other">
            <circle cx={xOf(one.longitude)} cy={yOf(one.latitude)} r={4} />
            <text x={xOf(one.longitude) + 7} y={yOf(one.latitude) + 4}>
              {one.name}
            </text>
          </g>
        ))}
        {value && (
          <g className="point-own" transform={`translate(${xOf(value.longitude)} ${yOf(value.latitude)})`}>
            <path d="M0 0C-9-12-11-15-11-20a11 11 0 0 1 22 0c0 5-2 8-11 20Z" />
            <circle cy={-20} r={4} />
          </g>
        )}
        <g className="point-scale" transform={`translate(${width - 24} 18)`}>
          <line x1={-metres / METRES_PER_DEGREE / view.scale} x2={0} y1={0} y2={0} />
          <text x={0} y={14} textAnchor="end">
            {metres >= 1000 ? `${metres / 1000} km` : `${metres} m`}
          </text>
        </g>
      </svg>
      <div className="point-zoom">
        <Button icon={<Plus />} aria-label={t({ zh: '放大', en: 'Closer' })} onClick={() => zoom(0.5)} />
        <Button icon={<Minus />} aria-label={t({ zh: '缩小', en: 'Farther' })} onClick={() => zoom(2)} />
        <Button
          icon={<Locate />}
          aria-label={t({ zh: '回到车场', en: 'Back to the lot' })}
          onClick={() => setChosen(null)}
        />
      </div>
    </div>
  );
}

/** A view with all of some points in it. */
function viewOf(places: readonly Place[], width: number): View {
  if (places.length === 0) return START;
  const longitudes = places.map((one) => one.longitude);
  const latitudes = places.map((one) => one.latitude);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const scale = Math.max((east - west) / (width * 0.7), (north - south) / (HEIGHT * 0.7), CLOSE);
  return { longitude: (west + east) / 2, latitude: (south + north) / 2, scale: Math.min(FAR, scale) };
}

/** The round number next above: 1, 2 or 5 and zeros. */
function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((one) => one * power >= least) ?? 10);
}

/** Multiples of a step within some reach of a middle. */
function linesOf(middle: number, reach: number, step: number): number[] {
  const first = Math.ceil((middle - reach) / step);
  const last = Math.floor((middle + reach) / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => (first + at) * step);
}

function degreeText(degrees: number, step: number): string {
  return degrees.toFixed(Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)));
}
