import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import { type PlateColor, plateColor } from './plate-mix.ts';

/**
 * The font of plates and overlays: a subset of Noto Sans SC Bold (SIL Open Font Licence, font/OFL.txt) with the signs of
 * plates and the usual words of lot and lane names, so that no font of the system is needed.
 */
export const fontFamily = 'Boyun Plate';
GlobalFonts.registerFromPath(fileURLToPath(new URL('./font/plate-sans-sc.ttf', import.meta.url)), fontFamily);

/** Height of a plate in millimetres (GA 36-2018). */
const PLATE_HEIGHT_MM = 140;

/** Width of a plate in millimetres: 440, with eight signs 480 (GA 36-2018). */
export function plateWidthMm(plate: string): number {
  return plate.length === 8 ? 480 : 440;
}

type Paint = { ground: string | [string, string]; ink: string; special: string };

function paintOf(color: PlateColor, isLarge: boolean): Paint {
  switch (color) {
    case plateColor.yellow:
      return { ground: '#f2b705', ink: '#14110a', special: '#14110a' };
    case plateColor.white:
      return { ground: '#f3f3f1', ink: '#161616', special: '#c8102e' };
    case plateColor.black:
      return { ground: '#17181b', ink: '#f4f4f4', special: '#f4f4f4' };
    case plateColor.green:
      return { ground: '#1d8a4a', ink: '#ffffff', special: '#ffffff' };
    case plateColor.newEnergy:
      return { ground: isLarge ? '#62c96b' : ['#f4fbf6', '#48c97b'], ink: '#10150f', special: '#10150f' };
    default:
      return { ground: '#0b4ea8', ink: '#ffffff', special: '#ffffff' };
  }
}

/**
 * Draws a plate with its upper left corner at x, y and the given width in pixels: true colours, sizes and gaps of
 * GA 36-2018 (signs 45 × 90 mm, 43 × 90 with eight signs). Returns its height.
 */
export function drawPlate(
  context: SKRSContext2D,
  plate: string,
  color: PlateColor,
  at: { x: number; y: number; width: number },
): number {
  const widthMm = plateWidthMm(plate);
  const scale = at.width / widthMm;
  const isLarge = color === plateColor.newEnergy && /[A-K]$/.test(plate.slice(2));
  const paint = paintOf(color, isLarge);
  context.save();
  context.translate(at.x, at.y);
  context.scale(scale, scale);
  if (typeof paint.ground === 'string') context.fillStyle = paint.ground;
  else {
    const fade = context.createLinearGradient(0, 0, 0, PLATE_HEIGHT_MM);
    fade.addColorStop(0.1, paint.ground[0]);
    fade.addColorStop(0.95, paint.ground[1]);
    context.fillStyle = fade;
  }
  context.beginPath();
  context.roundRect(0, 0, widthMm, PLATE_HEIGHT_MM, 12);
  context.fill();
  if (isLarge) {
    context.fillStyle = '#f2c200';
    context.beginPath();
    context.roundRect(0, 0, 118, PLATE_HEIGHT_MM, [12, 0, 0, 12]);
    context.fill();
  }
  context.strokeStyle = paint.ink;
  context.lineWidth = 4;
  context.beginPath();
  context.roundRect(5, 5, widthMm - 10, PLATE_HEIGHT_MM - 10, 9);
  context.stroke();
  const signs = [...plate];
  const signWidth = signs.length === 8 ? 43 : 45;
  const gap = signs.length === 8 ? 9 : 12;
  let x = 15.5;
  signs.forEach((sign, place) => {
    context.fillStyle = /[警港澳学使领]/.test(sign) ? paint.special : paint.ink;
    drawSign(context, sign, { x, y: 25, width: signWidth, height: 90 });
    x += signWidth + gap;
    if (place === 1) {
      context.fillStyle = paint.ink;
      context.beginPath();
      context.arc(x - gap / 2 + 11, 70, 5.5, 0, Math.PI * 2);
      context.fill();
      x += 22;
    }
  });
  context.restore();
  return PLATE_HEIGHT_MM * scale;
}

const extents = new Map<string, { left: number; right: number; up: number; down: number }>();

/** Stretches one sign into its cell as the stamping die does. */
function drawSign(
  context: SKRSContext2D,
  sign: string,
  cell: { x: number; y: number; width: number; height: number },
): void {
  context.font = `700 100px "${fontFamily}"`;
  let extent = extents.get(sign);
  if (!extent) {
    const measured = context.measureText(sign);
    extent = {
      left: measured.actualBoundingBoxLeft,
      right: measured.actualBoundingBoxRight,
      up: measured.actualBoundingBoxAscent,
      down: measured.actualBoundingBoxDescent,
    };
    extents.set(sign, extent);
  }
  const width = Math.max(1, extent.right + extent.left);
  const height = Math.max(1, extent.up + extent.down);
  // A 1 keeps its slim form.
  const across = Math.min(cell.width / width, (cell.height / height) * 0.95);
  context.save();
  context.translate(cell.x + (cell.width - width * across) / 2, cell.y);
  context.scale(across, cell.height / height);
  context.fillText(sign, extent.left, extent.up);
  context.restore();
}

/** The plate alone as the camera cuts it out, about 200 × 60 pixels, JPEG. */
export function renderPlateCrop(plate: string, color: PlateColor): Buffer {
  const canvas = createCanvas(plate.length === 8 ? 216 : 200, 72);
  const context = canvas.getContext('2d');
  context.fillStyle = '#23262b';
  context.fillRect(0, 0, canvas.width, canvas.height);
  if (plate) drawPlate(context, plate, color, { x: 6, y: 6, width: canvas.width - 12 });
  return canvas.toBuffer('image/jpeg', 70);
}
