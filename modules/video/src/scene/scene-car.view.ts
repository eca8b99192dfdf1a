import type { PlateColor } from '@boyun/domain/plate';

/** A car as it is drawn. */
export interface SceneCar {
  readonly plate: string;
  readonly plateColor: PlateColor;
}

const PAINTS = ['#e9ebed', '#20242a', '#8b939c', '#274a78', '#7d1f26', '#5f5347', '#c7ccd1', '#35524a', '#404a57'];

/** Fill and ink of plates by their colour. */
const PLATES: Readonly<Record<PlateColor, readonly [string, string]>> = {
  0: ['#d5d9de', '#222'],
  1: ['#1b59bd', '#fff'],
  2: ['#f6c022', '#1a1500'],
  3: ['#f4f6f9', '#14181f'],
  4: ['#1b1d21', '#fff'],
  5: ['#13743f', '#fff'],
  6: ['#8fdcae', '#0c2d1c'],
};

/** Returns a number that a text always gives. */
export function numberOf(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16777619) >>> 0;
  return hash;
}

/** Draws the front of a car whose wheels touch the ground at a point, `scale` 1 being 300 wide. */
export function drawCar(
  pen: CanvasRenderingContext2D,
  car: SceneCar,
  { x, y, scale, hasLights }: { x: number; y: number; scale: number; hasLights: boolean },
): void {
  const hash = numberOf(car.plate || 'none');
  const isTruck = car.plateColor === 2;
  const roof = isTruck ? 250 : hash % 3 === 0 ? 208 : 184;
  const paint = isTruck ? '#dde1e5' : PAINTS[hash % PAINTS.length]!;
  pen.save();
  pen.translate(x, y);
  pen.scale(scale, scale);
  pen.fillStyle = 'rgb(0 0 0 / 45%)';
  ellipse(pen, 0, 2, 168, 16);
  pen.fillStyle = '#101214';
  for (const side of [-1, 1]) box(pen, side * 118 - 22, -44, 44, 46, 8);
  pen.fillStyle = paint;
  shape(
    pen,
    [
      [-104, -roof],
      [104, -roof],
      [142, -112],
      [150, -96],
      [150, -26],
      [-150, -26],
      [-150, -96],
      [-142, -112],
    ],
    12,
  );
  pen.fillStyle = 'rgb(255 255 255 / 13%)';
  shape(
    pen,
    [
      [-142, -112],
      [142, -112],
      [150, -92],
      [-150, -92],
    ],
    4,
  );
  windscreen(pen, roof);
  face(pen, isTruck);
  plate(pen, car);
  lamps(pen, hasLights);
  pen.restore();
}

function windscreen(pen: CanvasRenderingContext2D, roof: number): void {
  const glass = pen.createLinearGradient(0, -roof, 0, -116);
  glass.addColorStop(0, '#2b3a47');
  glass.addColorStop(1, '#7f93a3');
  pen.fillStyle = glass;
  shape(
    pen,
    [
      [-94, -roof + 10],
      [94, -roof + 10],
      [126, -118],
      [-126, -118],
    ],
    8,
  );
  pen.fillStyle = 'rgb(255 255 255 / 16%)';
  shape(
    pen,
    [
      [-60, -roof + 10],
      [-22, -roof + 10],
      [-66, -118],
      [-112, -118],
    ],
    3,
  );
  pen.fillStyle = 'rgb(12 16 20 / 55%)';
  for (const seat of [-46, 46]) ellipse(pen, seat, -130, 24, 20);
  pen.fillStyle = '#22262b';
  for (const side of [-1, 1]) box(pen, side * 152 - 12, -140, 24, 18, 6);
}

function face(pen: CanvasRenderingContext2D, isTruck: boolean): void {
  pen.fillStyle = 'rgb(0 0 0 / 62%)';
  box(pen, -70, -88, 140, isTruck ? 40 : 26, 6);
  pen.strokeStyle = 'rgb(255 255 255 / 20%)';
  pen.lineWidth = 2;
  for (const row of [-82, -75, -68]) line(pen, -64, row, 64, row);
  pen.fillStyle = 'rgb(0 0 0 / 38%)';
  box(pen, -146, -34, 292, 16, 6);
}

function plate(pen: CanvasRenderingContext2D, { plate: text, plateColor }: SceneCar): void {
  if (!text) return;
  const [fill, ink] = PLATES[plateColor];
  pen.fillStyle = fill;
  box(pen, -58, -60, 116, 32, 4);
  pen.strokeStyle = ink;
  pen.lineWidth = 1.5;
  pen.strokeRect(-55, -57, 110, 26);
  pen.fillStyle = ink;
  pen.font = '600 20px "DIN Alternate", "Bahnschrift", "Noto Sans SC", sans-serif';
  pen.textAlign = 'center';
  pen.fillText(text, 0, -37, 104);
}

function lamps(pen: CanvasRenderingContext2D, hasLights: boolean): void {
  for (const side of [-1, 1]) {
    pen.fillStyle = hasLights ? '#fff7d6' : '#dfe7ee';
    box(pen, side * 112 - 30, -90, 60, 22, 9);
    if (!hasLights) continue;
    const glow = pen.createRadialGradient(side * 112, -78, 4, side * 112, -78, 110);
    glow.addColorStop(0, 'rgb(255 244 205 / 75%)');
    glow.addColorStop(1, 'rgb(255 236 180 / 0%)');
    pen.fillStyle = glow;
    pen.fillRect(side * 112 - 110, -188, 220, 220);
  }
}

/** Fills a rectangle with round corners. */
export function box(pen: CanvasRenderingContext2D, x: number, y: number, w: number, h: number, radius = 0): void {
  pen.beginPath();
  pen.roundRect(x, y, w, h, radius);
  pen.fill();
}

/** Fills an ellipse. */
export function ellipse(pen: CanvasRenderingContext2D, x: number, y: number, rx: number, ry: number): void {
  pen.beginPath();
  pen.ellipse(x, y, rx, ry, 0, 0, Math.PI * 2);
  pen.fill();
}

/** Draws a line. */
export function line(pen: CanvasRenderingContext2D, x: number, y: number, toX: number, toY: number): void {
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(toX, toY);
  pen.stroke();
}

/** Fills a shape whose corners are a little round. */
export function shape(pen: CanvasRenderingContext2D, points: readonly (readonly [number, number])[], radius = 0): void {
  const [first, last] = [points[0]!, points.at(-1)!];
  pen.beginPath();
  pen.moveTo((first[0] + last[0]) / 2, (first[1] + last[1]) / 2);
  for (const [at, point] of points.entries()) {
    const next = points[(at + 1) % points.length]!;
    pen.arcTo(point[0], point[1], next[0], next[1], radius);
  }
  pen.closePath();
  pen.fill();
}
