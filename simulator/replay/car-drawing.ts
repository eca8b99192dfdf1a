import type { SKRSContext2D } from '@napi-rs/canvas';
import { type PlateColor, plateColor } from './plate-mix.ts';
import { hashText } from './random.ts';

/** The light of a scene: colours of sky and ground and the veil that lies over everything. */
export type Light = {
  name: 'day' | 'dusk' | 'night';
  sky: string;
  ground: [string, string];
  shade: string;
  plateShade: string;
};

/** The form of a car and its paint. */
export type Body = { shape: 'saloon' | 'suv' | 'van' | 'truck'; paint: string };

/** Width of an ordinary plate in a picture, in pixels. */
export const plateWidthPx = 118;

const paints = [
  '#f1f2f2',
  '#f1f2f2',
  '#16181b',
  '#1f2226',
  '#8d9298',
  '#b9bec3',
  '#5a6068',
  '#20406f',
  '#8c1d22',
  '#5b4636',
];

/** The car behind a plate: the same plate is always the same car. */
export function bodyOf(plate: string, color: PlateColor): Body {
  const hash = hashText(plate || 'bare');
  const paint = paints[hash % paints.length]!;
  if (color === plateColor.yellow && !plate.endsWith('学'))
    return { shape: 'truck', paint: hash % 3 ? '#dfe3e6' : '#2f5d94' };
  if (color === plateColor.white) return { shape: 'saloon', paint: '#f1f2f2' };
  if (color === plateColor.black) return { shape: 'van', paint: '#16181b' };
  return { shape: (['saloon', 'saloon', 'suv', 'suv', 'van'] as const)[(hash >>> 8) % 5]!, paint };
}

type Outline = { roofY: number; roofHalf: number; waistY: number; half: number; glassTop: number; glassBottom: number };

const outlines: Readonly<Record<Body['shape'], Outline>> = {
  saloon: { roofY: 92, roofHalf: 92, waistY: 176, half: 146, glassTop: 102, glassBottom: 164 },
  suv: { roofY: 66, roofHalf: 112, waistY: 160, half: 150, glassTop: 80, glassBottom: 148 },
  van: { roofY: 48, roofHalf: 128, waistY: 150, half: 144, glassTop: 64, glassBottom: 140 },
  truck: { roofY: 32, roofHalf: 156, waistY: 120, half: 158, glassTop: 0, glassBottom: 0 },
};

/** Draws a car from behind around the middle of a 640 × 360 picture; the plate's place is left free. */
export function drawCarRear(context: SKRSContext2D, body: Body, light: Light): void {
  const outline = outlines[body.shape];
  context.save();
  context.translate(320, 0);
  shadowAndWheels(context, outline);
  const gloss = context.createLinearGradient(0, outline.roofY, 0, 320);
  gloss.addColorStop(0, mix(body.paint, '#ffffff', 0.22));
  gloss.addColorStop(0.45, body.paint);
  gloss.addColorStop(1, mix(body.paint, '#000000', 0.4));
  context.fillStyle = gloss;
  context.beginPath();
  context.moveTo(-outline.roofHalf + 12, outline.roofY);
  context.lineTo(outline.roofHalf - 12, outline.roofY);
  context.quadraticCurveTo(outline.roofHalf, outline.roofY, outline.roofHalf + 6, outline.roofY + 14);
  context.lineTo(outline.half - 4, outline.waistY);
  context.quadraticCurveTo(outline.half + 4, 230, outline.half - 4, 306);
  context.lineTo(-outline.half + 4, 306);
  context.quadraticCurveTo(-outline.half - 4, 230, -outline.half + 4, outline.waistY);
  context.lineTo(-outline.roofHalf - 6, outline.roofY + 14);
  context.quadraticCurveTo(-outline.roofHalf, outline.roofY, -outline.roofHalf + 12, outline.roofY);
  context.fill();
  if (body.shape === 'truck') truckDoors(context, outline);
  else rearWindow(context, outline);
  bumperAndHolder(context, outline);
  lamps(context, body, outline, light);
  context.fillStyle = light.shade;
  context.fillRect(-320, 0, 640, 360);
  if (light.name !== 'day') lampGlow(context, body, outline);
  context.restore();
}

function shadowAndWheels(context: SKRSContext2D, outline: Outline): void {
  context.fillStyle = 'rgba(0, 0, 0, 0.4)';
  context.beginPath();
  context.ellipse(0, 326, outline.half + 22, 15, 0, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = '#121315';
  for (const side of [-1, 1]) {
    context.beginPath();
    context.roundRect(side * (outline.half - 24) - 19, 276, 38, 54, 8);
    context.fill();
  }
}

function rearWindow(context: SKRSContext2D, outline: Outline): void {
  const glass = context.createLinearGradient(-80, outline.glassTop, 80, outline.glassBottom);
  glass.addColorStop(0, '#3a4854');
  glass.addColorStop(0.5, '#6d8090');
  glass.addColorStop(0.55, '#39454f');
  glass.addColorStop(1, '#232b32');
  context.fillStyle = glass;
  context.beginPath();
  context.moveTo(-outline.roofHalf + 14, outline.glassTop);
  context.lineTo(outline.roofHalf - 14, outline.glassTop);
  context.lineTo(outline.half - 28, outline.glassBottom);
  context.lineTo(-outline.half + 28, outline.glassBottom);
  context.fill();
  // Head rests seen through the glass.
  context.fillStyle = 'rgba(10, 12, 14, 0.55)';
  for (const x of [-52, 22]) {
    context.beginPath();
    context.roundRect(x, outline.glassBottom - 26, 30, 26, 7);
    context.fill();
  }
}

function truckDoors(context: SKRSContext2D, outline: Outline): void {
  context.strokeStyle = 'rgba(0, 0, 0, 0.45)';
  context.lineWidth = 3;
  context.strokeRect(-outline.roofHalf + 10, outline.roofY + 12, outline.roofHalf * 2 - 20, 178);
  context.beginPath();
  context.moveTo(0, outline.roofY + 12);
  context.lineTo(0, outline.roofY + 190);
  for (const x of [-26, 26]) {
    context.moveTo(x, outline.roofY + 24);
    context.lineTo(x, outline.roofY + 180);
  }
  context.stroke();
}

function bumperAndHolder(context: SKRSContext2D, outline: Outline): void {
  context.strokeStyle = 'rgba(0, 0, 0, 0.3)';
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(-outline.half + 16, 218);
  context.lineTo(outline.half - 16, 218);
  context.stroke();
  context.fillStyle = 'rgba(0, 0, 0, 0.42)';
  context.beginPath();
  context.roundRect(-outline.half + 2, 282, outline.half * 2 - 4, 26, 8);
  context.fill();
  context.fillStyle = 'rgba(0, 0, 0, 0.5)';
  context.beginPath();
  context.roundRect(-plateWidthPx / 2 - 12, 230, plateWidthPx + 24, 50, 6);
  context.fill();
}

function lampBox(body: Body, outline: Outline): { width: number; height: number; y: number } {
  if (body.shape === 'saloon') return { width: 58, height: 24, y: 186 };
  if (body.shape === 'truck') return { width: 30, height: 18, y: 256 };
  return { width: 26, height: 62, y: outline.waistY + 8 };
}

function lamps(context: SKRSContext2D, body: Body, outline: Outline, light: Light): void {
  const box = lampBox(body, outline);
  for (const side of [-1, 1]) {
    const x = side * (outline.half - 8) - (side > 0 ? box.width : 0);
    context.fillStyle = light.name === 'day' ? '#a5151b' : '#ff3328';
    context.beginPath();
    context.roundRect(x, box.y, box.width, box.height, 6);
    context.fill();
    context.fillStyle = 'rgba(255, 255, 255, 0.55)';
    context.fillRect(x + box.width * 0.3, box.y + box.height * 0.62, box.width * 0.4, box.height * 0.2);
  }
}

function lampGlow(context: SKRSContext2D, body: Body, outline: Outline): void {
  const box = lampBox(body, outline);
  for (const side of [-1, 1]) {
    const x = side * (outline.half - 8 - box.width / 2);
    const y = box.y + box.height / 2;
    const glow = context.createRadialGradient(x, y, 2, x, y, 64);
    glow.addColorStop(0, 'rgba(255, 70, 50, 0.75)');
    glow.addColorStop(1, 'rgba(255, 40, 30, 0)');
    context.fillStyle = glow;
    context.fillRect(x - 64, y - 64, 128, 128);
  }
}

/** A colour between two (#rrggbb), `share` of the way to the second. */
function mix(from: string, to: string, share: number): string {
  const channel = (color: string, at: number): number => Number.parseInt(color.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * share));
  return `rgb(${mixed.join(', ')})`;
}
