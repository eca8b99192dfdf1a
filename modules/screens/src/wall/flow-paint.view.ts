import { CITY_NAMES, originOf, ROADS, WATER } from '../base/base-map.view.ts';
import { edgeTowards, type Margins, type Projection } from '../base/projection.view.ts';
import type { WallData, WallSlow } from './wall-data.view.ts';

const CYAN = '49, 208, 255';
const AMBER = '255, 178, 36';
/** Share of spots from which a lot is drawn as nearly full. */
const NEARLY_FULL = 0.9;

/** A lot placed on the canvas. */
export interface Spot {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly share: number;
  readonly isUrgent: boolean;
}

/** A line along which cars come. */
export interface Arc {
  readonly fromX: number;
  readonly fromY: number;
  readonly bendX: number;
  readonly bendY: number;
  readonly toX: number;
  readonly toY: number;
  readonly weight: number;
  readonly phase: number;
}

/** A car that has just passed at a spot. */
export interface Pulse {
  readonly x: number;
  readonly y: number;
  readonly isEntry: boolean;
  readonly startMs: number;
}

/** Names of more lots would cover each other. */
const MOST_NAMED = 40;

/** How long a pulse lasts. */
export const PULSE_MS = 2600;

/** Places the lots that have a place. */
export function placeSpots(lots: WallData['lots'], urgentIds: ReadonlySet<string>, projection: Projection): Spot[] {
  const unit = projection.height / 1000;
  const most = Math.max(1, ...lots.map((one) => one.capacity));
  return lots.flatMap((one) => {
    if (one.longitude === null || one.latitude === null) return [];
    const [x, y] = projection.at([one.longitude, one.latitude]);
    const share = one.capacity > 0 ? one.carsInside / one.capacity : 0;
    const radius = unit * (lots.length > 60 ? 5 : 9 + 11 * Math.sqrt(one.capacity / most));
    return [
      {
        id: one.id,
        name: one.name,
        x,
        y,
        radius,
        share,
        isUrgent: urgentIds.has(one.id) || one.offline > 0 || share >= NEARLY_FULL,
      },
    ];
  });
}

/** Lines from where plates come from to the lots they entered, ending at the edge of the canvas. */
export function placeArcs(origins: WallSlow['origins'], spots: readonly Spot[], projection: Projection): Arc[] {
  const byId = new Map(spots.map((one) => [one.id, one]));
  const most = Math.max(1, ...origins.map((one) => one.count));
  return origins.flatMap(({ lotId, start, count }, index) => {
    const spot = byId.get(lotId);
    const origin = originOf(start);
    if (!spot || !origin) return [];
    const [fromX, fromY] = edgeTowards([spot.x, spot.y], projection.at(origin.at), projection.width, projection.height);
    const dx = spot.x - fromX;
    const dy = spot.y - fromY;
    // Plates of the city itself come from nowhere in particular.
    if (Math.hypot(dx, dy) < projection.height * 0.12) return [];
    const bend = 0.18 * (index % 2 === 0 ? 1 : -1);
    return [
      {
        fromX,
        fromY,
        bendX: (fromX + spot.x) / 2 - dy * bend,
        bendY: (fromY + spot.y) / 2 + dx * bend,
        toX: spot.x,
        toY: spot.y,
        weight: Math.sqrt(count / most),
        phase: (index * 0.381966) % 1,
      },
    ];
  });
}

/** Draws what stands still: water, roads, names, the lines, and the lots with their names. */
export function paintBase(
  pen: CanvasRenderingContext2D,
  projection: Projection,
  { spots, arcs, margins, isZh }: { spots: readonly Spot[]; arcs: readonly Arc[]; margins: Margins; isZh: boolean },
): void {
  const unit = projection.height / 1000;
  pen.clearRect(0, 0, projection.width, projection.height);
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  paintGround(pen, projection, unit, isZh);
  for (const arc of arcs) {
    pen.strokeStyle = `rgba(${CYAN}, ${0.08 + 0.16 * arc.weight})`;
    pen.lineWidth = unit * (1 + 1.6 * arc.weight);
    pen.beginPath();
    pen.moveTo(arc.fromX, arc.fromY);
    pen.quadraticCurveTo(arc.bendX, arc.bendY, arc.toX, arc.toY);
    pen.stroke();
  }
  for (const spot of spots) paintSpot(pen, spot, unit);
  if (spots.length > MOST_NAMED) return;
  // Names keep to the part that no panel covers.
  const free = {
    left: projection.width * (margins.left - 0.04),
    right: projection.width * (1 - margins.right + 0.075),
  };
  paintNames(pen, spots, unit, free);
}

function paintGround(pen: CanvasRenderingContext2D, projection: Projection, unit: number, isZh: boolean): void {
  for (const ring of WATER) {
    pen.beginPath();
    for (const [index, point] of ring.entries()) pen[index === 0 ? 'moveTo' : 'lineTo'](...projection.at(point));
    pen.closePath();
    pen.fillStyle = '#0a2748';
    pen.fill();
    pen.strokeStyle = '#15426f';
    pen.lineWidth = unit * 1.4;
    pen.stroke();
  }
  for (const { line, isWide } of ROADS) {
    pen.beginPath();
    for (const [index, point] of line.entries()) pen[index === 0 ? 'moveTo' : 'lineTo'](...projection.at(point));
    pen.strokeStyle = isWide ? '#1c4677' : '#143356';
    pen.lineWidth = unit * (isWide ? 4.5 : 2.4);
    pen.stroke();
  }
  pen.font = `${Math.round(unit * 17)}px system-ui, sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = '#3f6796';
  for (const { zh, en, at } of CITY_NAMES) pen.fillText(isZh ? zh : en, ...projection.at(at));
}

const toneOf = (spot: Spot) => (spot.isUrgent ? AMBER : CYAN);

function paintSpot(pen: CanvasRenderingContext2D, spot: Spot, unit: number): void {
  const tone = toneOf(spot);
  pen.beginPath();
  pen.arc(spot.x, spot.y, spot.radius, 0, Math.PI * 2);
  pen.fillStyle = 'rgba(5, 13, 28, 0.85)';
  pen.fill();
  pen.strokeStyle = `rgba(${tone}, 0.3)`;
  pen.lineWidth = unit * 4;
  pen.stroke();
  pen.beginPath();
  pen.arc(
    spot.x,
    spot.y,
    spot.radius,
    -Math.PI / 2,
    -Math.PI / 2 + Math.PI * 2 * Math.max(0.01, Math.min(1, spot.share)),
  );
  pen.strokeStyle = `rgb(${tone})`;
  pen.stroke();
  pen.beginPath();
  pen.arc(spot.x, spot.y, spot.radius * 0.32, 0, Math.PI * 2);
  pen.fillStyle = `rgb(${tone})`;
  pen.fill();
}

/** Names beside the lots, in the first place where they cover nothing; a lot without such a place stays without. */
function paintNames(
  pen: CanvasRenderingContext2D,
  spots: readonly Spot[],
  unit: number,
  free: { readonly left: number; readonly right: number },
): void {
  const taken = spots.map((one) => ({
    left: one.x - one.radius,
    right: one.x + one.radius,
    top: one.y - one.radius,
    bottom: one.y + one.radius,
  }));
  pen.textBaseline = 'alphabetic';
  for (const spot of spots) {
    const share = `${Math.round(spot.share * 100)}%`;
    pen.font = `600 ${Math.round(unit * 22)}px system-ui, sans-serif`;
    const width = Math.max(pen.measureText(spot.name).width, unit * 60);
    const gap = spot.radius + unit * 12;
    const boxOf = (left: number, top: number) => ({ left, right: left + width, top, bottom: top + unit * 56 });
    const sides = [
      boxOf(spot.x + gap, spot.y - unit * 28),
      boxOf(spot.x - gap - width, spot.y - unit * 28),
      boxOf(spot.x - width / 2, spot.y - gap - unit * 56),
      boxOf(spot.x - width / 2, spot.y + gap),
      ...[1, 2].flatMap((far) => [
        boxOf(spot.x, spot.y - far * (gap + unit * 56)),
        boxOf(spot.x, spot.y + far * gap + (far - 1) * unit * 56),
        boxOf(spot.x - width, spot.y - far * (gap + unit * 56)),
        boxOf(spot.x - width, spot.y + far * gap + (far - 1) * unit * 56),
      ]),
    ];
    const isInside = (box: (typeof sides)[number]) => box.left >= free.left && box.right <= free.right;
    const isAlone = (box: (typeof sides)[number]) =>
      taken.every(
        (one) => box.right < one.left || box.left > one.right || box.bottom < one.top || box.top > one.bottom,
      );
    const box = sides.find((one) => isInside(one) && isAlone(one)) ?? sides.find(isAlone);
    if (!box) continue;
    taken.push(box);
    pen.textAlign = 'left';
    pen.lineWidth = unit * 5;
    pen.strokeStyle = '#050d1c';
    pen.strokeText(spot.name, box.left, box.top + unit * 24);
    pen.fillStyle = '#eef5ff';
    pen.fillText(spot.name, box.left, box.top + unit * 24);
    pen.font = `${Math.round(unit * 20)}px system-ui, sans-serif`;
    pen.strokeText(share, box.left, box.top + unit * 50);
    pen.fillStyle = `rgb(${toneOf(spot)})`;
    pen.fillText(share, box.left, box.top + unit * 50);
  }
}

/** Draws what moves: cars along the lines, lots that breathe, and the pulses of cars that passed. */
export function paintMotion(
  pen: CanvasRenderingContext2D,
  projection: Projection,
  { spots, arcs, pulses }: { spots: readonly Spot[]; arcs: readonly Arc[]; pulses: readonly Pulse[] },
  nowMs: number,
): void {
  const unit = projection.height / 1000;
  pen.clearRect(0, 0, projection.width, projection.height);
  for (const arc of arcs) {
    const head = (nowMs / (5200 - 2200 * arc.weight) + arc.phase) % 1;
    for (let step = 0; step < 7; step += 1) {
      const share = head - step * 0.012;
      if (share < 0) break;
      const rest = 1 - share;
      const x = rest * rest * arc.fromX + 2 * rest * share * arc.bendX + share * share * arc.toX;
      const y = rest * rest * arc.fromY + 2 * rest * share * arc.bendY + share * share * arc.toY;
      pen.fillStyle = `rgba(${CYAN}, ${(0.9 - step * 0.12) * Math.min(1, rest * 6)})`;
      pen.beginPath();
      pen.arc(x, y, unit * (3.6 - step * 0.35), 0, Math.PI * 2);
      pen.fill();
    }
  }
  for (const [index, spot] of spots.entries()) {
    const wave = (nowMs / (spot.isUrgent ? 1400 : 3200) + index * 0.27) % 1;
    ring(pen, spot.x, spot.y, spot.radius * (1 + wave * 1.1), `rgba(${toneOf(spot)}, ${0.45 * (1 - wave)})`, unit * 2);
  }
  for (const pulse of pulses) {
    const share = (nowMs - pulse.startMs) / PULSE_MS;
    if (share < 0 || share > 1) continue;
    const size = unit * (pulse.isEntry ? 90 * (1 - share) + 10 : 14 + 90 * share);
    ring(pen, pulse.x, pulse.y, size, `rgba(255, 255, 255, ${0.85 * (pulse.isEntry ? share : 1 - share)})`, unit * 3.2);
  }
}

function ring(pen: CanvasRenderingContext2D, x: number, y: number, radius: number, style: string, width: number): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, Math.PI * 2);
  pen.strokeStyle = style;
  pen.lineWidth = width;
  pen.stroke();
}
