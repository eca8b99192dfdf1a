import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { fontFamily } from './plate-drawing.ts';

/** A run of spots on a floor: its letter, how many, and what they are painted with. */
export type SpotRun = { letter: string; count: number; paint: string };

const width = 960;
const margin = 36;
const spotWidth = 36;
const spotHeight = 58;
const aisle = 64;
const perRow = Math.floor((width - 2 * margin - 24) / spotWidth);

/** The plan of a floor as a JPEG: rows of numbered spots on both sides of the aisles, in one piece from entry to exit. */
export function renderFloorPlan(title: string, runs: readonly SpotRun[]): Buffer {
  const spots = runs.flatMap(({ letter, count, paint }) =>
    Array.from({ length: count }, (_, index) => ({ paint, number: `${letter}${String(index + 1).padStart(3, '0')}` })),
  );
  const rowCount = Math.ceil(spots.length / perRow);
  const aisleCount = Math.ceil(rowCount / 2);
  const top = margin + 40;
  const height = top + rowCount * spotHeight + aisleCount * aisle + margin;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#eef1f4';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#26323f';
  context.font = `20px "${fontFamily}"`;
  context.fillText(title, margin, margin + 10);
  context.fillStyle = '#cfd6dd';
  context.fillRect(margin, top, width - 2 * margin, height - top - margin);
  context.strokeStyle = '#26323f';
  context.lineWidth = 4;
  context.strokeRect(margin, top, width - 2 * margin, height - top - margin);
  for (let row = 0; row < rowCount; row += 1) {
    // An aisle lies below each row of an even number and above the next.
    const y = top + row * spotHeight + Math.floor((row + 1) / 2) * aisle;
    for (const [index, spot] of spots.slice(row * perRow, (row + 1) * perRow).entries())
      drawSpot(context, margin + 12 + index * spotWidth, y, spot);
    if (row % 2 === 0) drawAisle(context, y + spotHeight + aisle / 2);
  }
  return canvas.toBuffer('image/jpeg', 85);
}

function drawSpot(context: SKRSContext2D, x: number, y: number, { paint, number }: { paint: string; number: string }) {
  context.fillStyle = paint;
  context.fillRect(x, y + 3, spotWidth, spotHeight - 6);
  context.strokeStyle = '#6b7785';
  context.lineWidth = 1;
  context.strokeRect(x, y + 3, spotWidth, spotHeight - 6);
  context.fillStyle = '#26323f';
  context.font = `11px "${fontFamily}"`;
  context.textAlign = 'center';
  context.fillText(number, x + spotWidth / 2, y + spotHeight / 2 + 4);
  context.textAlign = 'left';
}

/** Arrows along an aisle. */
function drawAisle(context: SKRSContext2D, y: number): void {
  context.fillStyle = '#ffffff';
  for (let x = margin + 90; x < width - margin - 40; x += 180) {
    context.fillRect(x - 34, y - 3, 40, 6);
    context.beginPath();
    context.moveTo(x + 6, y - 11);
    context.lineTo(x + 26, y);
    context.lineTo(x + 6, y + 11);
    context.fill();
  }
}
