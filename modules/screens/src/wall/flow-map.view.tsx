import { now, useLanguage, useText } from '@boyun/kernel/web';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Point } from '../base/base-map.view.ts';
import { fitPoints, type Margins, type Projection } from '../base/projection.view.ts';
import {
  type Arc,
  PULSE_MS,
  type Pulse,
  paintBase,
  paintMotion,
  placeArcs,
  placeSpots,
  type Spot,
} from './flow-paint.view.ts';
import { isStill, onFrame } from './frame-loop.view.ts';
import type { WallData, WallSlow } from './wall-data.view.ts';

/** The most pixels across that move: a wall of four thousand looks the same with half of them, and costs a quarter. */
const MOST_ACROSS = 1600;
const MOST_PULSES = 40;
/** The middle of the screen, free of the panels. */
const MARGINS: Margins = { left: 0.28, right: 0.34, top: 0.2, bottom: 0.26 };

/** How long a lot stays marked after an alarm. */
const URGENT_MS = 600_000;

/** The lots with a new alarm. */
function urgentLots(alarms: WallData['alarms']): ReadonlySet<string> {
  const since = now().getTime() - URGENT_MS;
  return new Set(alarms.filter((one) => one.severity === 'high' && one.at.getTime() > since).map((one) => one.lotId));
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the size of an element in CSS pixels, and its changes. */
function useSize(box: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const measure = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      setSize({ width: Math.round(width), height: Math.round(height) });
    });
    measure.observe(box.current!);
    return () => measure.disconnect();
  }, [box]);
  return size;
}

/** The lots on a map: those that breathe, lines along which cars come, and a ring for every car that passes. */
export function FlowMap({
  lots,
  origins,
  passings,
  alarms,
  isHeld,
}: {
  lots: WallData['lots'];
  origins: WallSlow['origins'];
  passings: WallData['passings'];
  alarms: WallData['alarms'];
  /** The line is lost: nothing moves that is not known. */
  isHeld: boolean;
}) {
  const t = useText();
  const isZh = useLanguage() === 'zh';
  const box = useRef<HTMLDivElement>(null);
  const base = useRef<HTMLCanvasElement>(null);
  const motion = useRef<HTMLCanvasElement>(null);
  const size = useSize(box);
  const places = lots.flatMap(({ longitude, latitude }): Point[] =>
    longitude === null || latitude === null ? [] : [[longitude, latitude]],
  );
  // Figures change all the time, places hardly ever.
  const placesKey = JSON.stringify(places);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the places
  const projection = useMemo(() => fitPoints(places, size.width, size.height, MARGINS), [placesKey, size]);
  const spots = useMemo(
    () => (projection ? placeSpots(lots, urgentLots(alarms), projection) : []),
    [lots, alarms, projection],
  );
  const arcs = useMemo(() => (projection ? placeArcs(origins, spots, projection) : []), [origins, spots, projection]);
  useEffect(() => {
    if (!projection) return;
    const pen = penOf(base.current!, projection, devicePixelRatio);
    paintBase(pen, projection, { spots, arcs, margins: MARGINS, isZh });
  }, [projection, spots, arcs, isZh]);
  useMotion(motion, { projection, spots, arcs, passings, isHeld });
  return (
    <div ref={box} className="wall-map">
      <canvas ref={base} />
      <canvas ref={motion} className={isHeld ? 'is-held' : undefined} />
      {places.length === 0 && lots.length > 0 && (
        <p className="wall-quiet">
          {t({ zh: '车场还没有坐标，请在编辑车场中设置', en: 'Lots have no coordinates yet. Set them under Edit lot' })}
        </p>
      )}
    </div>
  );
}

/** Returns the pen of a canvas of the size of a projection, in its units. */
function penOf(canvas: HTMLCanvasElement, { width, height }: Projection, ratio: number): CanvasRenderingContext2D {
  const across = Math.round(width * ratio);
  const down = Math.round(height * ratio);
  // Setting the size clears and allocates: only when it changed.
  if (canvas.width !== across || canvas.height !== down) Object.assign(canvas, { width: across, height: down });
  const pen = canvas.getContext('2d')!;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  return pen;
}

/** Draws the moving layer in the loop of the window. */
function useMotion(
  canvas: RefObject<HTMLCanvasElement | null>,
  shown: {
    projection: Projection | null;
    spots: readonly Spot[];
    arcs: readonly Arc[];
    passings: WallData['passings'];
    isHeld: boolean;
  },
): void {
  const { projection, spots, arcs, passings, isHeld } = shown;
  const pulses = useRef<readonly Pulse[]>([]);
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    const before = known.current;
    known.current = new Set(passings.map((one) => one.id));
    if (!before) return;
    const nowMs = performance.now();
    const fresh = passings
      .filter((one) => !before.has(one.id))
      .flatMap((one, index): Pulse[] => {
        const spot = spots.find(({ id }) => id === one.lotId);
        return spot ? [{ x: spot.x, y: spot.y, isEntry: one.direction === 'entry', startMs: nowMs + index * 250 }] : [];
      });
    const live = pulses.current.filter((one) => nowMs - one.startMs < PULSE_MS);
    pulses.current = [...live, ...fresh].slice(-MOST_PULSES);
  }, [passings, spots]);
  useEffect(() => {
    if (!projection || isHeld || isStill()) return;
    const ratio = Math.min(devicePixelRatio, MOST_ACROSS / projection.width);
    return onFrame((nowMs) => {
      // A frame may come between the end of the page and that of its effects.
      if (!canvas.current) return false;
      const pen = penOf(canvas.current, projection, ratio);
      paintMotion(pen, projection, { spots, arcs, pulses: pulses.current }, nowMs);
      return true;
    });
  }, [canvas, projection, spots, arcs, isHeld]);
}
