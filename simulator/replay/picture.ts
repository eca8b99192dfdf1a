import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { bodyOf, drawCarRear, type Light, plateWidthPx } from './car-drawing.ts';
import { drawPlate, fontFamily, plateWidthMm } from './plate-drawing.ts';
import type { PlateColor } from './plate-mix.ts';
import { hashText } from './random.ts';
import { wallPartsAt } from './wall-time.ts';

/** Size of a picture in pixels. */
export const pictureSize = { width: 640, height: 360 } as const;

/** What the camera writes into its picture. */
export type Overlay = {
  /** Lot and lane. */
  label: string;
  atMs: number;
  /** IANA zone of the time shown, Asia/Shanghai by default. */
  zone?: string;
};

/** A picture and where in it the plate stands, in pixels. */
export type Passing = { jpeg: Buffer; plateRect: { left: number; top: number; right: number; bottom: number } };

const PLATE_TOP = 236;
const scenes = new Map<string, Canvas>();
const SCENE_LIMIT = 200;

/** The camera's picture of a car from behind, JPEG of 640 × 360, below 25 kB; an empty plate leaves the holder bare. */
export function renderPassing(plate: string, color: PlateColor, overlay: Overlay): Buffer {
  return renderPassingWithPlate(plate, color, overlay).jpeg;
}

/** As `renderPassing`, and where the plate stands. */
export function renderPassingWithPlate(plate: string, color: PlateColor, overlay: Overlay): Passing {
  const { hour, minute, second, year, month, day } = wallPartsAt(overlay.zone ?? 'Asia/Shanghai', overlay.atMs);
  const light = lightAt(hour + minute / 60);
  const body = bodyOf(plate, color);
  const sceneKey = `${body.shape}/${body.paint}/${light.name}`;
  let scene = scenes.get(sceneKey);
  if (!scene) {
    scene = createCanvas(pictureSize.width, pictureSize.height);
    const context = scene.getContext('2d');
    drawGround(context, light);
    drawCarRear(context, body, light);
    if (scenes.size >= SCENE_LIMIT) scenes.delete(scenes.keys().next().value!);
    scenes.set(sceneKey, scene);
  }
  const canvas = createCanvas(pictureSize.width, pictureSize.height);
  const context = canvas.getContext('2d');
  // No two cars stop at the same place, so the scene is set off by a few pixels.
  const shift = hashText(`${plate}/${overlay.atMs}`);
  const offset = { x: (shift % 25) - 12, y: ((shift >>> 8) % 11) - 5 };
  context.drawImage(scene, offset.x - 14, offset.y - 7, pictureSize.width + 28, pictureSize.height + 14);
  const width = plateWidthPx * (plateWidthMm(plate) / 440);
  const left = Math.round(320 - width / 2 + offset.x);
  const top = PLATE_TOP + offset.y;
  let height = Math.round((width * 140) / plateWidthMm(plate));
  if (plate) {
    height = Math.round(drawPlate(context, plate, color, { x: left, y: top, width }));
    context.fillStyle = light.plateShade;
    context.fillRect(left, top, width, height);
  }
  const stamp = `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`;
  context.fillStyle = 'rgba(0, 0, 0, 0.55)';
  context.fillRect(0, 0, pictureSize.width, 26);
  context.font = `15px "${fontFamily}"`;
  context.fillStyle = '#ffffff';
  context.fillText(overlay.label.slice(0, 40), 10, 19);
  context.textAlign = 'right';
  context.fillText(stamp, pictureSize.width - 10, 19);
  return {
    jpeg: canvas.toBuffer('image/jpeg', 62),
    plateRect: { left, top, right: Math.round(left + width), bottom: top + height },
  };
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** The light of an hour of the day (0 to 24). */
function lightAt(hour: number): Light {
  if (hour < 5.5 || hour >= 19.5) {
    const ground: Light['ground'] = ['#10141c', '#2a2e36'];
    return { name: 'night', sky: '#0a0d14', ground, shade: 'rgba(6, 10, 22, 0.42)', plateShade: 'rgba(0, 0, 0, 0.06)' };
  }
  if (hour < 7 || hour >= 17.8) {
    const ground: Light['ground'] = ['#5b5048', '#8a7a69'];
    return {
      name: 'dusk',
      sky: '#c48a62',
      ground,
      shade: 'rgba(60, 30, 10, 0.2)',
      plateShade: 'rgba(60, 30, 10, 0.08)',
    };
  }
  const ground: Light['ground'] = ['#8b9096', '#b2b6ba'];
  return { name: 'day', sky: '#c9dcec', ground, shade: 'rgba(0, 0, 0, 0)', plateShade: 'rgba(0, 0, 0, 0)' };
}

function drawGround(context: SKRSContext2D, light: Light): void {
  const { width, height } = pictureSize;
  context.fillStyle = light.sky;
  context.fillRect(0, 0, width, 130);
  // Wall of the ramp behind the lane.
  context.fillStyle = light.ground[0];
  context.fillRect(0, 66, width, 66);
  const floor = context.createLinearGradient(0, 120, 0, height);
  floor.addColorStop(0, light.ground[0]);
  floor.addColorStop(1, light.ground[1]);
  context.fillStyle = floor;
  context.fillRect(0, 124, width, height - 124);
  // Kerbs with yellow and black fields on both sides of the lane.
  for (const side of [-1, 1]) {
    for (let field = 0; field < 7; field += 1) {
      const near = field / 7;
      const far = (field + 1) / 7;
      context.fillStyle = field % 2 ? '#1d1d1d' : light.name === 'night' ? '#a58a1c' : '#e3bc2c';
      context.beginPath();
      context.moveTo(320 + side * (175 + near * 120), 140 + near * 220);
      context.lineTo(320 + side * (187 + near * 140), 140 + near * 220);
      context.lineTo(320 + side * (187 + far * 140), 140 + far * 220);
      context.lineTo(320 + side * (175 + far * 120), 140 + far * 220);
      context.fill();
    }
  }
  // The lamp post, and its light cone when it is dark.
  context.fillStyle = '#3c4148';
  context.fillRect(566, 36, 6, 150);
  context.fillRect(530, 36, 42, 5);
  if (light.name === 'day') return;
  const cone = context.createRadialGradient(536, 42, 4, 500, 160, 220);
  cone.addColorStop(0, 'rgba(255, 240, 200, 0.8)');
  cone.addColorStop(0.15, 'rgba(255, 235, 190, 0.28)');
  cone.addColorStop(1, 'rgba(255, 235, 190, 0)');
  context.fillStyle = cone;
  context.fillRect(0, 26, width, height);
}
